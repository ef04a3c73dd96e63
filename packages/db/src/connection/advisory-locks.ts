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
 * The key of the advisory lock that every running M3U import holds in shared mode. Servers of earlier versions hold it
 * alone, because they run one import at a time and take the row of every other import for one of a dead process: while
 * servers are upgraded one after the other, imports of the two versions exclude each other.
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
export const handMadeBackupLock = 7_283_413;

/** Held while the stored titles are read again, or while that is applied or undone: one process does so at a time. */
export const readingLock = 7_283_407;

/** Held for a moment while a new reading takes `readingLock` and is noted, and while a noted one is found to be dead. */
export const readingNoteLock = 7_283_408;

/** Held while an import writes into the catalogue, and by what must not run beside that: imports write one after the other. */
export const importWriteLock = 7_283_409;

/**
 * First keys of pairs. Held in shared mode with the hash of an import's id while its process lives: an import that is
 * stored as running and has no such lock belongs to a dead process.
 */
export const importAliveLocks = 7_283_410;

/** First keys of pairs. Held with the hash of a provider's id while its list is received and imported. */
export const listLocks = 7_283_411;

/** First keys of pairs. Held in shared mode with its place by an import that waits until it may write. */
export const importQueueLocks = 7_283_412;

/** First keys of pairs. Held with the hash of a guide source's id while its guide is received, read and written. */
export const guideLocks = 7_283_414;

/** Held while a guide is written: guides share the titles of programmes. */
export const guideWriteLock = 7_283_416;

/** Held while a transaction decides anew which channel has its programmes from which channel of a guide. */
export const guideLinksLock = 7_283_415;
