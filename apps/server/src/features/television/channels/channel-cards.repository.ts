import { planKeys } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { isChoosable, isShown } from '../../../shared/adults.ts';
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { holdsRequired, holdsText, namesTerms } from '../../../shared/search/match-terms.ts';
import type { SearchQuery } from '../../../shared/search/search-query.ts';

/** How many channels that contain the words of a search are read and ranked. */
const channelsRanked = 300;

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
     * @see docs/requisitos.md, R3.7
     */
    listCards: (filter: { section: string | undefined; isFeaturedOnly: boolean; isPublicOnly: boolean }) =>
      db
        .selectFrom('channel')
        .select(cardColumns)
        .where(isShown('channel'))
        .$if(filter.section !== undefined, (query) => query.where('section', '=', filter.section ?? ''))
        .$if(filter.isFeaturedOnly, (query) =>
          query.where('is_featured', '=', true).where(isChoosable('channel')),
        )
        .$if(filter.isPublicOnly, (query) =>
          query
            .where('is_publicly_visible', '=', true)
            .where(
              sql<boolean>`(requires_plan = '{}' or requires_plan @> array[${sql.join(planKeys)}]::text[])`,
            ),
        )
        .orderBy('number')
        .execute(),

    /** Whether viewers see channels. */
    async hasAny(): Promise<boolean> {
      const row = await db
        .selectFrom('channel')
        .select('id')
        .where(isShown('channel'))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns the cards (what lists show) of active channels by id, in no particular order. */
    listCardsByIds: (ids: readonly string[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('channel')
            .select(cardColumns)
            .where(isShown('channel'))
            .where('id', 'in', [...ids])
            .execute(),

    /**
     * Returns the country of a channel, and of its sources that the lists still have, in their order: each language and
     * quality once, and how many sources there are.
     */
    async findFacts(id: string) {
      const channel = await db
        .selectFrom('channel')
        .select('country')
        .where('id', '=', id)
        .executeTakeFirst();
      const sources = await db
        .selectFrom('channel_source')
        .select(['languages', 'quality'])
        .where('channel_id', '=', id)
        .where('missing_since', 'is', null)
        .orderBy('position')
        .execute();
      return {
        country: channel?.country ?? null,
        languages: [...new Set(sources.flatMap(({ languages }) => languages ?? []))],
        qualities: [...new Set(sources.flatMap(({ quality }) => quality ?? []))],
        sourceCount: sources.length,
      };
    },

    /**
     * Lists active channels whose names contain every required term of a search, by name: those that it spells out, those
     * with whole words of it, and those with parts of words. With common words some are left out, of the last two lists.
     */
    async listHolding(query: SearchQuery) {
      const name = sql.ref('channel.name_folded');
      const list = (condition: RawBuilder<SqlBool>, place: number) =>
        db
          .selectFrom(
            db
              .selectFrom('channel')
              .select(cardColumns)
              .select(['name_folded', sql.lit(place).as('place')])
              .where(isShown('channel'))
              .where(condition)
              .orderBy('name_folded')
              .orderBy('id')
              .limit(channelsRanked)
              .as('channel'),
          )
          .selectAll('channel');
      return db
        .selectFrom(
          list(sql`channel.name_folded = any(${[...query.titles]}::text[])`, 0)
            .unionAll(list(namesTerms(query, name), 1))
            .unionAll(list(holdsRequired(query, name, holdsText), 2))
            .as('channel'),
        )
        .select(cardColumns)
        .orderBy('place')
        .orderBy('name_folded')
        .orderBy('id')
        .execute();
    },

    /**
     * Lists channels of the sections with the most active channels, those for adults not counted: `limits.sections`
     * sections, the largest first, and of each `limits.channels` channels, first those with a logo.
     */
    async listLargestSections(limits: { sections: number; channels: number }) {
      const largest = await db
        .selectFrom('channel')
        .select('section')
        .where(isShown('channel'))
        .where(isChoosable('channel'))
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
            .where(isShown('channel'))
            .where(isChoosable('channel'))
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
        .where(isShown('channel'))
        .execute();
      return rows.map((row) => row.section);
    },
  };
}
