import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The port number in the name of Postgres's socket file. It is fixed, because no other Postgres listens in the same
 * folder.
 */
export const socketPort = 5432;

/**
 * The longest path of a Unix socket in bytes, without the terminating zero (`sun_path`: 108 on Linux, 104 elsewhere).
 */
const longestSocketPath = process.platform === 'linux' ? 107 : 103;

export interface SocketFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * Chooses the folder of Postgres's Unix socket: the data folder of the cluster, which only its owner may enter, or a
 * private temporary folder when the path of the data folder is too long for a socket.
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
