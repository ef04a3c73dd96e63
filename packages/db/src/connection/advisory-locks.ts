/*
 * Keys of Postgres's advisory locks, by which several processes of the product exclude each other in one database. The numbers
 * are arbitrary and distinct.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */

/**
 * The key of the lock held while the schema is migrated, so that servers that start together migrate one after the
 * other.
 */
export const schemaLock = 7_283_401;

/** The key of the lock that a running import holds: only one import runs at a time, among all processes. */
export const importSlotLock = 7_283_402;

/**
 * The key of a lock that a merge of films into series takes exclusively, and other bulk writers of films and chapters
 * share.
 */
export const catalogueSetsLock = 7_283_403;

/** The key of the lock that a running restore holds: only one restore runs at a time. */
export const restoreLock = 7_283_404;
