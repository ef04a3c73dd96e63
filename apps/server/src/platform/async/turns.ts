import { setImmediate } from 'node:timers/promises';

/**
 * Resolves when this process has done what was waiting: sockets are read, and other requests go on. No time needs to pass
 * for it, so that it is no matter of a `Clock`.
 */
export const nextTurn = (): Promise<void> => setImmediate();
