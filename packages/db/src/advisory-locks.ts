/*
 * Numbers at which processes of the product meet in one database. Any fixed numbers, each of its own.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */

/** Servers that start together bring the schema to their version one after the other. */
export const schemaLock = 7_283_401;

/** One import at a time, in whichever process. */
export const importSlotLock = 7_283_402;

/** Migrations of films to series take it alone; whatever else publishes films and chapters in sets shares it. */
export const catalogueSetsLock = 7_283_403;

/** One restore at a time. */
export const restoreLock = 7_283_404;
