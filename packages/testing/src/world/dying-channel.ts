import type { ServerResponse } from 'node:http';
import { machineClock, type FrameClock } from '../frame-clock.ts';
import { sendEvery } from './answers.ts';
import { createTransportStream, type TransportStream } from './transport-stream.ts';

/** The ways in which the source of a channel in MPEG-TS fails. */
export const dyingWays = [
  'status 403',
  'status 458',
  'status 509',
  'status 404',
  'status 500',
  'page',
  'closes at start',
  'closes after some bytes',
  'stalls',
  'sync lost',
  'no video',
  'closes again and again',
] as const;
export type DyingWay = (typeof dyingWays)[number];

/** How often a source sends a frame, in milliseconds. */
const frameEveryMs = 4;
const framesBeforeDeath = 6;

/** Sends a channel in MPEG-TS as the answer to a request, frame by frame, until the client leaves. */
export function sendChannel(
  response: ServerResponse,
  stream: TransportStream,
  {
    frames = Infinity,
    atEnd = () => undefined,
    everyMs = frameEveryMs,
    clock = machineClock,
  }: { frames?: number; atEnd?: () => void; everyMs?: number; clock?: FrameClock } = {},
): void {
  response.writeHead(200, { 'content-type': 'video/mp2t' });
  let sent = 0;
  const cancel = sendEvery(response, everyMs, clock, () => {
    response.write(stream.frame());
    sent += 1;
    if (sent < frames) return;
    cancel();
    atEnd();
  });
}

/** Answers a request for a channel in MPEG-TS as a source that fails in the given way, after a few frames at most. */
export function sendDying(response: ServerResponse, way: DyingWay, clock: FrameClock = machineClock): void {
  if (refuse(response, way)) return;
  const stream = createTransportStream({ groupFrames: 5, startTicks: 900_000 });
  const keepSending = (bytes: Buffer) =>
    void sendEvery(response, frameEveryMs, clock, () => void response.write(bytes));
  const endings: Partial<Record<DyingWay, () => void>> = {
    'sync lost': () => keepSending(Buffer.alloc(1_000, 1)),
    'no video': () => keepSending(nullPackets),
    'closes after some bytes': () => response.destroy(),
    'closes again and again': () => response.end(),
  };
  const atEnd = endings[way] ?? (() => undefined);
  sendChannel(response, stream, { frames: framesBeforeDeath, atEnd, clock });
}

/**
 * Answers as a source that never plays.
 *
 * @param way - `status <n>`, `page`, `closes at start` or `silent`
 * @returns whether the way is one of these
 */
export function refuse(response: ServerResponse, way: string): boolean {
  const [, status] = /^status (\d+)$/.exec(way) ?? [];
  if (status !== undefined) response.writeHead(Number(status)).end('no');
  else if (way === 'closes at start') response.destroy();
  else if (way === 'page')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Cuenta caducada</title>');
  else return way === 'silent';
  return true;
}

/** Packets of MPEG-TS that carry nothing. */
export const nullPackets = Buffer.concat(
  Array.from({ length: 4 }, () =>
    Buffer.concat([Buffer.from([0x47, 0x1f, 0xff, 0x10]), Buffer.alloc(184, 0xff)]),
  ),
);
