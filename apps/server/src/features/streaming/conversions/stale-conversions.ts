/*
 * Each process makes its segments in a folder named by its number. What a process has left that is gone, after a crash, the
 * next one deletes. Numbers come again: a folder of our own number that is not ours is of somebody who is gone, too.
 */
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

export const nameFolder = (): string => `${process.pid}-${randomBytes(4).toString('hex')}`;

/** @param own - the folder that stays */
export async function clearRemains(folder: string, own: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const remains = names.filter((name) => name !== own && !isOfAnother(name));
  await Promise.all(
    remains.map((name) => rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 })),
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
