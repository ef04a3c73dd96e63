import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where guides are received, and where those that administrators upload are kept, so that they can be read again. */
export interface GuideFiles {
  /** Where guides are received; what is left by dead processes is removed from it. */
  uploadDir: string;
  /** The file of a source of the kind `file`. */
  pathOf(sourceId: string): string;
  /** Makes a received file that of a source. */
  keep(path: string, sourceId: string): Promise<void>;
  remove(sourceId: string): Promise<void>;
  /**
   * Removes kept files that belong to no source, and halves of files that a process left when it died.
   *
   * @param sourceIds - the ids of all sources with files
   * @param before - files that were received later stay: that of a new source is kept before the source is committed
   * @returns how many were removed
   */
  removeOrphans(sourceIds: ReadonlySet<string>, before: Date): Promise<number>;
}

/** The name of a kept file, or of one that is being copied: `guide-<id of the source>.xml`. Other files are no guides. */
const keptName = /^guide-([\w-]{1,64})\.xml(\.partial)?$/;

/** @param keptDir - shared by all servers */
export function createGuideFiles(uploadDir: string, keptDir: string): GuideFiles {
  const pathOf = (sourceId: string): string => join(keptDir, `guide-${sourceId}.xml`);
  return {
    uploadDir,
    pathOf,
    async keep(path, sourceId) {
      await mkdir(keptDir, { recursive: true, mode: 0o700 });
      const kept = pathOf(sourceId);
      try {
        await rename(path, kept);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
        const copy = `${kept}.partial`;
        await copyFile(path, copy);
        await rename(copy, kept);
        await rm(path, { force: true });
      }
    },
    remove: (sourceId) => rm(pathOf(sourceId), { force: true }),
    async removeOrphans(sourceIds, before) {
      const names = await readdir(keptDir).catch(nothingIfMissing);
      let removed = 0;
      for (const name of names ?? []) {
        const [, sourceId, partial] = keptName.exec(name) ?? [];
        if (sourceId === undefined || (partial === undefined && sourceIds.has(sourceId))) continue;
        const path = join(keptDir, name);
        const found = await stat(path).catch(nothingIfMissing);
        if (found === undefined || found.mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** What is missing was removed by another server, or was never there. */
function nothingIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
  throw error;
}
