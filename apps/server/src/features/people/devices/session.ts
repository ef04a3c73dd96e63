import { hash, randomBytes } from 'node:crypto';
import type { PlanKey, Role } from '@butaca/contract';

/** A person on a device, as every feature sees it. */
export interface Session {
  accountId: string;
  username: string;
  role: Role;
  plan: PlanKey;
  /** How many of the person's devices may play at once. */
  maxStreams: number;
  /** Signed in with a one-time password, and has not chosen their own yet. */
  mustChangePassword: boolean;
  deviceId: string;
  /** Names the session in caches and stream grants; says nothing of its token. */
  sessionKey: string;
}

/** A fresh session token: 256 random bits, opaque. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export const sessionKeyOf = (tokenHash: Buffer): string => tokenHash.toString('base64url');
