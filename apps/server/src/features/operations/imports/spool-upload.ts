import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../../platform/clock.ts';

const spooledForm = /^(\d+)-[0-9a-f-]{36}\.(?:m3u|xml)$/;
/** The list of a preview, or an unfinished copy of one. */
const keptForm = /^preview-([0-9a-f-]{36})\.m3u(\.[0-9a-f-]{36}\.partial)?$/;

/**
 * The path at which the M3U list of an import that is a preview (decided, but not published) is kept until an
 * administrator publishes it.
 */
export const previewPath = (dir: string, importId: string): string => join(dir, `preview-${importId}.m3u`);

/** Removes the lists and guides of dead processes from the upload folder; other files are kept. */
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
