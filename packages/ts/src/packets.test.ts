import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  counterOf,
  findPacketGrid,
  findPackets,
  hasScrambledPackets,
  isRandomAccess,
  isStartOf,
  makePacket,
  packetBytes,
  payloadOf,
  pidOf,
  setPid,
} from './packets.ts';

const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const some = (count: number): Uint8Array[] => Array.from({ length: count }, () => makePacket(0x100, 0x10));

describe('the place of packets', () => {
  it('is behind bytes that are none, within the part that is searched', () => {
    const bytes = join(Uint8Array.from([0x47, 1, 2, 3, 4]), ...some(3));
    expect(findPackets(bytes, 0, bytes.length)).toBe(5);
    expect(findPackets(bytes, 0, 5)).toBeUndefined();
    expect(findPackets(bytes, 6, bytes.length, 2)).toBe(5 + packetBytes);
  });

  it('is unknown where too few follow each other', () => {
    expect(findPackets(join(...some(2)), 0, packetBytes)).toBeUndefined();
    expect(findPackets(join(...some(2)), 0, packetBytes, 2)).toBe(0);
    expect(findPackets(new Uint8Array(), 0, packetBytes)).toBeUndefined();
  });

  it.each([188, 192, 204])('is found at a distance of %i bytes', (sizeBytes) => {
    const between = new Uint8Array(sizeBytes - packetBytes);
    const bytes = join(new Uint8Array(7), ...some(5).flatMap((packet) => [packet, between]));
    expect(findPacketGrid(bytes)).toEqual({ offset: 7, sizeBytes });
    expect(findPacketGrid(bytes.subarray(0, 3 * sizeBytes))).toBeUndefined();
  });
});

describe('a packet', () => {
  it('says its PID, its counter, and what begins in it', () => {
    const packet = makePacket(0x1234, 0x1a);
    expect([pidOf(packet), counterOf(packet), isStartOf(packet), payloadOf(packet)]).toEqual([
      0x1234,
      10,
      false,
      4,
    ]);
    packet[1] = 0x40 | 0x12;
    expect([pidOf(packet), isStartOf(packet)]).toEqual([0x1234, true]);
  });

  it('keeps all but its PID when it gets another one', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: packetBytes, maxLength: packetBytes }),
        fc.nat(0x1fff),
        (bytes, pid) => {
          const changed = bytes.slice();
          setPid(changed, pid);
          expect(pidOf(changed)).toBe(pid);
          setPid(changed, pidOf(bytes));
          expect(changed).toEqual(bytes);
        },
      ),
    );
  });

  it.each([
    ['only a payload', [0x10], 4],
    ['an adaptation field before it', [0x30, 7], 12],
    ['an adaptation field that fills the packet', [0x30, 183], undefined],
    ['an adaptation field alone', [0x20, 7], undefined],
    ['neither', [0x00], undefined],
  ])('has its payload behind what comes before: %s', (_what, rest, at) => {
    expect(payloadOf(makePacket(0x100, ...rest))).toBe(at);
  });

  it.each([
    ['with the indicator', [0x30, 1, 0x40], true],
    ['without it', [0x30, 1, 0xbf], false],
    ['with an empty adaptation field', [0x30, 0, 0x40], false],
    ['without an adaptation field', [0x10, 1, 0x40], false],
  ])('lets decoding begin %s: %s', (_what, rest, expected) => {
    expect(isRandomAccess(makePacket(0x100, ...rest))).toBe(expected);
  });
});

describe('scrambled packets', () => {
  /** Makes a packet with a payload. @param control - the bits that say how it is scrambled: 0 for a clear one */
  const packetOf = (pid: number, control: number) => makePacket(pid, (control << 6) | 0x10);
  const tables = [packetOf(0, 0), packetOf(0x11, 0)];

  it.each([
    ['video and sound', [256, 257, 256, 257].map((pid) => packetOf(pid, 3)), true],
    ['most of it', [...Array.from({ length: 4 }, () => packetOf(256, 2)), packetOf(300, 0)], true],
    ['a few of many', [packetOf(256, 2), packetOf(256, 2), packetOf(256, 0), packetOf(256, 0)], false],
    ['no track', [packetOf(256, 0), packetOf(257, 0), packetOf(256, 0)], false],
    ['packets of as many tracks', [256, 257, 258, 259].map((pid) => packetOf(pid, 2)), false],
    ['packets of nothing', Array.from({ length: 5 }, () => packetOf(0x1fff, 2)), false],
  ])('make a stream scrambled where they are %s: %#', (_what, packets, isScrambled) => {
    expect(hasScrambledPackets(join(...tables, ...packets))).toBe(isScrambled);
  });

  it('are found in no other bytes', () => {
    for (const byte of [0x47, 0xc7])
      expect(hasScrambledPackets(new Uint8Array(2_000).fill(byte))).toBe(false);
  });
});
