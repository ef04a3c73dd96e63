/**
 * Writes a guide that was read: in one transaction, and only what has changed since it was read last, because most programmes
 * are the same from day to day. What a guide said earlier of days that it no longer has stays, for as long as somebody can
 * still watch it.
 */
import { guidePastDaysMost } from '@butaca/contract';
import { bumpCatalogueVersion, guideWriteLock, type BulkSession, type Database } from '@butaca/db';
import type { GuideReading } from '@butaca/guide';
import { sql, type Kysely, type Transaction } from 'kysely';
import { guideChannelColumns, guideMatchColumns, programmeColumns } from './guide-work.ts';
import { linkChannels } from './link-channels.ts';

/** For how many days programmes are kept that are over, where the channel has no archive, and at most. */
export const pastDays = { least: 1, most: guidePastDaysMost };
/** How long a last programme is whose end the guide does not say, and a programme at most. */
const lengths = { unknown: sql.lit('1 hour'), longest: sql.lit('24 hours') };

/** Creates the temporary table for the programmes of a guide, empty. */
export async function createStaging(db: Kysely<Database>): Promise<void> {
  await sql`drop table if exists staged_programme`.execute(db);
  await sql`
    create temporary table staged_programme (
      position integer generated always as identity,
      xmltv_id text not null, starts_ms bigint not null, stops_ms bigint, title text not null, folded text not null,
      subtitle text, description text, categories text[] not null, season integer, episode integer, year integer,
      age_rating text, is_new boolean not null, is_live boolean not null, is_repeat boolean not null)`.execute(
    db,
  );
}

export const emptyStaging = (db: Kysely<Database>): Promise<unknown> =>
  sql`truncate staged_programme restart identity`.execute(db);

export const programmesTarget = `staged_programme (${programmeColumns})`;

/** What is known of a guide besides its programmes, which are in the temporary table. */
export interface GuideToWrite {
  sourceId: string;
  now: Date;
  reading: GuideReading;
  /** Lines for COPY. */
  channels: Uint8Array;
  matches: Uint8Array;
}

/** What of a guide is in the database now. */
export interface WrittenGuide {
  channels: number;
  programmes: number;
  firstAt: Date | null;
  lastAt: Date | null;
}

/**
 * Writes a guide in place of the one that was read before of its source.
 *
 * @param settle - called in the same transaction, with what was written, before it is committed
 */
