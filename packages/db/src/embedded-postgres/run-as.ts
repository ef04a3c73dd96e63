/**
 * Postgres refuses to run as root. As an ordinary user its programs are started as they are (a user that has
 * only a number, as containers may give, borrows the name «nobody» where it can). As root they run
 * in a user namespace in which root's files belong to «nobody»: nothing to hand over, no account to create.
 * Where namespaces are forbidden they run as «nobody» outright, keeping the one capability that lets them
 * pass through folders of root, and the data folder is given to that user.
 */
import { execFile } from 'node:child_process';
import { chown, lchown, lstat, readdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseStartError } from '../database-start-error.ts';
import { programEnvironment } from './binaries.ts';

export interface RunAs {
  /** What goes before a program and its arguments. */
  prefix: readonly string[];
  /** Who must own what the program reads and writes, as this process sees it; `null` leaves owners alone. */
  ownerUid: number | null;
}

/** @returns what to spawn: a program and its arguments */
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
 * @param postgres - the program to try with
 * @param candidates - the ways for root, best first
 * @throws {DatabaseStartError} for root when neither way works
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

/** Gives a folder and all that is in it to the user that the programs run as; nothing is done when it has it. */
export async function giveFolder(folder: string, { ownerUid }: RunAs): Promise<void> {
  if (ownerUid === null || (await lstat(folder)).uid === ownerUid) {
    return;
  }
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), ownerUid, ownerUid);
  }
  // The folder itself goes last: as long as it has its old owner, an interrupted change is done again.
  await chown(folder, ownerUid, ownerUid);
}
