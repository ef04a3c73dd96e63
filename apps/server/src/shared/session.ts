import type { PlanKey, Role } from '@butaca/contract';

/** A person who is signed in on a device. A feature takes a `Pick` of what it reads. */
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
