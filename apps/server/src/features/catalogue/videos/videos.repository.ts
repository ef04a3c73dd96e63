import { foldText, rowLength } from '@butaca/contract';
import type { Database } from '@butaca/db';
import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
} from 'kysely';
import { isVideoForKids, kidsTipo } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';

/** What tells a viewer's card; no addresses but the trailer's, which the view hides. */
const cardColumns = [
  'video.id',
  'video.title',
  'video.description',
  'video.tipo',
  'video.subtipo',
  'video.main_section',
  'video.subcategoria',
  'video.genres',
  'video.release_year',
  'video.rating',
  'video.custom_thumbnail',
  'video.thumbnail',
  'video.tmdb_thumbnail',
  'video.backdrop',
  'video.trailer_address',
  'video.is_featured',
  'video.requires_plan',
  'video.season_count',
  'video.chapter_count',
] as const;

/** The filters of a list; the absent ones do not filter. */
export interface VideoFilter {
  tipo?: string | undefined;
  subtipo?: string | undefined;
  mainSection?: string | undefined;
  subcategoria?: string | undefined;
  genre?: string | undefined;
  search?: string | undefined;
}

/** Beyond this a search says «so many and more»: nobody pages that far, and counting them all would cost seconds. */
const countedMatches = 10_000;

