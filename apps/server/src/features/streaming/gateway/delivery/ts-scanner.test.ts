import { createTransportStream, readFrames } from '@butaca/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTsScanner, joinPackets } from './ts-scanner.ts';

const packetBytes = 188;

function makeChannel(frames: number, options: { hasIndicator?: boolean } = {}): Buffer {
  const stream = createTransportStream({ groupFrames: 10, ...options });
  return Buffer.concat(Array.from({ length: frames }, () => stream.frame()));
}

/** Gives a body to a scanner in pieces of a size, and joins what it passes on. */
function scan(bytes: Buffer, pieceBytes: number) {
  const scanner = createTsScanner();
  const passed: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    passed.push(Buffer.from(scanner.take(bytes.subarray(at, at + pieceBytes))));
  }
  return { scanner, passed: Buffer.concat([...passed, scanner.rest()]) };
}

describe('the place at which a viewer may join a channel', () => {
  it.each([
    ['the random-access indicator', true, 1],
    ['the random-access indicator', true, 1_000],
    ['its parameter sets', false, 187],
    ['its parameter sets', false, 65_536],
  ])('is the newest keyframe, told by %s (%s), in pieces of %i bytes', (_what, hasIndicator, pieceBytes) => {
    const bytes = makeChannel(38, { hasIndicator });
    const { scanner } = scan(bytes, pieceBytes);
    const atByte = scanner.joinPoint()?.atByte ?? -1;
    expect(readFrames(bytes.subarray(atByte))[0]).toEqual({ number: 30, isKeyframe: true });
    expect(scanner.hasVideo()).toBe(true);
  });

  it('is unknown before the tables have come, and in what is not MPEG-TS', () => {
    const frame = createTransportStream({ groupFrames: 10 })
      .frame()
      .subarray(2 * packetBytes);
    expect(scan(frame, 100).scanner.tables()).toBeUndefined();
    const { scanner } = scan(Buffer.alloc(100_000, 'nada de nada '), 1_000);
    expect([scanner.tables(), scanner.joinPoint(), scanner.hasVideo()]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });

  it('is found behind bytes that are no packets', () => {
    const bytes = Buffer.concat([Buffer.alloc(1_234, 1), makeChannel(5)]);
    const { scanner } = scan(bytes, 500);
    expect(scanner.joinPoint()?.atByte).toBe(1_234 + 2 * packetBytes);
  });
});

it('the packets before a join point are the tables, and for one who was moved a gap in each track', () => {
  const bytes = makeChannel(25);
  const { scanner } = scan(bytes, 1_000);
  const tables = scanner.tables() ?? Buffer.alloc(0);
  const point = scanner.joinPoint();
  expect(joinPackets(tables, point, false)).toHaveLength(2 * packetBytes);
  const moved = joinPackets(tables, point, true);
  const gaps = [2, 3].map((count) => moved.subarray(count * packetBytes, (count + 1) * packetBytes));
  const next = bytes.subarray(point?.atByte);
  const counterIn = (packet: Buffer) => packet.readUInt8(3) & 0x0f;
  const videoGap = gaps.find((gap) => (gap.readUInt16BE(1) & 0x1fff) === 0x100) ?? Buffer.alloc(188);
  // Only an adaptation field, with the discontinuity indicator, and the counter of the packet before.
  expect([videoGap.readUInt8(3) & 0x30, videoGap.readUInt8(5)]).toEqual([0x20, 0x80]);
  expect((counterIn(videoGap) + 1) & 0x0f).toBe(counterIn(next));
  expect(new Set(gaps.map((gap) => gap.readUInt16BE(1) & 0x1fff))).toEqual(new Set([0x100, 0x101]));
});

it('passes every byte on unchanged and throws nothing, whatever arrives and in whatever pieces', () => {
  const channel = makeChannel(12);
  const noise = fc.array(fc.tuple(fc.nat(channel.length - 1), fc.nat(255)), { maxLength: 40 });
  fc.assert(
    fc.property(noise, fc.integer({ min: 1, max: 4_000 }), fc.nat(500), (changes, pieceBytes, cutBytes) => {
      const bytes = Buffer.from(channel.subarray(cutBytes));
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      expect(scan(bytes, pieceBytes).passed.equals(bytes)).toBe(true);
    }),
  );
});
