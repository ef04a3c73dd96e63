import { hash, randomBytes } from 'node:crypto';

/** A fresh session token: 256 random bits, opaque. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export const sessionKeyOf = (tokenHash: Buffer): string => tokenHash.toString('base64url');
