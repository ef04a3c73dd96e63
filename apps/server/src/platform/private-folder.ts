import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** The permission bits of the group and of all other users. */
const sharedBits = 0o077;
/** The bit of folders in which all users of the machine keep files, such as `/tmp`. */
const stickyBit = 0o1000;

/** `open`: other users of the machine may have access. */
export type Privacy = 'private' | 'tightened' | 'open';

/**
 * Takes the permissions of the group and of all other users from a file or folder, if it belongs to the user of this
 * process. Links are not followed, and neither files with several names nor folders with the sticky bit are changed.
 * Never throws.
 *
 * @param path - a missing path counts as private; so does every path on Windows, which has no such permissions
 * @returns `tightened` when permissions were taken away, `open` when other users still have some
 */
export async function makePrivate(path: string): Promise<Privacy> {
  if (process.platform === 'win32') return 'private';
  try {
    await using handle = await open(
      path,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
    const entry = await handle.stat();
    if ((entry.mode & sharedBits) === 0) return 'private';
    const isOwn = entry.uid === process.geteuid?.();
    const isShared = (entry.mode & stickyBit) !== 0 || (entry.isFile() && entry.nlink > 1);
    if (!isOwn || isShared) return 'open';
    await handle.chmod(entry.mode & 0o7777 & ~sharedBits);
    return 'tightened';
  } catch {
    // The path is a link, or this process may not open or change what is there.
    return readPrivacy(path);
  }
}

/**
 * Tells whether users of the machine other than the owner have any permission for a file or folder, or for what a link
 * leads to. Never throws; a missing path is private, and so is every path on Windows.
 */
export function readPrivacy(path: string): Promise<'private' | 'open'> {
  if (process.platform === 'win32') return Promise.resolve('private');
  return stat(path).then(
    ({ mode }) => ((mode & sharedBits) === 0 ? 'private' : 'open'),
    () => 'private',
  );
}
