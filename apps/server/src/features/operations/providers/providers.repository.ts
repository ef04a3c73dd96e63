import { missingKeptDays, type GroupChoice } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type Updateable } from 'kysely';
import { countOf } from '../../../shared/provider/background-budget.ts';
import type { ListChanges, WaitingReason } from '../../../shared/provider/list-provider.ts';

const columns = [
  'id',
  'name',
  'kind',
  'is_built_in',
  'shown_address',
  'sealed_access',
  'time_zone',
  'country',
  'max_connections',
  'is_max_connections_reported',
  'refresh_hours',
  'is_paused',
  'reads_ahead',
  'is_refresh_requested',
  'etag',
  'last_modified',
  'list_hash',
  'entries',
  'next_refresh_at',
  'tried_at',
  'refreshed_at',
  'error_code',
  'error_count',
  'expires_at',
  'removed_at',
  'created_at',
  countOf(sql<Date>`now()`).as('background_requests'),
  sql<ListChanges | null>`changes`.as('changes'),
  sql<GroupChoice[]>`group_choices`.as('group_choices'),
  sql<Date | null>`removed_at + make_interval(days => ${missingKeptDays})`.as('purged_at'),
  sql<number>`(
    select count(*)::int from series_listing as listing
    where listing.provider_id = provider.id and listing.missing_since is null and provider.removed_at is null
      and (listing.read_at is null or listing.changed_at is distinct from listing.read_changed_at))`.as(
    'unread_series',
  ),
  sql<string | null>`(
    select import.id from import where import.provider_id = provider.id and status = 'preview'
    order by import.created_at desc limit 1)`.as('waiting_import_id'),
  sql<WaitingReason | null>`(
    select import.options -> 'waiting' from import where import.provider_id = provider.id and status = 'preview'
    order by import.created_at desc limit 1)`.as('waiting_reason'),
  sql<string | null>`(
    select import.id from import where import.provider_id = provider.id and status = 'done' and has_report
    order by import.created_at desc limit 1)`.as('last_import_id'),
] as const;

export type ProviderValues = Updateable<Database['provider']>;

/** How many rows of each table belong to a provider, `series` those that an account lists, and how many of them are hidden. */
export interface ProviderItems {
  sources: number;
  films: number;
  chapters: number;
  series: number;
  hidden: number;
}

/** All SQL on the table `provider`, except that of the transactions that hide and delete what belongs to providers. */
export function createProvidersRepository(db: Kysely<Database>) {
  return {
    list: () => db.selectFrom('provider').select(columns).orderBy('created_at').orderBy('name').execute(),

    find: (id: string) => db.selectFrom('provider').select(columns).where('id', '=', id).executeTakeFirst(),

    /** Counts what belongs to providers, by their ids. */
    async countItems(): Promise<ReadonlyMap<string, ProviderItems>> {
      const { rows } = await sql<ProviderItems & { provider_id: string }>`
        select provider_id, sum(sources)::int as sources, sum(films)::int as films, sum(chapters)::int as chapters,
          sum(series)::int as series,
          sum(hidden)::int as hidden
        from (
          select provider_id, count(*) as sources, 0 as films, 0 as chapters, 0 as series,
            count(missing_since) as hidden
          from channel_source group by provider_id
          union all
          select provider_id, 0, count(*), 0, 0, count(missing_since) from video
          where provider_id is not null group by provider_id
          union all
          select provider_id, 0, 0, count(*), 0, count(missing_since) from chapter
          where provider_id is not null group by provider_id
          union all
          select provider_id, 0, count(*) - count(chapter_id), count(chapter_id), 0, count(missing_since)
          from video_version group by provider_id
          union all
          select provider_id, 0, 0, 0, count(*), count(missing_since) from series_listing group by provider_id
        ) as counted
        group by provider_id`.execute(db);
      return new Map(rows.map(({ provider_id: id, ...items }) => [id, items]));
    },

    /** Counts, by their providers, the sources of channels that have one of the given addresses. */
    async countSources(addresses: readonly string[]): Promise<ReadonlyMap<string, number>> {
      if (addresses.length === 0) return new Map();
      const rows = await db
        .selectFrom('channel_source')
        .select(['provider_id', sql<number>`count(*)::int`.as('count')])
        .where('address', 'in', addresses)
        .groupBy('provider_id')
        .execute();
      return new Map(rows.map(({ provider_id: id, count }) => [id, count]));
    },

    /**
     * Finds the provider whose refresh is due first. A first list that waits for a decision is not fetched again.
     *
     * @param besides - the ids of those that are passed over
     */
    findDue: (now: Date, besides: readonly string[]) =>
      db
        .selectFrom('provider')
        .select('id')
        .where('kind', '<>', 'file')
        .where('removed_at', 'is', null)
        .where('id', '<>', sql<string>`all(${[...besides]}::text[])`)
        .where((where) =>
          where.or([
            where('is_refresh_requested', '=', true),
            where.and([
              where('is_paused', '=', false),
              where.or([where('entries', 'is not', null), where('error_code', 'is not', null)]),
              where('next_refresh_at', '<=', now),
            ]),
          ]),
        )
        .orderBy('is_refresh_requested', 'desc')
        .orderBy('next_refresh_at')
        .orderBy('id')
        .executeTakeFirst(),

    async update(id: string, values: ProviderValues, trx: Kysely<Database> = db): Promise<void> {
      await trx.updateTable('provider').set(values).where('id', '=', id).execute();
    },

    /** Writes what was found out with the access that a row holds; nothing when another access is stored by now. */
    async updateUnderAccess(
      { id, sealed_access: sealed }: { id: string; sealed_access: Buffer | null },
      values: ProviderValues,
    ): Promise<void> {
      await db
        .updateTable('provider')
        .set(values)
        .where('id', '=', id)
        .where('sealed_access', 'is not distinct from', sealed)
        .execute();
    },

    /** Finds a stream that the list of a provider has. */
    async findStream(id: string) {
      const { rows } = await sql<{
        address: string;
        stream_kind: 'hls' | 'dash' | 'ts' | 'file';
        user_agent: string | null;
        referrer: string | null;
      }>`
        (select address, stream_kind, user_agent, referrer from channel_source
          where provider_id = ${id} and missing_since is null and is_playable limit 1)
        union all
        (select address, stream_kind, user_agent, referrer from video
          where provider_id = ${id} and missing_since is null limit 1)
        union all
        (select address, stream_kind, user_agent, referrer from chapter
          where provider_id = ${id} and missing_since is null limit 1)
        limit 1`.execute(db);
      return rows[0];
    },
  };
}

export type ProvidersRepository = ReturnType<typeof createProvidersRepository>;
export type ProviderRow = Awaited<ReturnType<ProvidersRepository['list']>>[number];
