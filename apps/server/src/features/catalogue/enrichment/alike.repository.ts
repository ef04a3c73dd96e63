/*
 * One query ranks the videos that are similar to a given video. Candidates are collected from a few sources, each read
 * from an index with a limit, so that a catalogue of a hundred thousand titles costs as much as one of a thousand. The
 * sources are: videos that some viewers of the video watched lately, the newest videos of each of its genres within its
 * type, videos whose titles begin like its title, and the newest videos of its type. Most videos have few viewers, and
 * two videos that a few viewers have in common may be a coincidence. For a video with few viewers the query therefore
 * also takes the videos nearest to it, and what their viewers watched lately becomes another source of candidates. Only
 * children's videos are candidates for a children's video, and none of them for any other video; videos for adults are
 * candidates for none.
 *
 * The score of a candidate is a weighted sum of: viewers in common (a cosine, which does not favour videos that
 * everybody watches, damped where there are few such viewers), viewers in common with the nearest videos (damped too,
 * and divided by the candidate's popularity), genres in common, words in common in title and description (words that
 * are rare among the candidates count most), the same beginning of the title, the same section, and the distance
 * between the years. Equal scores are ordered by rating, then by newest first.
 */
import { kidsCategory, kidsSection } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isChoosable, isShown } from '../../../shared/adults.ts';
import { isVideoForKids, kidsTipo } from '../../../shared/video/kids.ts';

/** The properties of a video by which «similar videos» compares it with other videos. */
export interface Compared {
  id: string;
  /** The video's title as a sort key; two videos with the same sort key are copies of one title. */
  titleSort: string;
  tipo: string;
  /** The video's genres, folded (lower case, no accents). */
  genres: readonly string[];
  mainSection: string | null;
  subcategoria: string | null;
  releaseYear: number | null;
  /**
   * The words of the video's title and description: folded (lower case, no accents), made of letters and digits,
   * without short and very common words.
   */
  words: readonly string[];
  /**
   * Pattern for SQL `like` that matches videos whose titles begin as this video's title does; `undefined` where that
   * beginning is too short or too common.
   */
  beginning: string | undefined;
  isForKids: boolean;
}

export interface AlikeRow {
  id: string;
  titleSort: string;
  score: number;
  /** How many viewers watched both the given video and this similar one, counted among a limited sample of viewers. */
  together: number;
  /** How many viewers of the videos nearest to the given one watched this similar one, in the same kind of sample. */
  near: number;
  sharedGenres: string[];
  beginsAlike: boolean;
}

/** Limits on the number of rows that the query for similar videos reads from each source of candidates. */
const watchers = 300;
const watchedByEach = 40;
const watchedTogether = 80;
const audience = 1_000;
/**
 * From this number of viewers on, a video's own viewers are a large enough sample, and the query for similar videos
 * does not read the viewers of the nearest videos as well.
 */
const enoughWatchers = 50;
const nearest = 10;
const watchersOfNearest = 30;
const watchedNear = 60;
const newestOfGenre = 150;
const newestOfType = 60;
const beginningAlike = 30;

