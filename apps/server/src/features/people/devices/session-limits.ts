import type { Clock } from '../../../platform/clock.ts';

const dayMs = 86_400_000;

/** Sessions that were last used or opened at these instants, or before, have expired. */
export interface SessionLimits {
  usedAfter: Date;
  openedAfter: Date;
}

const unusedMs = 30 * dayMs;
const openMs = 90 * dayMs;

/** Returns the limits of valid sessions: a session expires after 30 days without use, and 90 days after the sign-in. */
export function sessionLimits(clock: Clock): SessionLimits {
  const nowMs = clock.now().getTime();
  return { usedAfter: new Date(nowMs - unusedMs), openedAfter: new Date(nowMs - openMs) };
}

/** Returns the instant at which a session expires, in ms since 1970. */
export function sessionEndMs(lastUsedAt: Date, createdAt: Date): number {
  return Math.min(lastUsedAt.getTime() + unusedMs, createdAt.getTime() + openMs);
}
