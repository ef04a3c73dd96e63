import { hash, randomBytes } from 'node:crypto';

/** Generates a session token: 256 random bits, opaque to clients. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash of a session token; the database stores only that hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export const sessionKeyOf = (tokenHash: Buffer): string => tokenHash.toString('base64url');
