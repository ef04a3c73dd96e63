import type { Session } from './session.ts';

/** Returns how many devices of a person may play at once: as many as the plan allows, and any number of an administrator's. */
export const countStreams = ({ role, maxStreams }: Pick<Session, 'role' | 'maxStreams'>): number =>
  role === 'admin' ? Number.POSITIVE_INFINITY : maxStreams;
