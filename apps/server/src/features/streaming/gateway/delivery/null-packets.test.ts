import { createTransportStream, createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { nullPacket, sendNullPackets } from './null-packets.ts';

function start(canSend = true) {
  const sent: Buffer[] = [];
  const clock = createVirtualClock();
  const packets = sendNullPackets(
    (packet) => sent.push(packet),
    () => canSend,
    clock,
  );
  return { clock, sent, packets };
}

const frame = (): Buffer => createTransportStream({ groupFrames: 5 }).frame();

describe('null packets', () => {
  it('follow each two seconds of silence, and none follows the end', () => {
    const { clock, sent, packets } = start();
    packets.note(frame());
    clock.pass(1_900);
    packets.note(frame());
    clock.pass(1_900);
    expect(sent).toEqual([]);
    clock.pass(4_200);
    expect(sent).toEqual([nullPacket, nullPacket, nullPacket]);
    packets.end();
    clock.pass(10_000);
    expect(sent).toHaveLength(3);
  });

  it('are packets of MPEG-TS without content', () => {
    expect(nullPacket).toHaveLength(188);
    expect(nullPacket.readUInt32BE(0)).toBe(0x471fff10);
  });

  it.each([
    ['in the middle of a packet', frame().subarray(0, 300)],
    ['in what is no MPEG-TS', Buffer.alloc(188 * 3, 1)],
  ])('do not come %s', (_where, chunk) => {
    const { clock, sent, packets } = start();
    packets.note(chunk);
    clock.pass(20_000);
    expect(sent).toEqual([]);
    packets.end();
  });

  it('do not come before the first packet, nor while nobody reads', () => {
    const first = start();
    first.clock.pass(20_000);
    expect(first.sent).toEqual([]);
    first.packets.end();
    const full = start(false);
    full.packets.note(frame());
    full.clock.pass(20_000);
    expect(full.sent).toEqual([]);
    full.packets.end();
  });
});
