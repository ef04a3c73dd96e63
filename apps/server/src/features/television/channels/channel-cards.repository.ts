import { planKeys } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** The columns of a channel that viewers see on its card; they contain no stream addresses. */
const cardColumns = [
  'channel.id',
  'channel.name',
  'channel.description',
  'channel.section',
  'channel.logo',
  'channel.colour',
  'channel.number',
  'channel.is_featured',
  'channel.is_publicly_visible',
  'channel.requires_plan',
] as const;

/** Creates the queries for the cards of active channels, as viewers see them. */
export function createChannelCards(db: Kysely<Database>) {
  return {
    /**
     * Lists active channels by their numbers.
     *
     * @param filter - `isPublicOnly`: only channels that visitors may see, which name no plans themselves, or all
     * @see the specification, section 3 (channel)
     */
    listCards: (filter: { section: string | undefined; isFeaturedOnly: boolean; isPublicOnly: boolean }) =>
      db
        .selectFrom('channel')
        .select(cardColumns)
        .where('active', '=', true)
        .$if(filter.section !== undefined, (query) => query.where('section', '=', filter.section ?? ''))
        .$if(filter.isFeaturedOnly, (query) => query.where('is_featured', '=', true))
        .$if(filter.isPublicOnly, (query) =>
          query
            .where('is_publicly_visible', '=', true)
            .where(
              sql<boolean>`(requires_plan = '{}' or requires_plan @> array[${sql.join(planKeys)}]::text[])`,
            ),
        )
        .orderBy('number')
        .execute(),

    /** Returns the cards (what lists show) of active channels by id, in no particular order. */
    listCardsByIds: (ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('channel')
            .select(cardColumns)
            .where('active', '=', true)
            .where('id', 'in', [...ids])
            .execute(),

    /** Finds active channels whose names contain every one of the given words of a search. */
    searchCards: (words: readonly string[], limit: number) =>
      db
        .selectFrom('channel')
        .select(cardColumns)
        .where('active', '=', true)
        .where((where) =>
          where.and(
            words.map((word) => where('name_folded', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`)),
          ),
        )
        .orderBy('name_folded')
        .orderBy('id')
        .limit(limit)
        .execute(),

    /**
     * Lists channels of the sections with the most active channels: `limits.sections` sections, the largest first, and
     * of each `limits.channels` channels, first those with a logo.
     */
    async listLargestSections(limits: { sections: number; channels: number }) {
      const largest = await db
        .selectFrom('channel')
        .select('section')
        .where('active', '=', true)
        .groupBy('section')
        .orderBy((order) => order.fn.countAll(), 'desc')
        .orderBy('section')
        .limit(limits.sections)
        .execute();
      return Promise.all(
        largest.map(({ section }) =>
          db
            .selectFrom('channel')
            .select(cardColumns)
            .where('active', '=', true)
            .where('section', '=', section)
            .orderBy(sql`(logo is null)`)
            .orderBy('number')
            .limit(limits.channels)
            .execute(),
        ),
      );
    },

    async listSections(): Promise<string[]> {
      const rows = await db
        .selectFrom('channel')
        .select('section')
        .distinct()
        .where('active', '=', true)
        .execute();
      return rows.map((row) => row.section);
    },
  };
}
