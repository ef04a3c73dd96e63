import { createHash, randomBytes, randomInt } from 'node:crypto';
import { activationAlphabet, activationCodeLength } from '@butaca/contract';

/** Makes the code that a television shows: six random characters, so one of about 10⁹. */
export const newCode = (): string =>
  Array.from(
    { length: activationCodeLength },
    () => activationAlphabet[randomInt(activationAlphabet.length)],
  ).join('');

/** Makes the secret with which a television gets its session: 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the hash under which the secret of a television is stored. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Reads a code as a person types it: in small letters, with spaces or hyphens. */
export const readCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();
