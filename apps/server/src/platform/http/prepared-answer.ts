import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const zip = promisify(gzip);
/** Below this size compression saves fewer bytes than its headers cost. */
const compressFromBytes = 1_024;

/** @returns nothing where it is too small to gain by it */
export async function compress(json: Buffer): Promise<Buffer | undefined> {
  return json.length >= compressFromBytes ? await zip(json) : undefined;
}

/** An answer that is serialised once and sent many times. */
export interface PreparedAnswer {
  json: Buffer;
  gzipped: Buffer | undefined;
  etag: string;
}

/** Serialises and compresses an answer ahead of the requests that will get it. */
export async function prepareAnswer(text: string): Promise<PreparedAnswer> {
  const json = Buffer.from(text);
  return {
    json,
    gzipped: await compress(json),
    etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
  };
}
