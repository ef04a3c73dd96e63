/**
 * Hides what belongs to a provider that is removed, and deletes it when it has been hidden for two weeks, as what a list no
 * longer has. Until then the removal can be taken back. Each of these is one transaction, and none runs while an import
 * writes.
 */
import { missingKeptDays } from '@butaca/contract';
import { builtInProviders, bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { holdList, holdWriting } from '../../../shared/provider/import-locks.ts';
import {
  deleteSources,
  hideSources,
  isMissingSince,
  showSources,
} from '../../../shared/channel/missing-sources.ts';
import { deleteListings, hideListings, showListings } from '../../../shared/video/series-listings.ts';
import {
  deleteChapters,
  deleteFilms,
  hideChapters,
  hideFilms,
  showChapters,
  showFilms,
  showVersions,
} from '../../../shared/video/missing-videos.ts';
import { deleteVersions, hideVersions } from '../../../shared/video/versions.ts';

/** Begins a transaction in which whole providers are written. */
function inOneGo<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    // A provider may have a hundred thousand titles, which takes longer than the statement timeout of requests.
    await sql`set local statement_timeout = 0`.execute(trx);
    return work(trx);
  });
}

/** Keeps imports from writing until the transaction ends. @throws AppError `import.running` */
async function keepImportsOut(trx: Transaction<Database>): Promise<void> {
  if (!(await holdWriting(trx))) throw new AppError('import.running');
}

async function lockProvider(trx: Transaction<Database>, id: string) {
  const row = await trx
    .selectFrom('provider')
    .select(['name', 'removed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('provider.not_found');
  return row;
}

/** What plays from one provider only: its films, and the channels and series of which no other provider has anything. */
export type ProviderItemIds = ReadonlySet<string>;

/**
 * Removes a provider: hides what belongs to it.
 *
 * @returns how many sources, films, chapters and versions were hidden, and the ids of the channels and videos of which nothing is left
 * @throws AppError `provider.not_found`, `provider.built_in`, `provider.removed`, `import.running`
 */
export function hideProvider(
  db: Kysely<Database>,
  id: string,
  actor: Actor,
): Promise<{ hidden: number; itemIds: ProviderItemIds }> {
  return inOneGo(db, async (trx) => {
    const { name, removed_at: removedAt } = await lockProvider(trx, id);
    if (Object.values<string>(builtInProviders).includes(id)) throw new AppError('provider.built_in');
    if (removedAt !== null) throw new AppError('provider.removed');
    await keepImportsOut(trx);
    // Another process may be receiving its list.
    if (!(await holdList(trx, id))) throw new AppError('import.running');
    const isOwn = sql`provider_id = ${id}`;
    const hidden =
      (await hideSources(trx, isOwn)) +
      (await hideVersions(trx, isOwn)) +
      (await hideFilms(trx, isOwn)) +
      (await hideChapters(trx, isOwn)) +
      (await hideListings(trx, isOwn));
    // Every row of the removed provider has `missing_since` by now: rows without it belong to other providers.
    const { rows } = await sql<{ id: string }>`
      (select channel_id as id from channel_source where provider_id = ${id}
        except select channel_id from channel_source where missing_since is null)
      union select id from video where provider_id = ${id}
      union (
        (select video_id from chapter where provider_id = ${id}
          union select video_id from series_listing where provider_id = ${id})
        except select video_id from chapter where missing_since is null)`.execute(trx);
    await trx
      .updateTable('provider')
      .set({ removed_at: sql<Date>`now()`, is_refresh_requested: false })
      .where('id', '=', id)
      .execute();
    await recordAct(trx, actor, {
      action: 'provider.remove',
      subjectId: id,
      subjectName: name,
      after: { hidden },
    });
    await bumpCatalogueVersion(trx);
    return { hidden, itemIds: new Set(rows.map((row) => row.id)) };
  });
}

/**
 * Takes the removal of a provider back.
 *
 * @returns how many sources, films, chapters and versions are shown again
 * @throws AppError `provider.not_found`, `provider.not_removed`, `import.running`
 */
export function showProvider(db: Kysely<Database>, id: string, actor: Actor): Promise<number> {
  return inOneGo(db, async (trx) => {
    const { name, removed_at: removedAt } = await lockProvider(trx, id);
    if (removedAt === null) throw new AppError('provider.not_removed');
    await keepImportsOut(trx);
    // What was hidden before the removal stays hidden.
    const isHidden = sql`provider_id = ${id}
      and missing_since = (select removed_at from provider where id = ${id})`;
    const shown =
      (await showSources(trx, isHidden)) +
      (await showFilms(trx, isHidden)) +
      (await showChapters(trx, isHidden)) +
      (await showVersions(trx, isHidden)) +
      (await showListings(trx, isHidden));
    await trx
      .updateTable('provider')
      .set({
        removed_at: null,
        // A first list was given up, or its preview discarded, by the removal.
        is_refresh_requested: sql<boolean>`kind <> 'file' and entries is null`,
      })
      .where('id', '=', id)
      .execute();
    await recordAct(trx, actor, {
      action: 'provider.restore',
      subjectId: id,
      subjectName: name,
      after: { shown },
    });
    await bumpCatalogueVersion(trx);
    return shown;
  });
}

const isOld = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} < now() - make_interval(days => ${missingKeptDays})`;

/**
 * Deletes what has been hidden for long enough, and the providers that were removed so long ago, with everything of theirs.
 *
 * @returns whether anything was deleted; while an import writes, nothing is
 */
export async function deleteHidden(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_needed: boolean }>`
    select exists (select from channel_source where ${isOld(sql`missing_since`)})
      or exists (select from video where ${isOld(sql`missing_since`)})
      or exists (select from chapter where ${isOld(sql`missing_since`)})
      or exists (select from video_version where ${isOld(sql`missing_since`)})
      or exists (select from series_listing where ${isOld(sql`missing_since`)})
      or exists (select from provider where ${isOld(sql`removed_at`)}) as is_needed`.execute(db);
  if (rows[0]?.is_needed !== true) return false;
  try {
    await inOneGo(db, async (trx) => {
      await keepImportsOut(trx);
      const isGone = sql`provider_id in (select id from provider where ${isOld(sql`removed_at`)})`;
      await deleteSources(trx, sql`(${isMissingSince(missingKeptDays)}) or ${isGone}`);
      await deleteVersions(trx, sql`${isOld(sql`missing_since`)} or ${isGone}`);
      await deleteFilms(trx, sql`${isOld(sql`missing_since`)} or ${isGone}`);
      await deleteChapters(trx, sql`${isOld(sql`missing_since`)} or ${isGone}`);
      await deleteListings(trx, sql`${isOld(sql`missing_since`)} or ${isGone}`);
      await sql`delete from provider where ${isOld(sql`removed_at`)}`.execute(trx);
      await bumpCatalogueVersion(trx);
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'import.running') return false;
    throw error;
  }
}
