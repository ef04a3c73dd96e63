import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { createByteCut } from './byte-cut.ts';
import type { CastMeter } from './cast-meter.ts';
import { mediaHeaders } from '../stream/media-headers.ts';
import { sendNullPackets } from './null-packets.ts';
import type { RunningStream } from './running-streams.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { TrialGate } from './trial-gate.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import type { TrackKeeper } from './track-keeper.ts';

/** How many bytes of a stream may be buffered for a slow client before reading from its upstream is paused. */
const bufferedLimitBytes = 512 * 1_024;

interface SendOptions {
  gate?: TrialGate | undefined;
  meter?: CastMeter | undefined;
  tracks?: TrackKeeper | undefined;
  forbidden?: Buffer | undefined;
  hasNullPackets?: boolean;
}

/**
 * Sends what a provider's server (the upstream) answers to the player as it arrives. The upstream is paused while the
 * player does not read; when the upstream or the player ends its connection, the connection to the other one is ended
 * too. When the transfer breaks off, the player's connection is closed, so that the player does not take the body for
 * complete.
 *
 * @param options.gate - charges the bytes to the free trial, for a stream under a trial
 * @param options.meter - counts the bytes that a television gets
 * @param options.tracks - keeps the tracks of the body, which is MPEG-TS, the same
 * @param options.forbidden - the transfer breaks off before the first occurrence of these bytes
 * @param options.hasNullPackets - whether silence of the body, which is MPEG-TS, is filled with null packets
 */
export function sendBytes(
  answer: UpstreamAnswer,
  stream: RunningStream,
  reply: FastifyReply,
  timing: StreamTiming,
  { gate, meter, tracks, forbidden, hasNullPackets = false }: SendOptions = {},
): void {
  const headers = mediaHeaders(answer.headers, answer.head);
  // The body of a 416 answer (unsatisfiable range) is not media, so it is not sent.
  const isBodyless = answer.status === 416 || reply.request.method === 'HEAD';
  if (answer.status === 416) headers['content-length'] = '0';
  const raw = startRaw(reply, answer.status, headers);
  const pace = createPace(answer, timing);
  stream.watch(pace.isStuck);
  onAbort(stream.signal, () => {
    answer.abort();
    raw.destroy();
  });
  let isPaying = false;
  const resume = (): void => {
    if (!isPaying && !raw.writableNeedDrain) answer.resume();
  };
  raw.on('drain', resume);
  async function payNext(by: TrialGate): Promise<void> {
    isPaying = true;
    answer.pause();
    try {
      // One charge to the free trial may not cover all bytes of a chunk, so charges are repeated.
      while (by.paidBytes() <= 0) await by.pay();
    } catch {
      stream.cut('right-ended');
      return;
    }
    isPaying = false;
    resume();
  }
  if (isBodyless) {
    answer.abort();
    raw.end();
    return;
  }
  const cut = forbidden === undefined ? undefined : createByteCut(forbidden);
  const nulls = hasNullPackets
    ? sendNullPackets(
        (packet) => raw.write(packet),
        () => raw.writableLength === 0,
        timing.clock,
      )
    : undefined;
  if (nulls !== undefined) raw.once('close', nulls.end);
  answer.read({
    data(chunk) {
      pace.count(chunk.length);
      stream.flow();
      const kept = tracks === undefined ? chunk : tracks.pass(chunk);
      const allowed = cut === undefined ? kept : cut.pass(kept);
      if (allowed === undefined) return stream.cut('bytes-refused');
      nulls?.note(allowed);
      raw.write(allowed);
      if (raw.writableLength > bufferedLimitBytes) answer.pause();
      meter?.count(chunk.length);
      if (gate === undefined) return;
      gate.count(chunk.length);
      if (!isPaying && gate.paidBytes() <= 0) void payNext(gate);
    },
    end() {
      nulls?.end();
      const last = tracks?.rest() ?? Buffer.alloc(0);
      const allowed = cut === undefined ? last : cut.pass(last);
      const rest = cut === undefined ? Buffer.alloc(0) : cut.rest();
      if (allowed === undefined || rest === undefined) return stream.cut('bytes-refused');
      const bytes = Buffer.concat([allowed, rest]);
      // An empty buffer would cost a write of its own to the connection.
      if (bytes.length === 0) raw.end();
      else raw.end(bytes);
    },
    fail: () => raw.destroy(),
  });
}

/** Calls `stop` when a signal aborts, or immediately if it has aborted already. */
export function onAbort(signal: AbortSignal, stop: () => void): void {
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}

/**
 * Takes the HTTP response over from Fastify and writes the status and headers, including the headers that every answer
 * of this server carries.
 */
export function startRaw(
  reply: FastifyReply,
  status: number,
  headers: Record<string, string>,
): ServerResponse {
  const everyAnswer = reply.getHeaders();
  reply.hijack();
  // Errors of the response's connection need no handling of their own, because its `close` event follows.
  reply.raw.on('error', () => undefined);
  return reply.raw.writeHead(status, { ...everyAnswer, ...headers } as Record<string, string>);
}

/**
 * Creates a detector of stuck stream transfers: an upstream that sends almost nothing, or a client that no longer
 * reads.
 */
function createPace(answer: UpstreamAnswer, timing: StreamTiming) {
  let windowStartedAt = timing.clock.steadyMs();
  let receivedBytes = 0;
  let pausedAt: number | undefined;
  return {
    count(bytes: number): void {
      receivedBytes += bytes;
    },
    isStuck(): boolean {
      const now = timing.clock.steadyMs();
      if (answer.isPaused()) {
        pausedAt ??= now;
        windowStartedAt = now;
        receivedBytes = 0;
        return now - pausedAt >= timing.stalledClientMs;
      }
      pausedAt = undefined;
      if (now - windowStartedAt < timing.paceWindowMs) return false;
      const isDripping = receivedBytes < timing.paceBytes;
      windowStartedAt = now;
      receivedBytes = 0;
      return isDripping;
    },
  };
}