export function createAlikeRepository(db: Kysely<Database>) {
  return {
    /**
     * Lists at most `limit` active videos that are similar to `video`, the most similar first. Copies of the same title
     * count as one video, and copies of `video` itself are left out.
     */
    async list(video: Compared, limit: number): Promise<AlikeRow[]> {
      const { rows } = await rank(video, limit).execute(db);
      return rows;
    },

    /**
     * Returns those of the given titles of which a person has begun to watch at least one copy.
     * @param titles - as sort keys (lower case, no accents, no leading article)
     */
    async listBegun(accountId: string, titles: readonly string[]): Promise<string[]> {
      if (titles.length === 0) return [];
      const rows = await db
        .selectFrom('progress')
        .innerJoin('video', 'video.id', 'progress.video_id')
        .select('title_sort')
        .distinct()
        .where('account_id', '=', accountId)
        .where('title_sort', '=', sql<string>`any(${[...titles]}::text[])`)
        .execute();
      return rows.map((row) => row.title_sort);
    },

    /**
     * Returns the titles of the videos with the given ids, as sort keys (lower case, no accents, no leading article).
     */
    async listTitles(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .selectFrom('video')
        .select('title_sort')
        .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
        .execute();
      return rows.map((row) => row.title_sort);
    },

    /**
     * Returns the ids of the videos of which a person has watched at least a fifth (of a film) or any chapter (of a
     * series), the most recently watched first and none for adults; the home page shows rows of videos similar to them.
     */
    async listLatest(accountId: string, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('progress')
        .innerJoin('video', 'video.id', 'progress.video_id')
        .select('video_id')
        .where('account_id', '=', accountId)
        .where(isChoosable('video'))
        .where((where) =>
          where.or([
            where('is_completed', '=', true),
            where('chapter_id', 'is not', null),
            where('progress', '>=', watchedFrom),
          ]),
        )
        .orderBy('last_watched_on', 'desc')
        .orderBy('last_watched_at', 'desc')
        .orderBy('video_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => row.video_id);
    },

    /**
     * Lists the active videos with the given titles; several copies of one title are ordered newest first. @param
     * titles - as sort keys (lower case, no accents, no leading article)
     */
    listByTitles: (titles: readonly string[]) =>
      titles.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('video')
            .select(['id', isChoosable('video').as('is_choosable')])
            .where(isShown('video'))
            .where('title_sort', '=', sql<string>`any(${[...titles]}::text[])`)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(100)
            .execute(),
  };
}

export type AlikeRepository = ReturnType<typeof createAlikeRepository>;

/** SQL condition on rows of `video`, with the condition of the indexes of active videos. */
const isCandidate = sql`video.active and ${isChoosable('video')}`;

/** SQL condition on rows of `video`: both the row and the given video are for children, or neither is. */
const isOfSameZone = ({ isForKids }: Compared): RawBuilder<boolean> =>
  isForKids ? sql`${isVideoForKids}` : sql`${isVideoForKids} is not true`;

/** The watched fraction from which on a film counts as watched when similar titles are looked for. */
const watchedFrom = 0.2;

/**
 * SQL for two sources of candidates in the search for similar videos: videos watched by the given video's own viewers
 * (`together`), and videos watched by viewers of its nearest videos (`near`).
 */
const watchedLists = (video: Compared): RawBuilder<unknown> => {
  const { id, genres } = video;
  return sql`
    watcher as materialized (
      select account_id from progress where video_id = ${id} order by account_id desc limit ${watchers}
    ),
    together as materialized (
      select seen.video_id, count(*)::integer as watched
      from watcher cross join lateral (
        select video_id from progress where progress.account_id = watcher.account_id
        order by last_watched_on desc, last_watched_at desc, video_id desc limit ${watchedByEach}
      ) as seen
      where seen.video_id <> ${id}
      group by seen.video_id
      order by watched desc, seen.video_id desc limit ${watchedTogether}
    ),
    nearest as materialized (
      select together.video_id as id from together join video on video.id = together.video_id
      cross join lateral (select ${audienceOf(sql`together.video_id`)} as size) as audience
      cross join lateral (
        select count(*)::integer as genres from video_genre
        where video_genre.video_id = video.id and genre_folded = any(${[...genres]}::text[])) as shared
      where (select count(*) from watcher) < ${enoughWatchers}
        and ${isOfSameZone(video)}
      order by ${cosine(sql`watched`, sql`audience.size`)} + ${weights.genres} * ${jaccard(video, sql`shared.genres`, sql`cardinality(video.genres)`)}
        desc, together.video_id desc
      limit ${nearest}
    ),
    -- Whole numbers: they add up to the same in any order.
    fan as materialized (
      select account_id, sum(${fanWhole} / (size + 2)) as weight
      from nearest cross join lateral (
        select account_id, count(*) over () as size from (
          select account_id from progress where progress.video_id = nearest.id
          order by account_id desc limit ${watchersOfNearest}) as person
      ) as watched
      group by account_id
    ),
    near as materialized (
      select seen.video_id, count(*)::integer as viewers,
        sum(fan.weight) / (${fanWhole}::float8 * (select count(*) from nearest)) as share
      from fan cross join lateral (
        select video_id from progress where progress.account_id = fan.account_id
        order by last_watched_on desc, last_watched_at desc, video_id desc limit ${watchedByEach}
      ) as seen
      where seen.video_id <> ${id}
      group by seen.video_id
      order by sum(fan.weight) desc, seen.video_id desc limit ${watchedNear}
    )`;
};

/**
 * SQL for the similarity score of a candidate video. The score is rounded, because a floating-point sum depends on the
 * order of its terms, which the query planner may change.
 */
const score = (video: Compared): RawBuilder<number> => sql<number>`
        round((${cosine(sql`together`, sql`audience`)}
          + ${weights.near} * near / power(greatest(audience, 1), 0.25)
          + ${weights.genres} * ${jaccard(video, sql`cardinality(shared_genres)`, sql`genres`)}
          + ${weights.words} * least(1, coalesce(told.weight, 0) / ${fullWords}::float8)
          + ${weights.beginning} * begins_alike::integer
          + ${weights.section} * in_section::integer
          + ${weights.years} * coalesce(greatest(0, 1 - abs(release_year - ${video.releaseYear}::integer) / 20.0), 0)
          )::numeric, 6)::float8`;

function rank(video: Compared, limit: number): RawBuilder<AlikeRow> {
  const { titleSort, genres, words } = video;
  return sql<AlikeRow>`
    with ${watchedLists(video)},
    listed as materialized (
      select video_id as id from together
      union
      select video_id from near
      union
      ${video.isForKids ? listKids() : listRelated(video)}
      ${
        video.beginning === undefined
          ? sql``
          : sql`union (
        select id from video where ${isCandidate} and title_sort like ${video.beginning}
        order by title_sort using ~<~, id limit ${beginningAlike})`
      }
    ),
    candidate as materialized (
      select video.id, video.title_sort, video.search_text, video.release_year, video.rating, video.created_at,
        coalesce(together.watched, 0) as together,
        coalesce(near.share, 0) as near,
        coalesce(near.viewers, 0) as near_viewers,
        ${video.beginning === undefined ? sql`false` : sql`video.title_sort like ${video.beginning}`} as begins_alike,
        coalesce(video.main_section = ${video.mainSection}, false)
          or coalesce(video.subcategoria = ${video.subcategoria}, false) as in_section,
        array(
          select genre from video_genre
          where video_genre.video_id = video.id and genre_folded = any(${[...genres]}::text[]) order by genre_folded
        ) as shared_genres,
        cardinality(video.genres) as genres,
        case when coalesce(together.watched, near.share) > 0 then ${audienceOf(sql`video.id`)} else 0 end as audience
      from listed join video on video.id = listed.id
        left join together on together.video_id = video.id left join near on near.video_id = video.id
      where ${isCandidate} and video.title_sort <> ${titleSort}
        and ${isOfSameZone(video)}
    ),
    hit as materialized (
      select candidate.id, word.text
      from candidate join unnest(${[...words]}::text[]) as word (text)
        on position(word.text in candidate.search_text) > 0
    ),
    rarity as (
      select text, ln(1 + (select count(*) from candidate)::float8 / count(*)) as weight from hit group by text
    ),
    told as (
      select hit.id, sum(rarity.weight) as weight from hit join rarity on rarity.text = hit.text group by hit.id
    ),
    weighed as (
      select candidate.id, title_sort, together, near_viewers, shared_genres, begins_alike, rating, created_at,
        ${score(video)} as score
      from candidate left join told on told.id = candidate.id
    ),
    -- A title that is here twice is shown once.
    copy as (
      select *, row_number() over (partition by title_sort order by ${bestFirst}) as copy_rank from weighed
    )
    select id, title_sort as "titleSort", score, together, near_viewers as near, shared_genres as "sharedGenres",
      begins_alike as "beginsAlike"
    from copy where copy_rank = 1
    order by ${bestFirst}
    limit ${limit}`;
}

const bestFirst = sql`score desc, rating desc nulls last, created_at desc, id desc`;

/**
 * How many points each kind of similarity (viewers in common, genres, words …) contributes at most to the score of a
 * candidate video in the search for similar videos.
 */
const weights = {
  together: sql`4.0::float8`,
  near: sql`16.0::float8`,
  genres: sql`1.0::float8`,
  words: sql`0.6::float8`,
  beginning: sql`1.2::float8`,
  section: sql`0.15::float8`,
  years: sql`0.15::float8`,
};
/**
 * In the search for similar videos, each of the videos nearest to the given one has this weight, which its viewers
 * share equally. It is a whole number, so that the order of addition does not change a sum.
 */
const fanWhole = 1_000_000;

/**
 * SQL that counts the viewers of a video and stops counting at the limit `audience`, so that a popular video costs no
 * more than others.
 */
const audienceOf = (id: RawBuilder<unknown>) => sql`(
  select count(*)::integer from (select from progress where progress.video_id = ${id} limit ${audience}) as person)`;

const cosine = (together: RawBuilder<unknown>, size: RawBuilder<unknown>) => sql`${weights.together}
  * ${together} / (${together} + 2.0)
  * ${together} / sqrt(greatest((select count(*) from watcher), 1)::float8 * greatest(${size}, ${together}, 1))`;

const jaccard = (
  { genres }: Compared,
  shared: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
) => sql`${shared}
  / greatest(${others} + ${genres.length}::integer - ${shared}, 1)::float8`;

/**
 * The words that two descriptions have in common are weighted by rarity; from this total weight on, the descriptions
 * count as fully similar.
 */
const fullWords = 8;

const listKids = () => sql`
  (select id from video where ${isCandidate} and tipo = ${kidsTipo} order by created_at desc, id desc limit ${newestOfGenre})
  union
  (select id from video where ${isCandidate} and main_section = ${kidsSection}
    order by created_at desc, id desc limit ${newestOfGenre})
  union
  (select id from video where ${isCandidate} and subcategoria = ${kidsCategory}
    order by created_at desc, id desc limit ${newestOfGenre})`;

const listRelated = ({ genres, tipo }: Compared) => sql`
  (select newest.video_id from unnest(${[...genres]}::text[]) as wanted (genre)
    cross join lateral (
      select video_id from video_genre
      where active and genre_folded = wanted.genre and tipo = ${tipo}
      order by created_at desc, video_id desc limit ${newestOfGenre}
    ) as newest)
  union
  (select id from video where ${isCandidate} and tipo = ${tipo} order by created_at desc, id desc limit ${newestOfType})`;
