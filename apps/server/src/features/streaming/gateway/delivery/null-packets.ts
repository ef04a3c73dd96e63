/*
 * A channel in MPEG-TS whose provider is silent gets null packets meanwhile, which players throw away. So a proxy in front of
 * this server can tell a channel that waits for its provider from a server that hangs (`deploy/nginx/butaca.conf`).
 */
import type { Clock } from '../../../../platform/clock.ts';
import { makeNullPacket, packetBytes, syncByte } from '@butaca/ts';

/** For how long nothing is sent before a null packet is, in milliseconds. */
const silenceMs = 2_000;

export const nullPacket: Buffer = Buffer.from(makeNullPacket());

export interface NullPackets {
  note(chunk: Buffer): void;
  end(): void;
}

/**
 * Sends a null packet whenever nothing else was sent for a while, between two packets of the body.
 *
 * @param canSend - whether the client reads
 */
export function sendNullPackets(
  send: (packet: Buffer) => void,
  canSend: () => boolean,
  clock: Pick<Clock, 'every'>,
): NullPackets {
  let isTransport: boolean | undefined;
  /** How many bytes of the last packet were sent. */
  let begunBytes = 0;
  const fill = () => {
    if (isTransport === true && begunBytes === 0 && canSend()) send(nullPacket);
  };
  let cancel = clock.every(silenceMs, fill);
  let isOver = false;
  return {
    note(chunk) {
      if (chunk.length === 0 || isOver) return;
      isTransport ??= chunk[0] === syncByte;
      begunBytes = (begunBytes + chunk.length) % packetBytes;
      cancel();
      cancel = clock.every(silenceMs, fill);
    },
    end() {
      isOver = true;
      cancel();
    },
  };
}
