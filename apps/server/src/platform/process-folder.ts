/*
 * Each server process writes what it keeps only while it runs, such as segments of converted films, into a folder named by its
 * process id and some random digits. A folder whose process no longer runs was left behind by a crash and is deleted at the next
 * start. Process ids are reused: a folder with this process's id and other digits is stale too.
 */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export const nameProcessFolder = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`;

/** Deletes the folders that crashed processes left behind in a folder. @param own - the folder of this process, which is kept */
export async function deleteStaleFolders(folder: string, own: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const stale = names.filter((name) => name !== own && !isOfAnother(name));
  await Promise.all(
    stale.map((name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })),
  );
}

function isOfAnother(name: string): boolean {
  const pid = Number(/^(\d+)-/.exec(name)?.[1]);
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
