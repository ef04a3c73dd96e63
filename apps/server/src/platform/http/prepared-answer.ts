import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);
/** The size from which API answers are compressed; below it compression saves fewer bytes than its headers add. */
const compressFromBytes = 1_024;

/** Compresses an API answer. @returns `undefined` for an answer that is too small to benefit */
export async function compress(json: Buffer): Promise<Buffer | undefined> {
  return json.length >= compressFromBytes ? await zip(json) : undefined;
}

/** An API answer that is serialised and compressed once and sent many times. */
export interface PreparedAnswer {
  json: Buffer;
  gzipped: Buffer | undefined;
  etag: string;
}

/** Compresses an API answer once, for many requests. @param written - its JSON */
export async function prepareAnswer(written: string | Buffer): Promise<PreparedAnswer> {
  const json = typeof written === 'string' ? Buffer.from(written) : written;
  return {
    json,
    gzipped: await compress(json),
    etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
  };
}

export const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(headers['accept-encoding'] ?? '');

/**
 * Sends a prepared (already serialised) answer: compressed where the client accepts that, or status 304 where the
 * client already has the same answer.
 */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PreparedAnswer,
): FastifyReply {
  void reply.header('etag', answer.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send();
  if (answer.gzipped !== undefined && takesGzip(request)) {
    return reply.header('content-encoding', 'gzip').send(answer.gzipped);
  }
  return reply.send(answer.json);
}
