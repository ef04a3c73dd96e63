import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The fixed part of a socket's name; nothing else listens in its folder. */
export const socketPort = 5432;

/** Bytes of a path that fit a socket's address, less the closing zero (`sun_path`: 108 on Linux, 104 elsewhere). */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

export interface SocketFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * Where the server's socket goes: the cluster's own folder, which only its owner may enter, or a temporary
 * folder of the same kind when that path is too long for a socket.
 */
export async function chooseSocketFolder(clusterFolder: string): Promise<SocketFolder> {
  if (fits(clusterFolder)) {
    return { path: clusterFolder, remove: async () => {} };
  }
  const base = fits(join(tmpdir(), 'butaca-XXXXXX')) ? tmpdir() : '/tmp';
  const path = await mkdtemp(join(base, 'butaca-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath;
}
