import type { Clock } from '../../../platform/clock.ts';

const dayMs = 86_400_000;

/** Sessions that were last used or opened at these instants, or before, have expired. */
export interface SessionLimits {
  usedAfter: Date;
  openedAfter: Date;
}

/** Returns the limits of valid sessions: a session expires after 30 days without use, and 90 days after the sign-in. */
export function sessionLimits(clock: Clock): SessionLimits {
  const nowMs = clock.now().getTime();
  return { usedAfter: new Date(nowMs - 30 * dayMs), openedAfter: new Date(nowMs - 90 * dayMs) };
}
