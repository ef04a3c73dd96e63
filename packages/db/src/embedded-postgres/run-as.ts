/**
 * Chooses the operating-system user that the embedded Postgres runs as, because Postgres refuses to run as root. Under
 * an ordinary user its programs are started directly; a user id without a name, as in some containers, gets the name
 * «nobody» in a Linux user namespace where possible. Under root the programs run in a user namespace in which root's
 * files belong to «nobody», so no file changes its owner and no account is created. Where namespaces are forbidden the
 * programs run as the real «nobody», keeping the one capability that lets them traverse root's folders, and the data
 * folder is given to that user.
 */
import { execFile } from 'node:child_process';
import { chown, lchown, lstat, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { programEnvironment } from './binaries.ts';

export interface RunAs {
  /**
   * The wrapper command (such as `unshare` or `setpriv`) that precedes a Postgres program and its arguments; empty to
   * start the program directly.
   */
  prefix: readonly string[];
  /**
   * The user id, as the server process sees it, that must own Postgres's data folder; `null` leaves the owner
   * unchanged.
   */
  ownerUid: number | null;
}

/**
 * Builds the command line that runs a Postgres program as the chosen user.
 * @returns a program and its arguments
 */
export function commandFor({ prefix }: RunAs, program: string, args: readonly string[]): [string, string[]] {
  const [wrapper, ...wrapperArgs] = prefix;
  return wrapper === undefined ? [program, [...args]] : [wrapper, [...wrapperArgs, program, ...args]];
}

const nobody = 65_534;
const execute = promisify(execFile);

export const inNamespace: RunAs = {
  prefix: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--'],
  ownerUid: 0,
};

export const asNobody: RunAs = {
  prefix: [
    'setpriv',
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--',
  ],
  ownerUid: nobody,
};

/**
 * Chooses the first way of running Postgres under an allowed user that works on this machine.
 *
 * @param postgres - the path of the Postgres program with which each way is tried
 * @param candidates - the ways to try when the server runs as root, best first
 * @throws {DatabaseStartError} under root when none of the ways works
 */
export async function chooseRunAs(
  postgres: string,
  candidates: readonly RunAs[] = [inNamespace, asNobody],
): Promise<RunAs> {
  if (process.getuid?.() !== 0) {
    const borrowed: RunAs = { prefix: inNamespace.prefix, ownerUid: null };
    const isUsable = !hasAccount() && (await canRun(commandFor(borrowed, postgres, ['--version'])));
    return isUsable ? borrowed : { prefix: [], ownerUid: null };
  }
  for (const candidate of candidates) {
    if (await canRun(commandFor(candidate, postgres, ['--version']))) {
      return candidate;
    }
  }
  throw new DatabaseStartError(
    'El Postgres incluido no puede ejecutarse como root en esta máquina. ' +
      'Arranca Butaca con un usuario normal, o indica una base de datos propia en DATABASE_URL.',
  );
}

function hasAccount(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

async function canRun(command: [string, string[]]): Promise<boolean> {
  try {
    await execute(...command, { env: programEnvironment() });
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes the user that Postgres runs as the owner of a folder and its contents; does nothing if that user already owns
 * the folder.
 */
export async function giveFolder(folder: string, { ownerUid }: RunAs): Promise<void> {
  if (ownerUid === null || (await lstat(folder)).uid === ownerUid) {
    return;
  }
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), ownerUid, ownerUid);
  }
  // The folder itself changes its owner after its contents: if the change is interrupted, the old owner still has the
  // folder, and the next start repeats the change.
  await chown(folder, ownerUid, ownerUid);
}
