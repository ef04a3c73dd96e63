import { hash, randomInt } from 'node:crypto';
import { recoveryCodeCount } from '@butaca/contract';

/** Base32 digits without `l`, `o`, `0` and `1`, which people confuse when they copy a code from paper. */
const digits = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 6;
const groupLength = 4;

/** Makes the recovery codes of one account: `abcd-efgh-ijkm-npqr-stuv-wxyz`, 120 random bits each, all different. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(newCode());
  return [...codes];
}

function newCode(): string {
  const group = () => Array.from({ length: groupLength }, () => digits[randomInt(digits.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

const separators = /[\s-]/g;

/** Whether a typed code is as long as a recovery code of the present form: its 120 random bits cannot be guessed. */
export const isUnguessable = (code: string): boolean =>
  code.replaceAll(separators, '').length >= groups * groupLength;

/**
 * The hash under which a recovery code is stored. A fast hash suffices from 112 random bits on (ASVS 5, 6.5.2). Codes of
 * any length are hashed alike, so shorter codes that were given out earlier stay valid. Case, spaces and dashes of a
 * typed code do not matter.
 */
export const hashRecoveryCode = (accountId: string, code: string): Buffer =>
  hash('sha256', `${accountId}\0${code.toLowerCase().replaceAll(separators, '')}`, 'buffer');
