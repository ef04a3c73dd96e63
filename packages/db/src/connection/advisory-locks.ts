/*
 * Keys of the Postgres advisory locks by which several processes of the product exclude each other in one database. The
 * numbers are arbitrary and distinct.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */

/**
 * The key of the advisory lock that is held while the database schema is migrated, so that servers that start together
 * migrate one after the other.
 */
export const schemaLock = 7_283_401;

/**
 * The key of the advisory lock that a running M3U import holds: only one import runs at a time, among all processes.
 */
export const importSlotLock = 7_283_402;

/**
 * The key of an advisory lock that a merge of films into series takes exclusively, and that imports, which write films
 * and chapters in bulk, take in shared mode: a merge and an import never write at the same time.
 */
export const catalogueSetsLock = 7_283_403;

/** The key of the advisory lock that a running restore of a backup holds: only one restore runs at a time. */
export const restoreLock = 7_283_404;

/**
 * Held while a server writes the demo and the first administrator into an empty database: servers that start together do so
 * one after the other.
 */
export const setUpLock = 7_283_406;

/** Held while a transaction gives numbers to channels, so that two transactions give different ones. */
export const channelNumbersLock = 7_283_405;

/** Held while a backup that an administrator made or uploaded is counted and gets its name. */
export const handMadeBackupLock = 7_283_411;

/** Held while the stored titles are read again, or while that is applied or undone: one process does so at a time. */
export const readingLock = 7_283_407;

/** Held for a moment while a new reading takes `readingLock` and is noted, and while a noted one is found to be dead. */
export const readingNoteLock = 7_283_408;
