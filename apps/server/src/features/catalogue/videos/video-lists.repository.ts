import { foldText, rowLength, videoTypes, type VideoType } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { expressionBuilder, sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { isChoosable, isShown, isVideoUnhidden } from '../../../shared/adults.ts';
import { isVideoForKids, kidsTipo } from '../../../shared/video/kids.ts';
import { cardColumns } from './card-columns.ts';
import { countHolding, listNewestHolding, type Page, type SearchedList } from './newest-holding.ts';
import { filterVideos, holdsWords, searchWords, type VideoFilter } from './video-filter.ts';

/**
 * How many videos that a search finds are counted and put in order: counting all of them would take seconds, and people do not
 * turn the pages of a list that far.
 */
export const mostMatching = 10_000;

/** SQL that selects active videos with the columns that cards (the entries of lists) show. */
const selectCards = (db: Kysely<Database>) =>
  db.selectFrom('video').select(cardColumns).where(isShown('video'));

/** Creates the queries for the lists of active videos that viewers see. */
export function createVideoLists(db: Kysely<Database>) {
  const newest = () => selectCards(db).orderBy('video.created_at', 'desc').orderBy('video.id', 'desc');
  /** The newest videos of those that the server may choose by itself. */
  const newestChoosable = () => newest().where(isChoosable('video'));

  return {
    /** Returns a page of a viewer's list of videos, newest first. */
    listPage(filter: VideoFilter, page: Page) {
      const searched = searchedList(db, filter);
      if (searched !== undefined) return listNewestHolding(searched, page, (ids) => listCards(db, ids));
      if (filter.genre !== undefined) return listOfGenre(db, filter, filter.genre, page);
      return newest()
        .where((where) => where.and(filterVideos(where, filter)))
        .limit(page.limit)
        .offset(page.offset)
        .execute();
    },

    /** Counts the videos of a viewer's list; the count of a search stops at a limit. */
    async count(filter: VideoFilter): Promise<number> {
      const searched = searchedList(db, filter);
      if (searched !== undefined) return (await countHolding(searched).execute(db)).rows[0]?.total ?? 0;
      const { total } = await db
        .selectFrom('video')
        .where(isInList(filter))
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Lists the different combinations, among the videos of a list, of what decides who may open a video. */
    listRules: (filter: VideoFilter) =>
      db
        .selectFrom('video')
        .select(['video.requires_plan', 'video.tipo', 'video.main_section'])
        .distinct()
        .where(isShown('video'))
        .where((where) => where.and(filterVideos(where, filter)))
        .execute(),

    listGenres: (filter: Pick<VideoFilter, 'tipo' | 'mainSection'>) =>
      db
        .selectFrom('video_genre')
        .where('active', '=', true)
        .where(isVideoUnhidden('video_genre.video_id'))
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

    /** Lists the categories of the series that viewers see. */
    async listSeriesCategories(): Promise<ReadonlySet<string | null>> {
      const rows = await db
        .selectFrom('video')
        .select('subcategoria')
        .distinct()
        .where(isShown('video'))
        .where('tipo', '=', 'serie')
        .execute();
      return new Set(rows.map(({ subcategoria }) => subcategoria));
    },

    /** Lists the different kinds of the videos that viewers see, by what decides on which pages of the menu they are. */
    listKinds: () =>
      db
        .selectFrom('video')
        .select([
          'tipo',
          sql<boolean>`coalesce(subtipo = 'anime', false)`.as('isAnime'),
          sql<boolean>`coalesce(${isVideoForKids}, false)`.as('isForKids'),
        ])
        .distinct()
        .where(isShown('video'))
        .execute(),

    /** Whether viewers see videos in a section, also such as the server does not choose by itself. */
    async hasVideosInSection(mainSection: string): Promise<boolean> {
      const row = await db
        .selectFrom('video')
        .select('id')
        .where(isShown('video'))
        .where('main_section', '=', mainSection)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    listSectionSamples: (mainSection: string, limit: number) =>
      newestChoosable().where('video.main_section', '=', mainSection).limit(limit).execute(),

    listRecent: () => newestChoosable().limit(rowLength).execute(),

    /** Lists the newest videos of each type, at most `limit` of a type; within a type newest first. */
    async listNewestOfEachType(limit: number) {
      const lists = videoTypes.map((tipo) =>
        newestChoosable().where('video.tipo', '=', tipo).limit(limit).execute(),
      );
      return (await Promise.all(lists)).flat();
    },

    listFeatured: (tipo: VideoType) =>
      newestChoosable()
        .where('video.tipo', '=', tipo)
        .where('video.is_featured', '=', true)
        .limit(rowLength)
        .execute(),
  };
}

/** Lists cards of the videos with the given ids, newest first. @param ids - SQL query in parentheses, with the column `id` */
export const listCards = (db: Kysely<Database>, ids: RawBuilder<{ id: string }>) =>
  db
    .selectFrom('video')
    .innerJoin(ids.as('listed'), 'listed.id', 'video.id')
    .select(cardColumns)
    .orderBy('video.created_at', 'desc')
    .orderBy('video.id', 'desc')
    .execute();

/** SQL condition: viewers see a row of `video` in a list. */
function isInList(filter: VideoFilter): RawBuilder<SqlBool> {
  const where = expressionBuilder<Database, 'video'>();
  const { genre } = filter;
  const ofGenre =
    genre === undefined
      ? []
      : where.exists(
          where
            .selectFrom('video_genre as by_genre')
            .select('by_genre.video_id')
            .whereRef('by_genre.video_id', '=', 'video.id')
            .where('by_genre.genre_folded', '=', foldText(genre)),
        );
  return sql<SqlBool>`${isShown('video')} and ${where.and([...filterVideos(where, filter), ...[ofGenre].flat()])}`;
}

/** What is searched in a list, and how; `undefined` for a list in which no words are searched. */
function searchedList(db: Kysely<Database>, filter: VideoFilter): SearchedList | undefined {
  const { search = '', ...list } = filter;
  const words = searchWords(search);
  if (words.length === 0) return undefined;
  const { genre } = list;
  const holds = holdsWords(words);
  return {
    newest: (rows) =>
      genre === undefined
        ? sql`
            select video.id, video.created_at, video.search_text from video where ${isInList(list)}
            order by video.created_at desc, video.id desc limit ${rows}`
        : sql`
            select video.id, video.created_at, video.search_text
            from (${newestOfGenre(db, list, genre, { offset: 0, limit: rows })}) as page join video on video.id = page.video_id
            where ${isShown('video')}`,
    matching: sql`select video.id, video.created_at from video where ${isInList(list)} and ${holds}`,
    holds,
    most: mostMatching,
  };
}

/**
 * Lists a page of the videos of a genre by the table `video_genre`, whose indexes have the same order as the list of
 * videos and also contain type and section. Only the rows of the page are read from `video`, unless the filter has
 * other fields.
 */
function listOfGenre(db: Kysely<Database>, filter: VideoFilter, genre: string, page: Page) {
  return selectCards(db)
    .innerJoin(newestOfGenre(db, filter, genre, page).as('page'), 'page.video_id', 'video.id')
    .orderBy('page.created_at', 'desc')
    .orderBy('page.video_id', 'desc')
    .execute();
}

/** SQL query of the newest videos of a genre, with `video_id` and `created_at`. */
function newestOfGenre(db: Kysely<Database>, filter: VideoFilter, genre: string, { offset, limit }: Page) {
  const { tipo, mainSection, ...others } = filter;
  const isKids = tipo === kidsTipo;
  const rest = { ...others, tipo: isKids ? tipo : undefined };
  const isFiltered = Object.entries(rest).some(([name, value]) => name !== 'genre' && value !== undefined);
  return db
    .selectFrom('video_genre as by_genre')
    .select(['by_genre.video_id', 'by_genre.created_at'])
    .where('by_genre.active', '=', true)
    .where(isVideoUnhidden('by_genre.video_id'))
    .where('by_genre.genre_folded', '=', foldText(genre))
    .$if(tipo !== undefined && !isKids, (query) => query.where('by_genre.tipo', '=', tipo ?? ''))
    .$if(mainSection !== undefined, (query) => query.where('by_genre.main_section', '=', mainSection ?? ''))
    .$if(isFiltered, (query) =>
      query
        .innerJoin('video', 'video.id', 'by_genre.video_id')
        .where((where) => where.and(filterVideos(where, rest))),
    )
    .orderBy('by_genre.created_at', 'desc')
    .orderBy('by_genre.video_id', 'desc')
    .limit(limit)
    .offset(offset);
}
