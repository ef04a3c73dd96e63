import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Upload } from '../../../platform/http/serve-endpoint.ts';

/** A received upload, whole, on disk. Disposing of it removes the file. */
export interface SpooledUpload extends AsyncDisposable {
  path: string;
}

/** Removes uploads that a crash left behind. */
export async function clearSpool(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true });
}

/**
 * Receives an upload to its end before anything is read from it, so that one that breaks off changes nothing.
 *
 * @throws AppError `upload.interrupted` when the client goes away, `body.too_large` beyond the limit
 */
export async function spoolUpload(upload: Upload, dir: string): Promise<SpooledUpload> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${randomUUID()}.m3u`);
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(upload.stream, createWriteStream(path, { mode: 0o600 }));
    if (upload.isTruncated()) throw new AppError('body.too_large');
  } catch (error) {
    await remove();
    throw readFailure(error);
  }
  return { path, [Symbol.asyncDispose]: remove };
}

function readFailure(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOSPC')
    return new AppError('server.storage_full', { cause: error, retryAfterSeconds: 60 });
  const isInterrupted = error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ECONNRESET';
  return isInterrupted || error.message.includes('Unexpected end')
    ? new AppError('upload.interrupted', { cause: error })
    : error;
}
