import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockRange, findPesStart, hasUnit, moveTimes, wrapTicks } from './clock.ts';
import { makePacket, packetBytes } from './packets.ts';

const marks = { show: 0x30, decode: 0x10 };

/** The five bytes of a time, written bit by bit. */
function timeBytes(mark: number, ticks: number): number[] {
  const bits = ticks.toString(2).padStart(33, '0');
  const number = (text: string) => Number.parseInt(text, 2);
  const byte = (from: number, to: number) => number(`${bits.slice(from, to)}1`);
  return [
    mark | byte(0, 3),
    number(bits.slice(3, 11)),
    byte(11, 18),
    number(bits.slice(18, 26)),
    byte(26, 33),
  ];
}

/** A packet with a clock reference, in which a frame begins that is shown at one time and decoded at another. */
function frame(show: number, decode: number, reference: number, streamId = 0xe0): Uint8Array {
  const base = [25, 17, 9, 1].map((shift) => Math.floor(reference / 2 ** shift) % 256);
  const field = [7, 0x10, ...base, ((reference % 2) << 7) | 0x7e, 0xab];
  const times = [...timeBytes(marks.show, show), ...timeBytes(marks.decode, decode)];
  const packet = makePacket(0x100, 0x30, ...field, 0, 0, 1, streamId, 0, 0, 0x80, 0xc0, 10, ...times);
  packet[1] = 0x41;
  return packet;
}

const ticks = fc.integer({ min: 0, max: clockRange - 1 });

describe('the times of a frame', () => {
  it('are moved together, across the end of their range, and nothing else is', () => {
    fc.assert(
      fc.property(
        ticks,
        ticks,
        ticks,
        fc.integer({ min: 1 - clockRange, max: clockRange - 1 }),
        (...times) => {
          const [show, decode, reference, by] = times;
          const packet = frame(show, decode, reference);
          expect(findPesStart(packet)?.ticks).toBe(decode);
          moveTimes(packet, findPesStart(packet), by);
          const [to, moved] = [[show, decode, reference].map((time) => wrapTicks(time + by)), packet];
          expect(moved).toEqual(frame(to[0] ?? 0, to[1] ?? 0, to[2] ?? 0));
        },
      ),
    );
  });

  it('stay as they are in a packet whose frame is not to be moved, but the clock reference does not', () => {
    const packet = frame(1_000, 900, 800);
    moveTimes(packet, undefined, clockRange - 100);
    expect(packet).toEqual(frame(1_000, 900, 700));
  });

  it('are one where the frame is decoded when it is shown', () => {
    const packet = frame(5_000, 77, 0);
    packet[19] = 0x80;
    const pes = findPesStart(packet);
    expect(pes).toMatchObject({ ticks: 5_000, showAt: 21, decodeAt: 21, contentAt: 31 });
    moveTimes(packet, pes, 1);
    expect(findPesStart(packet)?.ticks).toBe(5_001);
  });

  it.each([
    ['in the middle of a frame', 1, 0x01],
    ['without a start code', 14, 0],
    ['without times', 19, 0],
    ['with the time that is forbidden', 19, 0x40],
    ['with an adaptation field that leaves too little', 4, 165],
  ])('are not there %s', (_what, at, value) => {
    const packet = frame(1, 1, 1);
    packet[at] = value;
    expect(findPesStart(packet)).toBeUndefined();
  });

  it.each([
    [0xe0, true, false],
    [0xef, true, false],
    [0xc0, false, true],
    [0xdf, false, true],
    [0xbd, false, true],
    [0xfd, false, false],
  ])('are those of the stream 0x%x', (streamId, isVideo, isAudio) => {
    expect(findPesStart(frame(1, 1, 1, streamId))).toMatchObject({ isVideo, isAudio });
  });
});

it('a unit of video is found behind its start code, up to the end of a packet', () => {
  const packet = makePacket(0x100, 0x10, 0, 0, 0, 1, 0x41, 0, 0, 1, 0x67);
  const isSps = (unit: number) => unit === 0x67;
  expect([hasUnit(packet, 4, isSps), hasUnit(packet, 9, isSps), hasUnit(packet, 10, isSps)]).toEqual([
    true,
    true,
    false,
  ]);
  packet.set([0, 0, 1], packetBytes - 4);
  packet[packetBytes - 1] = 0x65;
  expect(hasUnit(packet, 20, (unit) => unit === 0x65)).toBe(true);
  packet.set([0, 0, 1], packetBytes - 3);
  expect(hasUnit(packet, 20, () => true)).toBe(false);
});
