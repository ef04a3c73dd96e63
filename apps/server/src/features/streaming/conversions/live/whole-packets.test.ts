import { buffer } from 'node:stream/consumers';
import { packetBytes } from '@butaca/ts';
import { expect, it } from 'vitest';
import { createWholePackets } from './whole-packets.ts';

/** A packet with which a picture begins that is decoded at a time, in ticks of 1/90,000 s below 2^15. */
function makePicture(ticks: number): Buffer {
  const packet = Buffer.alloc(packetBytes, 0xff);
  packet.set([0x47, 0x41, 0x00, 0x10, 0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5]);
  packet.set([0x21, 0, 1, (ticks * 2) >> 8, ((ticks * 2) & 0xff) | 1], 13);
  return packet;
}

it('passes on whole packets, however they arrive, and knows the latest time', async () => {
  const packets = createWholePackets();
  const bytes = Buffer.concat([makePicture(9_000), makePicture(18_000), makePicture(13_500)]);
  expect(packets.latestSeconds()).toBe(0);
  for (const from of [0, 100, 250, 500])
    packets.write(bytes.subarray(from, { 0: 100, 100: 250, 250: 500 }[from]));
  packets.end(bytes.subarray(0, 187));
  expect((await buffer(packets)).equals(bytes)).toBe(true);
  expect(packets.latestSeconds()).toBeCloseTo(0.2);
});
