import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { isShown } from '../../../shared/adults.ts';
import { escapeLike, holdsRequired, holdsWord, namesTerms } from '../../../shared/search/match-terms.ts';
import type { SearchQuery } from '../../../shared/search/search-query.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';
import { cardColumns } from './card-columns.ts';
import { listNewestHolding, type SearchedList } from './newest-holding.ts';
import { listCards, mostMatching } from './video-lists.repository.ts';

/** How many titles that contain the words of a search are read and ranked. */
const titlesRanked = 300;
/** The shortest search text, in letters, that is taken for the beginning of titles. */
const shortestBeginning = 3;

/** Creates the queries that find active videos by the words of a search over everything. */
export function createVideoSearches(db: Kysely<Database>) {
  return {
    /**
     * Lists videos whose titles begin with the search text, shortest title first, and those whose whole title it is with
     * another spelling of its numbers. A search text of one or two letters must be the whole title.
     */
    listByTitle({ text, titles }: SearchQuery, limit: number) {
      const sorted = sortTitle(text);
      const isBeginning = sorted.length >= shortestBeginning;
      const spelt = [...new Set([sorted, ...titles.map(sortTitle)])].filter(
        (title) => !isBeginning || !title.startsWith(sorted),
      );
      // These columns are all in one index, so that the rows of titles are read only for the shortest of them.
      const keys = (condition: RawBuilder<SqlBool>) =>
        db
          .selectFrom('video')
          .select(['video.id', 'video.title_sort', 'video.created_at'])
          .where(isShown('video'))
          .where(condition);
      const ofSpelt = keys(sql<SqlBool>`video.title_sort = any(${spelt}::text[])`);
      const shortest = db
        .selectFrom(
          (isBeginning
            ? keys(sql<SqlBool>`video.title_sort like ${`${escapeLike(sorted)}%`}`).unionAll(ofSpelt)
            : ofSpelt
          ).as('titled'),
        )
        .select('titled.id')
        .orderBy(sql`length(titled.title_sort)`)
        .orderBy('titled.created_at', 'desc')
        .orderBy('titled.id', 'desc')
        .limit(limit);
      return db
        .selectFrom('video')
        .innerJoin(shortest.as('shortest'), 'shortest.id', 'video.id')
        .select(cardColumns)
        .orderBy(sql`length(video.title_sort)`)
        .orderBy('video.created_at', 'desc')
        .orderBy('video.id', 'desc')
        .execute();
    },

    /**
     * Lists the ids and titles of videos whose titles contain every required term of a search as whole words, newest first.
     * With common words some are left out.
     */
    async listNaming(query: SearchQuery): Promise<{ id: string; title: string }[]> {
      if (!query.isSelective && query.required.length < 2 && query.required[0]?.isNumber !== true) return [];
      return db
        .with('named', (found) =>
          found
            .selectFrom('video')
            .select(['video.id', 'video.title', 'video.created_at'])
            .where(isShown('video'))
            .where(namesTerms(query, sql.ref('video.title_folded')))
            .limit(titlesRanked),
        )
        .selectFrom('named')
        .select(['named.id', 'named.title'])
        .orderBy('named.created_at', 'desc')
        .orderBy('named.id', 'desc')
        .execute();
    },

    /** Lists the newest videos whose title and description contain every required word of a search. */
    async listHolding(query: SearchQuery, limit: number) {
      if (query.required.length === 0) return [];
      const holds = holdsRequired(query, sql.ref('video.search_text'), holdsWord);
      const shown = db.selectFrom('video').select(['video.id', 'video.created_at']).where(isShown('video'));
      const list: SearchedList = {
        newest: (rows) =>
          sql`${shown
            .select('video.search_text')
            .orderBy('video.created_at', 'desc')
            .orderBy('video.id', 'desc')
            .limit(rows)}`,
        matching: sql`${shown.where(holds)}`,
        holds,
        most: mostMatching,
      };
      return listNewestHolding(list, { offset: 0, limit }, (ids) => listCards(db, ids));
    },
  };
}
