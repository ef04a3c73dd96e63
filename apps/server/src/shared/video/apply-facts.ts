/*
 * Writes what a source knows of a work into the titles that are this work, and notes for each value where it is from. None of
 * it counts as an edit: the undo of an import removes such titles like others.
 */
import { foldText } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { WorkFacts } from '@butaca/facts';
import { sql, type Transaction } from 'kysely';
import { factColumns, isEmptyFact, readFactJson, type FactColumn, type FactOrigins } from './fact-columns.ts';
import { insertGenres } from './write-video.ts';

const columns = [
  ...factColumns,
  'id',
  'title',
  'tipo',
  'main_section',
  'active',
  'created_at',
  'custom_thumbnail',
  'thumbnail',
  'release_year',
  'fact_sources',
  'given_facts',
] as const;

type Row = Awaited<ReturnType<typeof lockRows>>[number];

const lockRows = (trx: Transaction<Database>, ids: readonly string[]) =>
  trx
    .selectFrom('video')
    .select(columns)
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** A work as it is kept: its source, its year, its running time in minutes, and its facts. */
interface KeptWork {
  source: string;
  year: number | null;
  runtime: number | null;
  facts: WorkFacts;
}

/** A title as it was when a source was asked for it. */
export interface SeenTitle {
  id: string;
  title: string;
  tipo: string;
  release_year: number | null;
}

/**
 * Brings the titles with a key into line with the work that they are: facts of the work are written where an administrator and
 * the provider say nothing, and what an earlier work has left is removed.
 *
 * @param seen - titles that get this key besides those that have it; one that was renamed since does not, and is looked for again
 * @returns how many titles changed
 */
export async function applyFacts(
  trx: Transaction<Database>,
  key: string,
  seen: readonly SeenTitle[] = [],
): Promise<number> {
  for (const { id, title, tipo, release_year: year } of seen)
    await trx
      .updateTable('video')
      .set({ facts_key: key })
      .where('id', '=', id)
      .where('title', '=', title)
      .where(sql<boolean>`video.tipo = ${tipo} and video.release_year is not distinct from ${year}::integer`)
      .execute();
  const rows = await trx.selectFrom('video').select('id').where('facts_key', '=', key).execute();
  const work = await findWork(trx, key);
  let changed = 0;
  for (const row of await lockRows(
    trx,
    rows.map(({ id }) => id),
  ))
    if (await write(trx, row, work, readFactJson<string>(row.fact_sources))) changed += 1;
  return changed;
}

async function findWork(trx: Transaction<Database>, key: string): Promise<KeptWork | undefined> {
  const row = await trx
    .selectFrom('title_match')
    .innerJoin('work_facts', (join) =>
      join
        .onRef('work_facts.source', '=', 'title_match.source')
        .onRef('work_facts.work_id', '=', 'title_match.work_id'),
    )
    .select(['work_facts.source', 'work_facts.year', 'work_facts.runtime', 'work_facts.facts'])
    .where('title_match.key', '=', key)
    .where('title_match.state', '=', 'matched')
    .executeTakeFirst();
  // Facts are stored as the package has read them.
  return row && { ...row, facts: row.facts as WorkFacts };
}

/**
 * Gives columns back to what the provider and the source say, after an administrator had written them.
 *
 * @returns whether an administrator had written one of them
 */
export async function restoreFacts(
  trx: Transaction<Database>,
  id: string,
  restored: readonly FactColumn[],
): Promise<boolean> {
  const [row] = await lockRows(trx, [id]);
  if (row === undefined) return false;
  const origins = readFactJson<string>(row.fact_sources);
  const given = readFactJson<unknown>(row.given_facts);
  const byHand = restored.filter((column) => origins[column] === 'hand');
  if (byHand.length === 0) return false;
  const back = Object.fromEntries(
    byHand.map((column) => [column, given[column] ?? emptyOf(column)]),
  ) as Partial<Row>;
  for (const column of byHand) {
    delete origins[column];
    delete given[column];
  }
  const { facts_key: key } = await trx
    .selectFrom('video')
    .select('facts_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const next: Row = { ...row, ...back };
  await trx
    .updateTable('video')
    .set({ given_facts: JSON.stringify(given) })
    .where('id', '=', id)
    .execute();
  await write(trx, row, key === null ? undefined : await findWork(trx, key), origins, next);
  return true;
}

/** What a column has without a value. */
const emptyOf = (column: FactColumn): unknown =>
  column === 'description' ? '' : column === 'genres' ? [] : null;

/**
 * Writes what differs from the stored row.
 *
 * @param origins - from where the values of `next` are
 * @param next - the row as it is to be before the facts of the work
 * @returns whether anything differed
 */
async function write(
  trx: Transaction<Database>,
  row: Row,
  work: KeptWork | undefined,
  origins: FactOrigins,
  next: Row = row,
): Promise<boolean> {
  const values: Partial<Record<FactColumn, unknown>> = {};
  for (const column of factColumns) {
    const isFound = origins[column] !== undefined && origins[column] !== 'hand';
    const isOpen = isFound || (origins[column] === undefined && isEmptyFact(next[column]));
    values[column] = next[column];
    if (!isOpen) continue;
    const value = work && valueOf(column, work, next);
    values[column] = value ?? emptyOf(column);
    if (work === undefined || value === undefined) delete origins[column];
    else origins[column] = work.source;
  }
  const changed = factColumns.filter((column) => !isSame(values[column], row[column]));
  const isNoted = isSame(origins, readFactJson(row.fact_sources));
  if (changed.length === 0 && isNoted) return false;
  const set = Object.fromEntries(changed.map((column) => [column, values[column]])) as Partial<
    Pick<Row, FactColumn>
  >;
  await trx
    .updateTable('video')
    .set({
      ...set,
      ...(changed.includes('description') && {
        search_text: foldText(`${row.title} ${String(values.description)}`),
      }),
      fact_sources: JSON.stringify(origins),
    })
    .where('id', '=', row.id)
    .execute();
  if (changed.includes('genres')) {
    await trx.deleteFrom('video_genre').where('video_id', '=', row.id).execute();
    const { tipo, main_section: mainSection, active } = row;
    await insertGenres(trx, row.id, { genres: set.genres ?? [], tipo, mainSection, active }, row.created_at);
  }
  return true;
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What a work says for a column; `undefined` for nothing. */
const valueOf = (column: FactColumn, work: KeptWork, row: Row): unknown => valuesOf[column](work, row);

const valuesOf: Readonly<Record<FactColumn, (work: KeptWork, row: Row) => unknown>> = {
  // It would stand before the provider's poster.
  tmdb_thumbnail: ({ facts }, row) =>
    row.custom_thumbnail === null && row.thumbnail === null ? facts.poster : undefined,
  backdrop: ({ facts }) => facts.backdrop,
  description: ({ facts }) => facts.overview,
  rating: ({ facts }) => facts.rating,
  genres: ({ facts }) => facts.genres,
  cast_names: ({ facts }) => facts.cast,
  director: ({ facts }) => facts.director,
  trailer_address: ({ facts }) => facts.trailer,
  duration_seconds: ({ runtime }, { tipo }) =>
    tipo === 'pelicula' && runtime !== null ? runtime * 60 : undefined,
  found_year: ({ year }, row) => (row.release_year === null ? (year ?? undefined) : undefined),
};
