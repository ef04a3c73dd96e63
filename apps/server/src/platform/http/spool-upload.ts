import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from './app-error.ts';

/**
 * Receives what somebody uploads completely into a file before anything is read from it, so that an interrupted upload changes
 * nothing.
 *
 * @param extension - what its name ends in, by which the files of dead processes are found
 * @param onBytes - called with the number of bytes received so far
 * @returns the path of the file, which the caller has to remove; after a failure no file is left
 * @throws AppError `upload.interrupted` when the client disconnects, `body.too_large` beyond the limit
 */
export async function spoolUpload(
  upload: { stream: Readable; isTruncated(): boolean },
  dir: string,
  {
    signal,
    onBytes,
    extension = 'm3u',
  }: { signal: AbortSignal; onBytes(bytes: number): void; extension?: 'm3u' | 'xml' },
): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${process.pid}-${randomUUID()}.${extension}`);
  let received = 0;
  upload.stream.on('data', (piece: Buffer) => {
    received += piece.length;
    onBytes(received);
  });
  try {
    await pipeline(upload.stream, createWriteStream(path, { mode: 0o600 }), { signal });
    if (upload.isTruncated()) throw new AppError('body.too_large');
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw readFailure(error);
  }
}

function readFailure(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('body.too_large', { cause: error });
  if (code === 'ENOSPC') return new AppError('server.storage_full', { cause: error, retryAfterSeconds: 60 });
  // The multipart parser's error for a body that ends too early has no code, so its message is matched.
  const isInterrupted =
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || /unexpected end/i.test(error.message);
  return isInterrupted ? new AppError('upload.interrupted', { cause: error }) : error;
}
