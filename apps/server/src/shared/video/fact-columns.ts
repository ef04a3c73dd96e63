/*
 * Which columns of a video have values from sources of facts, and where the present value of each is from. A value that an
 * administrator has written is never replaced; one of the provider only by the provider; one of a source by anybody.
 */
import type { VideoRow } from '@butaca/db';

/** The columns that a source fills in. `found_year` is no part of what editors change. */
export const factColumns = [
  'tmdb_thumbnail',
  'backdrop',
  'description',
  'rating',
  'genres',
  'cast_names',
  'director',
  'trailer_address',
  'duration_seconds',
  'found_year',
] as const;
export type FactColumn = (typeof factColumns)[number];

/** From where a column has its value: `hand` an administrator, else the name of a source. The provider is not named. */
export type FactOrigins = Partial<Record<FactColumn, string>>;

const isFactColumn = (name: string): name is FactColumn => factColumns.some((column) => column === name);

/** Reads the column `fact_sources` or `given_facts`. */
export const readFactJson = <Value>(json: unknown): Partial<Record<FactColumn, Value>> =>
  typeof json === 'object' && json !== null ? { ...json } : {};

export const isEmptyFact = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Returns the columns that note which values an administrator has changed; what the provider had said is kept, so that it can
 * be restored.
 *
 * @param changed - the columns that differ from the stored ones
 */
export function markByHand(
  row: VideoRow,
  changed: readonly string[],
): { fact_sources?: string; given_facts?: string } {
  const columns = changed.filter(isFactColumn);
  if (columns.length === 0) return {};
  const origins = readFactJson<string>(row.fact_sources);
  const given = readFactJson<unknown>(row.given_facts);
  for (const column of columns) {
    if (origins[column] === undefined && !isEmptyFact(row[column])) given[column] = row[column];
    origins[column] = 'hand';
  }
  return { fact_sources: JSON.stringify(origins), given_facts: JSON.stringify(given) };
}
