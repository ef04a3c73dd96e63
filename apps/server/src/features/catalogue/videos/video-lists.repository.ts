import { foldText, rowLength, videoTypes, type VideoType } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type SqlBool } from 'kysely';
import { isVideoForKids, kidsTipo } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import { cardColumns } from './card-columns.ts';
import { escapeLike, filterVideos, type VideoFilter } from './video-filter.ts';

/**
 * When the results of a search of videos are counted, counting stops at this number: counting all of them would take
 * seconds, and people do not turn the pages of a list that far.
 */
const countedMatches = 10_000;

/** SQL that selects active videos with the columns that cards (the entries of lists) show. */
const selectCards = (db: Kysely<Database>) =>
  db.selectFrom('video').select(cardColumns).where('video.active', '=', true);

/** Creates the queries for the lists of active videos that viewers see. */
export function createVideoLists(db: Kysely<Database>) {
  const newest = () => selectCards(db).orderBy('video.created_at', 'desc').orderBy('video.id', 'desc');

  return {
    /** Returns a page of a viewer's list of videos, newest first. */
    listPage: (filter: VideoFilter, page: { offset: number; limit: number }) =>
      filter.genre === undefined
        ? newest()
            .where((where) => where.and(filterVideos(where, filter)))
            .limit(page.limit)
            .offset(page.offset)
            .execute()
        : listOfGenre(db, filter, filter.genre, page),

    /**
     * Lists videos whose titles begin with the search text, shortest title first, so that an exact title is first. A
     * search text of one or two letters must be the whole title.
     */
    listByTitle(title: string, limit: number) {
      const sorted = sortTitle(title);
      const begins =
        sorted.length < 3
          ? sql<SqlBool>`video.title_sort = ${sorted}`
          : sql<SqlBool>`video.title_sort like ${`${escapeLike(sorted)}%`}`;
      return selectCards(db)
        .where(begins)
        .orderBy(sql`length(video.title_sort)`)
        .orderBy('video.created_at', 'desc')
        .orderBy('video.id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Counts the videos of a viewer's list; the count of a search stops at a limit. */
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

    /** Lists the different combinations, among the videos of a list, of what decides who may open a video. */
    listRules: (filter: VideoFilter) =>
      db
        .selectFrom('video')
        .select(['video.requires_plan', 'video.tipo', 'video.main_section'])
        .distinct()
        .where('video.active', '=', true)
        .where((where) => where.and(filterVideos(where, filter)))
        .execute(),

    listGenres: (filter: Pick<VideoFilter, 'tipo' | 'mainSection'>) =>
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
      newest().where('video.main_section', '=', mainSection).limit(limit).execute(),

    listRecent: () => newest().limit(rowLength).execute(),

    /** Lists the newest videos of each type, at most `limit` of a type; within a type newest first. */
    async listNewestOfEachType(limit: number) {
      const lists = videoTypes.map((tipo) => newest().where('video.tipo', '=', tipo).limit(limit).execute());
      return (await Promise.all(lists)).flat();
    },

    listFeatured: (tipo: VideoType) =>
      newest()
        .where('video.tipo', '=', tipo)
        .where('video.is_featured', '=', true)
        .limit(rowLength)
        .execute(),
  };
}

/**
 * Lists a page of the videos of a genre by the table `video_genre`, whose indexes have the same order as the list of
 * videos and also contain type and section. Only the rows of the page are read from `video`, unless the filter has
 * other fields.
 */
function listOfGenre(
  db: Kysely<Database>,
  filter: VideoFilter,
  genre: string,
  { offset, limit }: { offset: number; limit: number },
) {
  const { tipo, mainSection, ...others } = filter;
  const isKids = tipo === kidsTipo;
  const rest = { ...others, tipo: isKids ? tipo : undefined };
  const isFiltered = Object.entries(rest).some(([name, value]) => name !== 'genre' && value !== undefined);
  const page = db
    .selectFrom('video_genre as by_genre')
    .select(['by_genre.video_id', 'by_genre.created_at'])
    .where('by_genre.active', '=', true)
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
  return selectCards(db)
    .innerJoin(page.as('page'), 'page.video_id', 'video.id')
    .orderBy('page.created_at', 'desc')
    .orderBy('page.video_id', 'desc')
    .execute();
}
