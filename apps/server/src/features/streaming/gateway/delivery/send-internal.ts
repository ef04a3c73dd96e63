import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../platform/http/app-error.ts';
import { mediaHeaders } from '../stream/media-headers.ts';
import type { RunningStream } from './running-streams.ts';
import { onAbort, startRaw } from './send-bytes.ts';
import type { InternalMedia, InternalRequest, StreamTiming } from '../stream/stream.ts';

export type InternalAnswer = NonNullable<Awaited<ReturnType<InternalMedia['open']>>>;

/**
 * Opens media of this server (a converted film, the demo) by their internal address. @throws AppError `stream.invalid`
 * when the address names no media
 */
export async function openInternal(
  media: Readonly<Record<string, InternalMedia>>,
  { name, path }: { name: string; path: string },
  asked: InternalRequest,
): Promise<InternalAnswer> {
  const answer = Object.hasOwn(media, name) ? await media[name]?.open(path, asked) : undefined;
  if (answer === undefined) throw new AppError('stream.invalid');
  return answer;
}

/** Reads the whole text of a playlist that this server itself has made. */
export async function readInternalText(answer: InternalAnswer): Promise<string> {
  if (typeof answer.body === 'string') return answer.body;
  if (Buffer.isBuffer(answer.body)) return answer.body.toString();
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * Sends media of this server (a converted film, the demo) to the client; when the stream is cut, the transfer ends like
 * one from a provider's server.
 */
export function sendInternal(
  answer: InternalAnswer,
  stream: RunningStream,
  reply: FastifyReply,
  timing: StreamTiming,
): void {
  const raw = startRaw(reply, answer.status, mediaHeaders(answer.headers));
  onAbort(stream.signal, () => raw.destroy());
  const { body } = answer;
  if (typeof body === 'string' || Buffer.isBuffer(body)) raw.end(body);
  else if (reply.request.method === 'HEAD') {
    body.destroy();
    raw.end();
  } else {
    body.on('data', stream.flow);
    stream.watch(createPauseWatch(raw, timing));
    pipeline(body, raw, (error) => {
      if (error) raw.destroy();
    });
  }
}

/** Creates a check whether a client has read nothing for so long that its transfer is closed. */
function createPauseWatch(raw: ServerResponse, { stalledClientMs, clock }: StreamTiming): () => boolean {
  let pausedAt: number | undefined;
  raw.on('drain', () => (pausedAt = undefined));
  return () => {
    if (!raw.writableNeedDrain) return false;
    pausedAt ??= clock.steadyMs();
    return clock.steadyMs() - pausedAt >= stalledClientMs;
  };
}
