import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
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
}

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
  };
}
