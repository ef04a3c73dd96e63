/*
 * Hides films and chapters that lists no longer have, and shows them again when a list has them again. A series of which
 * every chapter is missing, and which no account lists, is not active. What an administrator has made inactive is left alone, and none of this counts
 * as an edit.
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { promoteVersions } from './versions.ts';
import { countParts, orderChapters, removeChapters, removeSeasons, removeVideos } from './write-sets.ts';

type Condition = RawBuilder<unknown>;

const hasContent = sql`(
  exists (select from chapter where chapter.video_id = video.id and chapter.missing_since is null)
  or exists (select from series_listing where series_listing.video_id = video.id and series_listing.missing_since is null))`;

/** Makes the genres of videos active or inactive as their videos are. @param ids - selects the ids of the videos */
const followVideos = (ids: Condition) => sql`
  update video_genre set active = video.active from video
  where video.id = video_genre.video_id and video.id in (${ids}) and video_genre.active <> video.active`;

/**
 * Hides films whose own address is missing; one with a version that is not hidden plays that one instead. Versions must be
 * hidden before.
 *
 * @param which - a condition on `video`
 * @returns how many addresses were not hidden before
 */
export async function hideFilms(trx: Transaction<Database>, which: Condition): Promise<number> {
  await sql`drop table if exists lost_film`.execute(trx);
  await sql`
    create temporary table lost_film on commit drop as
    select id from video where active and address is not null and (${which})`.execute(trx);
  const promoted = await promoteVersions(trx, 'video', sql`select id from lost_film`, { isKept: true });
  await sql`
    update video set active = false, missing_since = now()
    where id in (select id from lost_film except select id from ${promoted})`.execute(trx);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from lost_film`.execute(trx);
  const total = rows[0]?.total ?? 0;
  if (total > 0) await followVideos(sql`select id from video where missing_since = now()`).execute(trx);
  return total;
}

/** Shows films that were hidden. @param which - a condition on `video` @returns how many */
export async function showFilms(trx: Transaction<Database>, which: Condition): Promise<number> {
  return showVideos(trx, sql`address is not null and (${which})`);
}

/** Hides chapters as `hideFilms` does films. @param which - a condition on `chapter` @returns how many addresses */
export async function hideChapters(trx: Transaction<Database>, which: Condition): Promise<number> {
  await sql`drop table if exists lost_chapter`.execute(trx);
  await sql`
    create temporary table lost_chapter on commit drop as
    select id from chapter where missing_since is null and (${which})`.execute(trx);
  const promoted = await promoteVersions(trx, 'chapter', sql`select id from lost_chapter`, { isKept: true });
  await sql`
    update chapter set missing_since = now()
    where id in (select id from lost_chapter except select id from ${promoted})`.execute(trx);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from lost_chapter`.execute(trx);
  const total = rows[0]?.total ?? 0;
  if (total === 0) return 0;
  const touched = sql`select video_id from chapter where missing_since = now()`;
  await countParts(touched).execute(trx);
  await followContent(trx, touched);
  return total;
}

/** Hides series that have nothing to play any more, and shows those that have something again. @param ids - selects series */
export async function followContent(trx: Transaction<Database>, ids: Condition): Promise<void> {
  await sql`
    update video set active = false, missing_since = now()
    where active and address is null and id in (${ids}) and not ${hasContent}`.execute(trx);
  await followVideos(sql`select id from video where missing_since = now()`).execute(trx);
  await showVideos(trx, sql`address is null and id in (${ids}) and ${hasContent}`);
}

/** Shows chapters that were hidden. @param which - a condition on `chapter` @returns how many */
export async function showChapters(trx: Transaction<Database>, which: Condition): Promise<number> {
  await sql`drop table if exists shown_chapter`.execute(trx);
  await sql`
    create temporary table shown_chapter on commit drop as
    select id, video_id from chapter where missing_since is not null and (${which})`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update chapter set missing_since = null from shown_chapter as shown where chapter.id = shown.id`.execute(
    trx,
  );
  await countParts(sql`select video_id from shown_chapter`).execute(trx);
  // A series may also have got a new chapter while all of its own were missing.
  await showVideos(trx, sql`address is null and ${hasContent}`);
  return Number(numAffectedRows);
}

async function showVideos(trx: Transaction<Database>, which: Condition): Promise<number> {
  await sql`drop table if exists shown_video`.execute(trx);
  await sql`
    create temporary table shown_video on commit drop as
    select id from video where missing_since is not null and (${which})`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update video set active = true, missing_since = null where id in (select id from shown_video)`.execute(
    trx,
  );
  await followVideos(sql`select id from shown_video`).execute(trx);
  return Number(numAffectedRows);
}

/**
 * Shows versions that were hidden. A film or chapter that is hidden itself plays the first of them, and is shown with it.
 *
 * @param which - a condition on `video_version`
 * @returns how many versions
 */
export async function showVersions(trx: Transaction<Database>, which: Condition): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update video_version set missing_since = null where missing_since is not null and (${which})`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return 0;
  const hidden = (table: 'video' | 'chapter') => sql`
    select id from ${sql.table(table)} where missing_since is not null and address is not null`;
  const films = await promoteVersions(trx, 'video', hidden('video'), { isKept: true });
  await showFilms(trx, sql`id in (select id from ${films})`);
  const chapters = await promoteVersions(trx, 'chapter', hidden('chapter'), { isKept: true });
  await showChapters(trx, sql`id in (select id from ${chapters})`);
  return Number(numAffectedRows);
}

/** Deletes films; one with a version that is not hidden plays that one instead. @param which - a condition on `video` */
export async function deleteFilms(trx: Transaction<Database>, which: Condition): Promise<void> {
  await sql`drop table if exists gone_film`.execute(trx);
  await sql`
    create temporary table gone_film on commit drop as
    select id from video where address is not null and (${which})`.execute(trx);
  const promoted = await promoteVersions(trx, 'video', sql`select id from gone_film`, { isKept: false });
  await removeVideos({
    where: sql`id in (select id from gone_film except select id from ${promoted})`,
  }).execute(trx);
}

/**
 * Deletes chapters as `deleteFilms` does films, and the seasons and series that are left without any.
 *
 * @param which - a condition on `chapter`
 */
export async function deleteChapters(trx: Transaction<Database>, which: Condition): Promise<void> {
  await sql`drop table if exists gone_chapter, emptied_series`.execute(trx);
  await sql`
    create temporary table gone_chapter on commit drop as select id from chapter where ${which}`.execute(trx);
  const promoted = await promoteVersions(trx, 'chapter', sql`select id from gone_chapter`, { isKept: false });
  await sql`delete from gone_chapter where id in (select id from ${promoted})`.execute(trx);
  await sql`
    create temporary table emptied_series on commit drop as
    select distinct video_id from chapter where id in (select id from gone_chapter)`.execute(trx);
  await removeChapters({ where: sql`id in (select id from gone_chapter)` }).execute(trx);
  const touched = sql`select video_id from emptied_series`;
  await removeSeasons({
    where: sql`season.video_id in (${touched})
      and not exists (select from chapter where chapter.season_id = season.id)`,
  }).execute(trx);
  await removeVideos({
    where: sql`video.id in (${touched}) and not exists (select from chapter where chapter.video_id = video.id)
      and not exists (select from series_listing where series_listing.video_id = video.id)`,
  }).execute(trx);
  await orderChapters(sql`video_id in (${touched})`, 'position').execute(trx);
  await countParts(touched).execute(trx);
}
