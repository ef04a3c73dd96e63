import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The fixed part of a socket's name; nothing else listens in its folder. */
export const socketPort = 5432;

/** The bytes of a path that fit a socket's address, without the terminating zero (`sun_path`: 108 on Linux, 104 elsewhere). */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

export interface SocketFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * The folder of the server's socket: the cluster's own folder, which only its owner may enter, or a private temporary folder
 * when the path of the first is too long for a socket.
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
