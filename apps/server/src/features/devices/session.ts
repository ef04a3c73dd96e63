import { createHash, randomBytes } from 'node:crypto';
import type { PlanKey, Role } from '@butaca/contract';

/** A person on a device, as every feature sees it. */
export interface Session {
  accountId: string;
  username: string;
  role: Role;
  plan: PlanKey;
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
  return createHash('sha256').update(token).digest();
}

export const sessionKeyOf = (tokenHash: Buffer): string => tokenHash.toString('base64url');
