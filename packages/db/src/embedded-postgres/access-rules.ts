import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import { writeDurably } from './write-durably.ts';

const fileName = 'pg_hba.conf';

/** How a role proves itself over the private socket: by its password, or not at all. */
type SocketAccess = 'scram-sha-256' | 'trust';

const rules = (socketAccess: SocketAccess): string => `# Written by Butaca when it starts; changes are lost.
local  all  all                ${socketAccess}
host   all  all  127.0.0.1/32  scram-sha-256
`;

/**
 * Writes who may connect to the embedded Postgres (pg_hba.conf), unless the file says so already. A Postgres that runs
 * has to reload the file.
 *
 * @returns whether the file changed
 */
export async function writeAccessRules(folder: string, socketAccess: SocketAccess): Promise<boolean> {
  const wanted = rules(socketAccess);
  if ((await readRules(folder)) === wanted) {
    return false;
  }
  await writeDurably(folder, fileName, wanted);
  return true;
}

async function readRules(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, fileName), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
