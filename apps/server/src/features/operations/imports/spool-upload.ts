import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../platform/http/app-error.ts';
import { systemClock } from '../../../platform/clock.ts';

const spooledForm = /^(\d+)-[0-9a-f-]{36}\.m3u$/;
/** The list of a preview, or an unfinished copy of one. */
const keptForm = /^preview-([0-9a-f-]{36})\.m3u(\.[0-9a-f-]{36}\.partial)?$/;

/**
 * The path at which the M3U list of an import that is a preview (decided, but not published) is kept until an
 * administrator publishes it.
 */
export const previewPath = (dir: string, importId: string): string => join(dir, `preview-${importId}.m3u`);

/** Removes the M3U lists of dead processes from the upload folder; other files are kept. */
export async function clearSpool(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const left = names.filter((name) => {
    const processId = spooledForm.exec(name)?.[1];
    if (processId === undefined) return false;
    return Number(processId) === process.pid || !isRunning(Number(processId));
  });
  await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
}

/** So old is the list of a preview at least that is removed, in ms: another server may be about to commit a newer one. */
const leftAfterMs = 3_600_000;

/**
 * Removes the M3U lists of previews (imports waiting to be published) that no longer exist, and copies of lists that were
 * interrupted; other files are kept.
 *
 * @param previewIds - the ids of the existing previews
 */
export async function clearPreviews(dir: string, previewIds: ReadonlySet<string>): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  const unknown = names.filter((name) => {
    const [, previewId, unfinished] = keptForm.exec(name) ?? [];
    return previewId !== undefined && (unfinished !== undefined || !previewIds.has(previewId));
  });
  const now = systemClock.now().getTime();
  for (const path of unknown.map((name) => join(dir, name))) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && now - found.mtimeMs > leftAfterMs) await rm(path, { force: true });
  }
}

/** Keeps a received M3U list on disk until the preview of its import is published. */
export async function keepForPreview(path: string, dir: string, importId: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const kept = previewPath(dir, importId);
  try {
    await rename(path, kept);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    // The folder is on another file system, so the list is copied, and gets its name when it is complete.
    const copy = `${kept}.${randomUUID()}.partial`;
    try {
      await copyFile(path, copy);
      await rename(copy, kept);
    } finally {
      await rm(copy, { force: true });
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // A signal tests whether a process is running; the error EPERM means that the process exists and belongs to another
    // user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Receives an uploaded M3U list completely into a file before anything is read from it, so that an interrupted upload
 * changes nothing.
 *
 * @param onBytes - called with the number of bytes received so far
 * @returns the path of the file, which the caller has to remove; after a failure no file is left
 * @throws AppError `upload.interrupted` when the client disconnects, `body.too_large` beyond the limit
 */
export async function spoolUpload(
  upload: { stream: Readable; isTruncated(): boolean },
  dir: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${process.pid}-${randomUUID()}.m3u`);
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
