/**
 * Writes the seasons of a video by comparing them with the stored ones, in at most five statements for any number of
 * seasons.
 *
 * 1. A season that an administrator sent is matched with the stored season of the same id, else of the same number; a
 * chapter by its id, else by its address; unmatched ones are new. People's playback positions refer to a chapter's id,
 * so they stay with the chapter.
 * 2. Chapters that were not sent are deleted first, and the address hashes of changed addresses are cleared: the unique
 * index is checked after each row, and two chapters may have exchanged their addresses.
 * 3. Seasons, then chapters, are written where they differ from the stored ones.
 * 4. Seasons that were not sent are deleted last, when they have no chapters any more.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { changedTags, type KnownTags, type SentTags } from '../source-tags.ts';
import { addressColumns, noHeaders } from './address-columns.ts';

export interface SeasonDraft {
  id?: string | undefined;
  seasonNumber: number;
  title?: string | undefined;
  chapters: readonly ChapterDraft[];
}

export interface ChapterDraft {
  id?: string | undefined;
  /** The number of the chapter to be written; by default its position in the season. */
  chapterNumber?: number | undefined;
  title: string;
  description?: string | undefined;
  duration?: string | undefined;
  /** The image of the chapter (episode) to be written; `undefined` keeps the present image. */
  thumbnail?: string | null | undefined;
  address?: string | undefined;
  /** The languages and the quality of the chapter to be written; those that are left out stay. */
  tags?: SentTags | undefined;
}

/**
 * What an edit changed in a series: the numbers of added, changed and removed chapters, and whether anything changed. Chapters
 * of which only languages or quality were changed are counted by `tagged` alone.
 */
export interface SeasonChanges {
  chapters: { added: number; changed: number; removed: number };
  isTouched: boolean;
  tagged: number;
}

/**
 * Writes the seasons and chapters of a video as an administrator sent them.
 *
 * @throws a conflict on `chapter_address_hash_key` when another chapter has one of the addresses
 */
export async function writeSeasons(
  trx: Transaction<Database>,
  videoId: string,
  drafts: readonly SeasonDraft[],
): Promise<SeasonChanges> {
  const knownSeasons = await trx
    .selectFrom('season')
    .select(['id', 'season_number', 'title'])
    .where('video_id', '=', videoId)
    .execute();
  const knownChapters = await readChapters(trx, videoId);
  const seasons = matchSeasons(videoId, drafts, knownSeasons);
  const chapters = matchChapters(videoId, drafts, seasons, knownChapters);

  const kept = new Set(chapters.map(({ id }) => id));
  const removed = knownChapters.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const known = new Map(knownChapters.map((chapter) => [chapter.id, chapter]));
  const written = chapters.filter((chapter) => !isSame(chapter, known.get(chapter.id)));
  const changed = written.filter((chapter) => !isSame(withoutTags(chapter), known.get(chapter.id)));
  const readdressed = written.filter(({ id, address_hash }) => {
    const before = known.get(id)?.address_hash ?? null;
    return before !== null && before !== address_hash;
  });

  if (removed.length > 0) {
    await sql`delete from chapter where id = any(${removed}::text[])`.execute(trx);
  }
  if (readdressed.length > 0) {
    await sql`update chapter set address_hash = null where id = any(${readdressed.map(({ id }) => id)}::text[])`.execute(
      trx,
    );
  }
  const writtenSeasons = seasons.filter(
    (season) => !knownSeasons.some((other) => isSame(season, { ...other, video_id: videoId })),
  );
  await upsertSeasons(trx, writtenSeasons);
  await upsertChapters(trx, written);
  const keptSeasons = seasons.map(({ id }) => id);
  const losesSeasons = knownSeasons.some(({ id }) => !keptSeasons.includes(id));
  if (losesSeasons) {
    await sql`delete from season where video_id = ${videoId} and id <> all(${keptSeasons}::text[])`.execute(
      trx,
    );
  }
  const added = changed.filter(({ id }) => !known.has(id)).length;
  return {
    chapters: { added, changed: changed.length - added, removed: removed.length },
    isTouched: losesSeasons || writtenSeasons.length + changed.length + removed.length > 0,
    tagged: written.length - changed.length,
  };
}

interface SeasonRecord {
  id: string;
  video_id: string;
  season_number: number;
  title: string;
}

interface ChapterTags {
  languages: readonly string[] | null;
  quality: string | null;
  edited_tags: readonly string[] | null;
}

/**
 * A row of the table `chapter` as it is sent to the database, with the hash of the chapter's stream address as
 * hexadecimal text.
 */
interface ChapterRecord extends ChapterTags {
  id: string;
  season_id: string;
  video_id: string;
  position: number;
  chapter_number: number;
  title: string;
  description: string;
  duration: string;
  thumbnail: string | null;
  address: string | null;
  address_hash: string | null;
  provider_key: string | null;
  stream_kind: string | null;
  provider_id: string | null;
  user_agent: string | null;
  referrer: string | null;
  cookie: string | null;
  origin: string | null;
}

async function readChapters(trx: Transaction<Database>, videoId: string): Promise<ChapterRecord[]> {
  const rows = await trx.selectFrom('chapter').selectAll().where('video_id', '=', videoId).execute();
  return rows.map((row) => ({
    ...row,
    address_hash: row.address_hash?.toString('hex') ?? null,
  }));
}

