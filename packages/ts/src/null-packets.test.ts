import { expect, it } from 'vitest';
import { isNullPackets, makeNullPacket } from './null-packets.ts';

/** Packets of MPEG-TS with these packet identifiers. */
const packets = (...pids: number[]): Uint8Array =>
  Uint8Array.from(
    pids.flatMap((pid) => [0x47, pid >> 8, pid & 0xff, 0x10, ...Array.from({ length: 184 }, () => 0xff)]),
  );

it.each([
  ['null packets', packets(0x1fff, 0x1fff), true],
  ['a null packet as the server makes it', makeNullPacket(), true],
  ['a packet of the channel', packets(0x100), false],
  ['a packet of the channel after a null packet', packets(0x1fff, 0x100), false],
  ['a part of a null packet', packets(0x1fff).subarray(0, 100), false],
  ['what is no MPEG-TS', new Uint8Array(188).fill(0xff), false],
  ['nothing', new Uint8Array(), false],
])('%s', (_what, bytes, expected) => {
  expect(isNullPackets(bytes)).toBe(expected);
});