export async function writeGuide(
  session: BulkSession,
  guide: GuideToWrite,
  settle: (trx: Transaction<Database>, written: WrittenGuide) => Promise<void>,
): Promise<void> {
  const { db } = session;
  await sql`drop table if exists staged_channel, staged_match, arranged_programme, chosen_link`.execute(db);
  await sql`create temporary table staged_channel (xmltv_id text not null, names text[] not null)`.execute(
    db,
  );
  await sql`
    create temporary table staged_match (channel_id text not null, xmltv_id text, candidates jsonb not null)`.execute(
    db,
  );
  await session.copyInto(`staged_channel (${guideChannelColumns})`, [Buffer.from(guide.channels)]);
  await session.copyInto(`staged_match (${guideMatchColumns})`, [Buffer.from(guide.matches)]);
  await sql`analyze staged_channel`.execute(db);
  await arrange(db);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${guideWriteLock})`.execute(trx);
    // The row of the source is locked before the links of channels, here as in every other transaction that needs both.
    await sql`select from guide_source where id = ${guide.sourceId} for no key update`.execute(trx);
    await writeChannels(trx, guide.sourceId);
    await writeMatches(trx, guide.sourceId);
    await writeProgrammes(trx, guide.sourceId, guide.now);
    await linkChannels(trx, guide.now);
    await deletePast(trx, guide.sourceId, guide.now);
    await settle(trx, await count(trx, guide.sourceId));
    await bumpCatalogueVersion(trx);
  });
  await sql`analyze programme, guide_channel, programme_title`.execute(db);
}

/**
 * Puts the programmes of each channel in order, so that at each instant there is at most one. Of programmes that begin at the
 * same time the first is kept that has an end within 24 hours, else the first; a missing end is the next start, and an end
 * after the next start is cut to it.
 */
async function arrange(db: Kysely<Database>): Promise<void> {
  await sql`
    create temporary table arranged_programme as
    select xmltv_id, starts_at,
      least(
        coalesce(stops_at, following_at, starts_at + interval ${lengths.unknown}),
        following_at, starts_at + interval ${lengths.longest}) as ends_at,
      title, folded, subtitle, description, categories, season, episode, year, age_rating, is_new, is_live, is_repeat
    from (
      select *, lead(starts_at) over (partition by xmltv_id order by starts_at) as following_at
      from (
        select distinct on (xmltv_id, starts_ms) *, to_timestamp(starts_ms / 1000.0) as starts_at,
          to_timestamp(stops_ms / 1000.0) as stops_at
        from staged_programme
        order by xmltv_id, starts_ms, coalesce(stops_ms - starts_ms <= 86400000, false) desc, position
      ) as single
    ) as followed`.execute(db);
  await sql`drop table staged_programme`.execute(db);
  await sql`analyze arranged_programme (xmltv_id, starts_at)`.execute(db);
}

async function writeChannels(trx: Transaction<Database>, sourceId: string): Promise<void> {
  await sql`
    delete from guide_channel as guide
    where source_id = ${sourceId}
      and not exists (select from staged_channel as staged where staged.xmltv_id = guide.xmltv_id)`.execute(
    trx,
  );
  await sql`
    insert into guide_channel (source_id, xmltv_id, names)
    select ${sourceId}, xmltv_id, names from staged_channel
    on conflict (source_id, xmltv_id) do update set names = excluded.names
    where guide_channel.names is distinct from excluded.names`.execute(trx);
}

async function writeMatches(trx: Transaction<Database>, sourceId: string): Promise<void> {
  await sql`delete from guide_match where source_id = ${sourceId}`.execute(trx);
  // A channel may have been deleted since the guide was matched.
  await sql`
    insert into guide_match (channel_id, source_id, xmltv_id, candidates)
    select staged.channel_id, ${sourceId}, staged.xmltv_id, staged.candidates
    from staged_match as staged join channel on channel.id = staged.channel_id`.execute(trx);
}

async function writeProgrammes(trx: Transaction<Database>, sourceId: string, now: Date): Promise<void> {
  await sql`
    insert into programme_title (folded)
    select distinct folded from arranged_programme on conflict (folded) do nothing`.execute(trx);
  await sql`
    create temporary table new_programme on commit drop as
    select guide.id as guide_channel_id, arranged.*, title.id as title_id
    from arranged_programme as arranged
    join guide_channel as guide on guide.source_id = ${sourceId} and guide.xmltv_id = arranged.xmltv_id
    join programme_title as title on title.folded = arranged.folded
    order by guide.id, arranged.starts_at`.execute(trx);
  await sql`drop table arranged_programme`.execute(trx);
  await sql`analyze new_programme (guide_channel_id, starts_at)`.execute(trx);
  await sql`
    create temporary table covered on commit drop as
    select guide.id, coalesce(min(fresh.starts_at), ${now}) as since
    from guide_channel as guide left join new_programme as fresh on fresh.guide_channel_id = guide.id
    where guide.source_id = ${sourceId}
    group by guide.id`.execute(trx);
  await sql`
    delete from programme as old using covered
    where old.guide_channel_id = covered.id and old.starts_at >= covered.since
      and not exists (
        select from new_programme as fresh
        where fresh.guide_channel_id = old.guide_channel_id and fresh.starts_at = old.starts_at
          and (fresh.ends_at, fresh.title, fresh.subtitle, fresh.description, fresh.categories, fresh.season,
            fresh.episode, fresh.year, fresh.age_rating, fresh.is_new, fresh.is_live, fresh.is_repeat)
            is not distinct from
            (old.ends_at, old.title, old.subtitle, old.description, old.categories, old.season,
            old.episode, old.year, old.age_rating, old.is_new, old.is_live, old.is_repeat))`.execute(trx);
  await sql`
    update programme as old set ends_at = covered.since from covered
    where old.guide_channel_id = covered.id and old.starts_at < covered.since and old.ends_at > covered.since
      and exists (select from new_programme as fresh where fresh.guide_channel_id = covered.id)`.execute(trx);
  await sql`
    insert into programme (guide_channel_id, starts_at, ends_at, title_id, title, subtitle, description, categories,
      season, episode, year, age_rating, is_new, is_live, is_repeat)
    select guide_channel_id, starts_at, ends_at, title_id, title, subtitle, description, categories,
      season, episode, year, age_rating, is_new, is_live, is_repeat
    from new_programme as fresh
    where not exists (
      select from programme as old
      where old.guide_channel_id = fresh.guide_channel_id and old.starts_at = fresh.starts_at)`.execute(trx);
  await sql`
    update guide_channel as guide
    set ends_at = (
      select ends_at from programme where guide_channel_id = guide.id order by starts_at desc limit 1)
    where source_id = ${sourceId}`.execute(trx);
}

/** Deletes what nobody can watch any more, and titles that no programme has. */
async function deletePast(trx: Transaction<Database>, sourceId: string, now: Date): Promise<void> {
  await sql`
    delete from programme using (
      select guide.id, coalesce(least(max(source.catchup_days), ${pastDays.most}), ${pastDays.least}) as days
      from guide_channel as guide
      left join guide_link as link on link.guide_channel_id = guide.id
      left join channel_source as source on source.channel_id = link.channel_id
      where guide.source_id = ${sourceId} group by guide.id
    ) as kept
    where programme.guide_channel_id = kept.id
      and programme.ends_at < ${now}::timestamptz - make_interval(days => kept.days)`.execute(trx);
  await sql`
    delete from programme_title as title
    where not exists (select from programme where programme.title_id = title.id)`.execute(trx);
}

async function count(trx: Transaction<Database>, sourceId: string): Promise<WrittenGuide> {
  const { rows } = await sql<WrittenGuide>`
    select (select count(*)::integer from guide_channel where source_id = ${sourceId}) as channels,
      count(*)::integer as programmes, min(starts_at) as "firstAt", max(programme.ends_at) as "lastAt"
    from programme join guide_channel as guide on guide.id = programme.guide_channel_id
    where guide.source_id = ${sourceId}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('a count has no row');
  return row;
}
