import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { foldText } from '@butaca/contract';
import { createLazy } from '../../../platform/async/single-flight.ts';
import { createSemaphore } from '../../../platform/async/semaphore.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { spanishPasswords } from './spanish-passwords.ts';

/** The cost of a password hash (argon2): memory in KiB, and the number of passes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/**
 * The usual cost of a password hash: argon2id with 19 MiB and two passes.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const usualCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
/** The maximum number of concurrent password hashes; one processor core is left for the rest of the server. */
const inFlightLimit = Math.max(1, availableParallelism() - 1);
const queueLimit = 50;

const wellKnown = new Set([
  ...dictionary.passwords.filter((password) => password.length >= 8),
  ...spanishPasswords,
]);
const productWord = /butaca/i;
const fewestDifferent = 4;

/** Whether a password is one of the well-known worst, or hardly more than the name of the product or the user name. */
export function isWellKnownPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase();
  const folded = foldText(password);
  if (wellKnown.has(lower) || wellKnown.has(folded)) return true;
  if (productWord.test(folded) && folded.replace(productWord, '').length < 5) return true;
  if (new Set(folded).size < fewestDifferent) return true;
  return folded.replaceAll(foldText(username), '').length < 4;
}

/** Hashes and verifies passwords; limits how many hashes run at the same time. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password against an account's hash. Without a hash (no such account) the call takes the same time and
   * returns `false`, so that response times do not reveal which accounts exist.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Creates a password hasher; its methods throw AppError `server.unavailable` when more than fifty calls are waiting.
 */
export function createPasswordHasher(given: PasswordCost = usualCost): PasswordHasher {
  const cost = { ...given, parallelism: 1 };
  const semaphore = createSemaphore({
    running: inFlightLimit,
    waiting: queueLimit,
    refusal: () => new AppError('server.unavailable', { retryAfterSeconds: 2 }),
  });
  const decoy = createLazy(() => semaphore.run(() => hash('no account has this password', cost)));

  return {
    hash: (password) => semaphore.run(() => hash(password, cost)),
    async verify(passwordHash, password) {
      const hashOfNobody = decoy.get();
      const stored = passwordHash ?? (await hashOfNobody);
      const isMatch = await semaphore.run(() => verify(stored, password));
      return isMatch && passwordHash !== undefined;
    },
  };
}

const syllables = [
  'ba',
  'ca',
  'da',
  'fe',
  'gi',
  'lo',
  'ma',
  'ne',
  'pi',
  'ro',
  'su',
  'ta',
  've',
  'zo',
  'ju',
  'ki',
];

/** Generates a password that can be read aloud: four groups of four syllables, 64 bits. */
export function generatePassword(): string {
  const group = (): string =>
    Array.from({ length: 4 }, () => syllables[randomInt(syllables.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
