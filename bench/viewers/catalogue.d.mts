import type { Kysely, sql } from 'kysely';
import type { Catalogue, Person, Summary } from './run-viewers.d.mts';

interface Size {
  films: number;
  channels: number;
  streamedFilms: number;
}

export function personOf(index: number): Person;
export function catalogueOf(size: Size): Catalogue;

/** Inserts films, channels and accounts with a session each. */
export function fillCatalogue(
  size: Size & { accounts: number; provider: string },
): <T>(tag: typeof sql, db: Kysely<T>) => Promise<void>;

/** Counts the viewers of whom an acknowledged position is not in the database. */
export function countLost(saved: Summary['saved']): <T>(tag: typeof sql, db: Kysely<T>) => Promise<number>;
