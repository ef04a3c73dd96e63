/*
 * Keys of Postgres's advisory locks, by which several processes of the product exclude each other in one database. The numbers
 * are arbitrary; each has to differ from the others.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */

/** Held while the schema is migrated, so that servers that start together migrate one after the other. */
export const schemaLock = 7_283_401;

/** Held by the one import that may run, whichever process runs it. */
export const importSlotLock = 7_283_402;

/** A merge of films into series takes it exclusively; everything else that publishes films and chapters in bulk shares it. */
export const catalogueSetsLock = 7_283_403;

/** Held by the one restore that may run. */
export const restoreLock = 7_283_404;
