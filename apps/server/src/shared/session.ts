import type { PlanKey, Role } from '@butaca/contract';

/** A person who is signed in on a device. Features declare a `Pick` of the fields that they read. */
export interface Session {
  accountId: string;
  username: string;
  role: Role;
  plan: PlanKey;
  /** The maximum number of the person's devices that may play at once. */
  maxStreams: number;
  /** Whether the person signed in with a one-time password and has not chosen their own password yet. */
  mustChangePassword: boolean;
  deviceId: string;
  /** The hash of the session token, which identifies the session without revealing the token. */
  sessionKey: string;
}
