import { bumpCatalogueVersion, catalogueSetsLock, type Database } from '@butaca/db';
import { describeAddress } from '@butaca/m3u';
import { sql, type Kysely, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { chapterClock } from './chapter-clock.ts';
import { hideChapters, showChapters } from './missing-videos.ts';
import { countParts, insertChapters, insertSeasons, orderChapters, readdress } from './write-sets.ts';

/** A chapter as an account gives it; its address is a stored one. */
export interface ListedChapter {
  address: string;
  seasonNumber: number;
  number: number;
  title: string;
  description: string;
  thumbnail: string | null;
  durationSeconds: number | null;
}

/** A series of an account, and when its chapters changed last, as the account said before it gave them. */
export interface SeriesListing {
  providerId: string;
  seriesId: string;
  videoId: string;
  changedAt: Date | null;
}

/**
 * Makes the chapters of a series follow those that an account gives: known ones keep their ids and with them the progress
 * of viewers, those that are gone are hidden, and new ones are added, unless the series has a chapter with that season and
 * number from elsewhere.
 */
export async function writeListedChapters(
  db: Kysely<Database>,
  listing: SeriesListing,
  chapters: readonly ListedChapter[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // No merge of films into series runs meanwhile.
    await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(trx);
    // Two processes that read the chapters of a series at once write them one after the other.
    const video = await trx
      .selectFrom('video')
      .select('id')
      .where('id', '=', listing.videoId)
      .forUpdate()
      .executeTakeFirst();
    if (video === undefined) return;
    await stage(trx, listing, chapters);
    await keepKnown(trx, listing);
    await addNew(trx, listing);
    await trx
      .updateTable('series_listing')
      .set({ read_at: sql<Date>`now()`, read_changed_at: listing.changedAt })
      .where('provider_id', '=', listing.providerId)
      .where('series_id', '=', listing.seriesId)
      .execute();
    await bumpCatalogueVersion(trx);
  });
}

async function stage(
  trx: Transaction<Database>,
  { providerId, videoId }: SeriesListing,
  chapters: readonly ListedChapter[],
): Promise<void> {
  const rows = chapters.map((chapter, nth) => {
    const {
      address,
      address_hash: hash,
      provider_key: key,
      stream_kind: kind,
    } = describeAddress(chapter.address);
    return {
      new_id: newId(),
      nth,
      season: chapter.seasonNumber,
      number: chapter.number,
      title: chapter.title,
      description: chapter.description,
      thumbnail: chapter.thumbnail,
      duration: chapterClock(chapter.durationSeconds ?? 0),
      address,
      address_hash: hash.toString('hex'),
      provider_key: key,
      stream_kind: kind,
    };
  });
  await sql`
    create temporary table listed_chapter on commit drop as
    select row.new_id, nth, season, number, title, description, thumbnail, duration, address,
      decode(row.address_hash, 'hex') as address_hash, provider_key, stream_kind, ${providerId}::text as provider_id,
      null::text as user_agent, null::text as referrer, null::text as cookie, null::text as origin,
      null::text[] as languages, null::text as quality, null::text[] as edited_tags,
      (select chapter.id from chapter
        where chapter.provider_id = ${providerId} and chapter.video_id = ${videoId}
          and chapter.provider_key = row.provider_key limit 1) as target_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      new_id text, nth integer, season integer, number integer, title text, description text, thumbnail text,
      duration text, address text, address_hash text, provider_key text, stream_kind text)`.execute(trx);
}

async function keepKnown(trx: Transaction<Database>, { providerId, videoId }: SeriesListing): Promise<void> {
  const known = sql`select * from listed_chapter where target_id is not null`;
  await readdress('chapter', known, sql`target.address_hash <> given.address_hash`).execute(trx);
  const isListed = sql`chapter.id in (select target_id from listed_chapter)`;
  await showChapters(trx, isListed);
  // A series that two listings of an account share would otherwise lose the chapters of one when the other is read.
  await hideChapters(
    trx,
    sql`chapter.provider_id = ${providerId} and chapter.video_id = ${videoId} and not coalesce(${isListed}, false)
      and (select count(*) from series_listing as listing
        where listing.provider_id = ${providerId} and listing.video_id = ${videoId}) = 1`,
  );
}

async function addNew(trx: Transaction<Database>, { videoId }: SeriesListing): Promise<void> {
  await sql`
    create temporary table new_chapter on commit drop as
    select distinct on (season, number) * from listed_chapter
    where target_id is null and not exists (
      select from chapter join season on season.id = chapter.season_id
      where chapter.video_id = ${videoId} and season.season_number = listed_chapter.season
        and chapter.chapter_number = listed_chapter.number and chapter.missing_since is null)
      -- Some accounts give one chapter in two series; an address belongs to one chapter only.
      and not exists (select from chapter where chapter.address_hash = listed_chapter.address_hash)
    order by season, number, nth`.execute(trx);
  await insertSeasons(
    sql`select distinct ${videoId}::text as video_id, season as season_number, '' as title from new_chapter`,
  ).execute(trx);
  await insertChapters(
    sql`
      select new_chapter.new_id as id, season.id as season_id, season.video_id, number as chapter_number, nth,
        new_chapter.title, description, thumbnail, duration, new_chapter.address, address_hash, provider_key,
        user_agent, referrer, cookie, origin, stream_kind, languages, quality, edited_tags, provider_id
      from new_chapter
      join season on season.video_id = ${videoId} and season.season_number = new_chapter.season`,
    sql`
      select season_id, max(position) as last_position from chapter where video_id = ${videoId} group by season_id`,
  ).execute(trx);
  await orderChapters(
    sql`season_id in (
      select season.id from season join new_chapter on season.season_number = new_chapter.season
      where season.video_id = ${videoId})`,
    'number',
  ).execute(trx);
  await countParts(sql`select ${videoId}::text`).execute(trx);
}
