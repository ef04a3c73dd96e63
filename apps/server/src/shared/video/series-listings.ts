/*
 * The series of Xtream accounts. A listing says that an account has a series; its chapters are requested later, and belong
 * to the account as those of a list belong to the list's provider. A series is in the catalogue while an account lists it
 * or it has chapters.
 */
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '@butaca/db';
import { followContent, hideChapters, showChapters } from './missing-videos.ts';
import { removeVideos } from './write-sets.ts';

type Condition = RawBuilder<unknown>;

/**
 * SQL that stores the listings of series, or when their chapters changed last.
 *
 * @param rows - selects provider_id, series_id, video_id and changed_at
 */
export const storeListings = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into series_listing (provider_id, series_id, video_id, changed_at)
  select provider_id, series_id, video_id, changed_at from (${rows}) as made
  on conflict (provider_id, series_id) do update set changed_at = excluded.changed_at
  where series_listing.changed_at is distinct from excluded.changed_at`;

/** The chapters of the listings whose `missing_since` is `since`, that belong to the same account. */
const chaptersOf = (since: Condition) => sql`exists (
  select from series_listing as listing
  where listing.provider_id = chapter.provider_id and listing.video_id = chapter.video_id
    and listing.missing_since is not distinct from ${since})`;

/** Hides series that an account no longer lists. @param which - a condition on `series_listing` @returns how many */
export async function hideListings(trx: Transaction<Database>, which: Condition): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update series_listing set missing_since = now() where missing_since is null and (${which})`.execute(trx);
  if (numAffectedRows === 0n) return 0;
  await hideChapters(trx, chaptersOf(sql`now()`));
  await followContent(trx, sql`select video_id from series_listing where missing_since = now()`);
  return Number(numAffectedRows);
}

/** Shows series that an account lists again. @param which - a condition on `series_listing` @returns how many */
export async function showListings(trx: Transaction<Database>, which: Condition): Promise<number> {
  await sql`drop table if exists shown_listing`.execute(trx);
  await sql`
    create temporary table shown_listing on commit drop as
    select provider_id, series_id, video_id, missing_since from series_listing
    where missing_since is not null and (${which})`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update series_listing set missing_since = null from shown_listing as shown
    where series_listing.provider_id = shown.provider_id and series_listing.series_id = shown.series_id`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return 0;
  await showChapters(
    trx,
    sql`exists (
      select from shown_listing as shown
      where shown.provider_id = chapter.provider_id and shown.video_id = chapter.video_id
        and shown.missing_since = chapter.missing_since)`,
  );
  await followContent(trx, sql`select video_id from shown_listing`);
  return Number(numAffectedRows);
}

/** Deletes listings, and the series that are left without chapters. @param which - a condition on `series_listing` */
export async function deleteListings(trx: Transaction<Database>, which: Condition): Promise<void> {
  await sql`drop table if exists emptied_listing`.execute(trx);
  await sql`
    create temporary table emptied_listing on commit drop as
    select distinct video_id from series_listing where ${which}`.execute(trx);
  await sql`delete from series_listing where ${which}`.execute(trx);
  await removeVideos({
    where: sql`video.id in (select video_id from emptied_listing)
      and not exists (select from chapter where chapter.video_id = video.id)
      and not exists (select from series_listing where series_listing.video_id = video.id)`,
  }).execute(trx);
}
