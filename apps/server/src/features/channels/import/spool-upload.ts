import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Upload } from '../../../platform/http/serve-endpoint.ts';

/** A received upload, whole, on disk. Disposing of it removes the file. */
export interface SpooledUpload extends AsyncDisposable {
  path: string;
}

const spooledForm = /^(\d+)-[0-9a-f-]{36}\.m3u$/;

/** Removes uploads whose process has ended without removing them; nothing else in the folder is touched. */
export async function clearSpool(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const left = names.filter((name) => {
    const processId = spooledForm.exec(name)?.[1];
    return processId !== undefined && (Number(processId) === process.pid || !isRunning(Number(processId)));
  });
  await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // Somebody else's process may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Receives an upload to its end before anything is read from it, so that one that breaks off changes nothing.
 *
 * @throws AppError `upload.interrupted` when the client goes away, `body.too_large` beyond the limit
 */
export async function spoolUpload(upload: Upload, dir: string): Promise<SpooledUpload> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${process.pid}-${randomUUID()}.m3u`);
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
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC') return new AppError('server.storage_full', { cause: error, retryAfterSeconds: 60 });
  // The parser of the body has no code for one that ends too soon.
  const isInterrupted =
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || /unexpected end/i.test(error.message);
  return isInterrupted ? new AppError('upload.interrupted', { cause: error }) : error;
}