/** All SQL that reads videos for viewers. */
export function createVideosRepository(db: Kysely<Database>) {
  const cards = () => db.selectFrom('video').select(cardColumns).where('video.active', '=', true);

  return {
    /**
     * A page, newest first. With a genre the rows come from `video_genre`, whose indexes are in the same order and know type
     * and section too.
     */
    async listPage(filter: VideoFilter, page: { offset: number; limit: number }) {
      if (filter.genre !== undefined) {
        const { tipo, mainSection, ...others } = filter;
        const isKids = tipo === kidsTipo;
        const rest = { ...others, tipo: isKids ? tipo : undefined };
        return cards()
          .innerJoin('video_genre as by_genre', 'by_genre.video_id', 'video.id')
          .where('by_genre.active', '=', true)
          .where('by_genre.genre_folded', '=', foldText(filter.genre))
          .$if(tipo !== undefined && !isKids, (query) => query.where('by_genre.tipo', '=', tipo ?? ''))
          .$if(mainSection !== undefined, (query) =>
            query.where('by_genre.main_section', '=', mainSection ?? ''),
          )
          .where((where) => where.and(filterVideos(where, rest)))
          .orderBy('by_genre.created_at', 'desc')
          .orderBy('by_genre.video_id', 'desc')
          .limit(page.limit)
          .offset(page.offset)
          .execute();
      }
      return cards()
        .where((where) => where.and(filterVideos(where, filter)))
        .orderBy('video.created_at', 'desc')
        .orderBy('video.id', 'desc')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    /** Those whose title begins so, shortest first: an exact title is found among a million. One or two letters have to be all of it. */
    listByTitle(title: string, limit: number) {
      const sorted = sortTitle(title);
      const begins =
        sorted.length < 3
          ? sql<SqlBool>`video.title_sort = ${sorted}`
          : sql<SqlBool>`video.title_sort like ${`${escapeLike(sorted)}%`}`;
      return cards()
        .where(begins)
        .orderBy(sql`length(video.title_sort)`)
        .orderBy('video.created_at', 'desc')
        .orderBy('video.id', 'desc')
        .limit(limit)
        .execute();
    },

    /** How many there are; a search is counted up to a bound. */
    async count(filter: VideoFilter): Promise<number> {
      const matching = db
        .selectFrom('video')
        .where('video.active', '=', true)
        .$if(filter.genre !== undefined, (query) =>
          query.where((where) =>
            where.exists(
              where
                .selectFrom('video_genre as by_genre')
                .select('by_genre.video_id')
                .whereRef('by_genre.video_id', '=', 'video.id')
                .where('by_genre.genre_folded', '=', foldText(filter.genre ?? '')),
            ),
          ),
        )
        .where((where) => where.and(filterVideos(where, filter)));
      const { total } = await db
        .selectFrom(
          matching
            .select('video.id')
            .$if(filter.search !== undefined, (query) => query.limit(countedMatches))
            .as('matching'),
        )
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    listGenres: (filter: { tipo?: string | undefined; mainSection?: string | undefined }) =>
      db
        .selectFrom('video_genre')
        .where('active', '=', true)
        .$if(filter.tipo === kidsTipo, (query) =>
          query.where((where) =>
            where.exists(
              where
                .selectFrom('video')
                .select('video.id')
                .whereRef('video.id', '=', 'video_genre.video_id')
                .where(isVideoForKids),
            ),
          ),
        )
        .$if(filter.tipo !== undefined && filter.tipo !== kidsTipo, (query) =>
          query.where('tipo', '=', filter.tipo ?? ''),
        )
        .$if(filter.mainSection !== undefined, (query) =>
          query.where('main_section', '=', filter.mainSection ?? ''),
        )
        .groupBy('genre_folded')
        .select((select) => [
          select.fn.min<string>('genre').as('genre'),
          select.fn.countAll<number>().as('count'),
        ])
        .orderBy('count', 'desc')
        .orderBy('genre_folded')
        .limit(200)
        .execute(),

    listSectionSamples: (mainSection: string, limit: number) =>
      cards()
        .where('video.main_section', '=', mainSection)
        .orderBy('video.created_at', 'desc')
        .orderBy('video.id', 'desc')
        .limit(limit)
        .execute(),

    listRecent: () =>
      cards().orderBy('video.created_at', 'desc').orderBy('video.id', 'desc').limit(rowLength).execute(),

    listFeatured: (tipo: string) =>
      cards()
        .where('video.tipo', '=', tipo)
        .where('video.is_featured', '=', true)
        .orderBy('video.created_at', 'desc')
        .orderBy('video.id', 'desc')
        .limit(rowLength)
        .execute(),

    listByIds: (ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : cards()
            .where('video.id', '=', sql<string>`any(${[...ids]}::text[])`)
            .execute(),

    /** One video with its address; inactive ones too. */
    find: (id: string) =>
      db
        .selectFrom('video')
        .select(cardColumns)
        .select(['video.active', 'video.address', 'video.stream_kind', 'video.user_agent', 'video.referrer'])
        .where('video.id', '=', id)
        .executeTakeFirst(),

    /** The stored address of a picture, for active videos only. */
    async findPicture(kind: 'video' | 'backdrop' | 'chapter', id: string): Promise<string | undefined> {
      if (kind === 'chapter') {
        const chapter = await db
          .selectFrom('chapter')
          .innerJoin('video', 'video.id', 'chapter.video_id')
          .select('chapter.thumbnail')
          .where('chapter.id', '=', id)
          .where('video.active', '=', true)
          .executeTakeFirst();
        return chapter?.thumbnail ?? undefined;
      }
      const video = await cards().where('video.id', '=', id).executeTakeFirst();
      const stored =
        kind === 'backdrop'
          ? video?.backdrop
          : (video?.custom_thumbnail ?? video?.tmdb_thumbnail ?? video?.thumbnail);
      return stored ?? undefined;
    },

    listChapterKeys: (videoId: string) =>
      db
        .selectFrom('chapter')
        .innerJoin('season', 'season.id', 'chapter.season_id')
        .select([
          'chapter.id',
          'season.season_number as seasonNumber',
          'chapter.chapter_number as chapterNumber',
        ])
        .where('chapter.video_id', '=', videoId)
        .orderBy('season.season_number')
        .orderBy('chapter.position')
        .execute(),

    /** Films and chapters that have an address, in the order of their keys. */
    async listAddresses(after: string, limit: number) {
      const columns = ['id', 'address', 'stream_kind', 'user_agent', 'referrer'] as const;
      return db
        .selectFrom('video')
        .select(columns)
        .where('address', 'is not', null)
        .where('id', '>', after)
        .unionAll(
          db.selectFrom('chapter').select(columns).where('address', 'is not', null).where('id', '>', after),
        )
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    listSeasons: (videoId: string) => listSeasons(db, videoId),
  };
}

/** The seasons of a video in their order, each chapter in its own. @param db - the pool, or a transaction */
export async function listSeasons(db: Kysely<Database>, videoId: string) {
  const listed = await db
    .selectFrom('season')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('season_number')
    .execute();
  const seasons = listed.map((season): typeof season & { chapters: ChapterRow[] } => ({
    ...season,
    chapters: [],
  }));
  const byId = new Map(seasons.map((season) => [season.id, season]));
  const chapters = await db
    .selectFrom('chapter')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('position')
    .execute();
  for (const chapter of chapters) byId.get(chapter.season_id)?.chapters.push(chapter);
  return seasons;
}

type ChapterRow = Selectable<Database['chapter']>;

export type VideosRepository = ReturnType<typeof createVideosRepository>;
export type VideoCardRow = Awaited<ReturnType<VideosRepository['listRecent']>>[number];
export type VideoDetailRow = NonNullable<Awaited<ReturnType<VideosRepository['find']>>>;
export type SeasonRows = Awaited<ReturnType<typeof listSeasons>>;

/** Every filter but the genre, on columns of `video`. */
export function filterVideos(
  where: ExpressionBuilder<Database, 'video'>,
  filter: VideoFilter,
): Expression<SqlBool>[] {
  const all: Expression<SqlBool>[] = [];
  if (filter.tipo === kidsTipo) all.push(isVideoForKids);
  else if (filter.tipo !== undefined) all.push(where('video.tipo', '=', filter.tipo));
  if (filter.subtipo !== undefined) all.push(where('video.subtipo', '=', filter.subtipo));
  if (filter.mainSection !== undefined) all.push(where('video.main_section', '=', filter.mainSection));
  if (filter.subcategoria !== undefined) all.push(where('video.subcategoria', '=', filter.subcategoria));
  for (const word of searchWords(filter.search)) all.push(holdsWord(word));
  return all;
}

/** Characters that `like` would take for wildcards stand for themselves. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * What is shorter than the trigrams of the index is looked for where a word begins: there the index knows it, elsewhere every
 * title would have to be read.
 */
function holdsWord(word: string): Expression<SqlBool> {
  const escaped = escapeLike(word);
  return word.length < 3
    ? sql<SqlBool>`(video.search_text like ${`${escaped}%`} or video.search_text like ${`% ${escaped}%`})`
    : sql<SqlBool>`video.search_text like ${`%${escaped}%`}`;
}

/** A search finds what holds every one of its words, wherever they stand. */
function searchWords(search: string | undefined): string[] {
  return search === undefined
    ? []
    : foldText(search)
        .split(' ')
        .filter((word) => word !== '')
        .slice(0, 8);
}