function matchSeasons(
  videoId: string,
  drafts: readonly SeasonDraft[],
  known: readonly { id: string; season_number: number }[],
): SeasonRecord[] {
  const taken = new Set(drafts.flatMap(({ id }) => id ?? []));
  return drafts.map(({ id, seasonNumber, title = '' }) => {
    const match =
      known.find((season) => season.id === id) ??
      known.find((season) => season.season_number === seasonNumber && !taken.has(season.id));
    return { id: match?.id ?? newId(), video_id: videoId, season_number: seasonNumber, title };
  });
}

function matchChapters(
  videoId: string,
  drafts: readonly SeasonDraft[],
  seasons: readonly SeasonRecord[],
  knownChapters: readonly ChapterRecord[],
): ChapterRecord[] {
  const byId = new Map(knownChapters.map((chapter) => [chapter.id, chapter]));
  const byHash = new Map(knownChapters.map((chapter) => [chapter.address_hash, chapter]));
  const taken = new Set(drafts.flatMap(({ chapters }) => chapters.flatMap(({ id }) => id ?? [])));
  return drafts.flatMap((season, index) =>
    season.chapters.map((draft, position) => {
      const { address_hash: hash, ...address } = addressColumns(draft.address);
      const address_hash = hash?.toString('hex') ?? null;
      const sameAddress = address_hash === null ? undefined : byHash.get(address_hash);
      const before =
        byId.get(draft.id ?? '') ??
        (sameAddress !== undefined && !taken.has(sameAddress.id) ? sameAddress : undefined);
      if (before !== undefined) taken.add(before.id);
      // The provider key (the provider's own id of a stream) and the request headers that an import stored stay with
      // the stream address, even when an edit moves the address to another chapter of the video.
      const described = sameAddress ?? { ...address, ...noHeaders };
      const {
        languages = null,
        quality = null,
        edited_tags = null,
      }: KnownTags = {
        ...before,
        ...changedTags(draft.tags ?? {}, before),
      };
      return {
        id: before?.id ?? newId(),
        season_id: seasons[index]?.id ?? '',
        video_id: videoId,
        position,
        chapter_number: draft.chapterNumber ?? position + 1,
        title: draft.title,
        description: draft.description ?? '',
        duration: draft.duration ?? '0:00',
        thumbnail: draft.thumbnail === undefined ? (before?.thumbnail ?? null) : draft.thumbnail,
        address: address.address,
        address_hash,
        provider_key: described.provider_key,
        stream_kind: described.stream_kind,
        provider_id: described.provider_id,
        user_agent: described.user_agent,
        referrer: described.referrer,
        cookie: described.cookie,
        origin: described.origin,
        languages,
        quality,
        edited_tags,
      };
    }),
  );
}

function isSame<T extends object>(record: T, known: Partial<T> | undefined): boolean {
  return (
    known !== undefined &&
    Object.entries(record).every(([name, value]) => {
      const before = known[name as keyof T];
      return before === value || (Array.isArray(value) && JSON.stringify(before) === JSON.stringify(value));
    })
  );
}

function withoutTags(chapter: ChapterRecord): Omit<ChapterRecord, keyof ChapterTags> {
  const { languages: _languages, quality: _quality, edited_tags: _edited, ...rest } = chapter;
  return rest;
}

async function upsertSeasons(trx: Transaction<Database>, records: readonly SeasonRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into season (id, video_id, season_number, title)
    select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
      as sent (id text, video_id text, season_number integer, title text)
    on conflict (id) do update set season_number = excluded.season_number, title = excluded.title`.execute(
    trx,
  );
}

async function upsertChapters(trx: Transaction<Database>, records: readonly ChapterRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into chapter (id, season_id, video_id, position, chapter_number, title, description, duration, thumbnail,
      address, address_hash, provider_key, stream_kind, provider_id, user_agent, referrer, cookie, origin, languages,
      quality, edited_tags)
    select id, season_id, video_id, position, chapter_number, title, description, duration, thumbnail, address,
      decode(address_hash, 'hex'), provider_key, stream_kind, provider_id, user_agent, referrer, cookie, origin,
      languages, quality, edited_tags
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as sent (id text, season_id text, video_id text,
      position integer, chapter_number integer, title text, description text, duration text, thumbnail text,
      address text, address_hash text, provider_key text, stream_kind text, provider_id text,
      user_agent text, referrer text,
      cookie text, origin text, languages text[], quality text, edited_tags text[])
    on conflict (id) do update set season_id = excluded.season_id, position = excluded.position,
      chapter_number = excluded.chapter_number, title = excluded.title, description = excluded.description,
      duration = excluded.duration, thumbnail = excluded.thumbnail, address = excluded.address,
      address_hash = excluded.address_hash, provider_key = excluded.provider_key,
      stream_kind = excluded.stream_kind, provider_id = excluded.provider_id,
      -- Only a chapter with the address that its list no longer has is missing from the list.
      missing_since = case when chapter.address_hash = excluded.address_hash then chapter.missing_since end,
      user_agent = excluded.user_agent, referrer = excluded.referrer,
      cookie = excluded.cookie, origin = excluded.origin, languages = excluded.languages,
      quality = excluded.quality, edited_tags = excluded.edited_tags`.execute(trx);
}
