import type { Database } from '@butaca/db';
import { sql, type Kysely, type Updateable } from 'kysely';
import { isShown } from '../../../../shared/adults.ts';

const columns = [
  'id',
  'name',
  'kind',
  'provider_id',
  'place',
  'shown_address',
  'sealed_access',
  'time_zone',
  'refresh_hours',
  'is_paused',
  'is_refresh_requested',
  'request_count',
  'etag',
  'last_modified',
  'choice_hash',
  'channels',
  'programmes',
  'broken',
  'first_at',
  'last_at',
  'next_refresh_at',
  'tried_at',
  'refreshed_at',
  'error_code',
  'error_count',
  'created_at',
  sql<number>`(
    select count(*)::integer from guide_link join guide_channel as guide on guide.id = guide_link.guide_channel_id
    where guide.source_id = guide_source.id)`.as('linked_channels'),
  // A backup has none.
  sql<boolean>`exists (select from guide_channel as guide where guide.source_id = guide_source.id)`.as(
    'has_guide',
  ),
] as const;

export type GuideSourceValues = Updateable<Database['guide_source']>;

/**
 * How long after a refresh a changed choice of channels makes a guide due again: one without programmes, and any other. The
 * first is waited for too where a guide is not in the database. Files wait as well: while servers are upgraded one after the
 * other, those of two versions would read them in turn, each by its own choice.
 */
const choiceWaits = { withoutProgrammes: sql.lit('1 minute'), withProgrammes: sql.lit('1 hour') };
/** A file is read again where it has programmes this far behind its last reading, and how often. */
const fileWaits = { behind: sql.lit('13 days'), between: sql.lit('1 day') };

/**
 * The value of `is_refresh_requested` after a refresh: what was asked for when it began is done, what was asked for since is
 * not.
 */
export const requestedSince = ({ request_count: count }: { request_count: number }) =>
  sql<boolean>`is_refresh_requested and request_count <> ${count}`;

/** All SQL on the table `guide_source`, but for what is written with a guide. */
export function createGuideSourcesRepository(db: Kysely<Database>) {
  return {
    list: (trx: Kysely<Database> = db) =>
      trx.selectFrom('guide_source').select(columns).orderBy('place').orderBy('id').execute(),

    find: (id: string) =>
      db.selectFrom('guide_source').select(columns).where('id', '=', id).executeTakeFirst(),

    /**
     * Finds the source whose guide is due first: one that somebody asked for, one whose time has come, one whose guide is not
     * in the database although it was read (a backup has no programmes), one that was matched with other channels than
     * there are now, and a file with days behind those that were kept of it. Guides of removed providers are not.
     *
     * @param besides - the ids of those that are passed over
     * @param choice - the hash of the channels that are matched now
     */
    findDue: (now: Date, besides: readonly string[], choice: Buffer) =>
      db
        .selectFrom('guide_source')
        .select('id')
        .where('id', '<>', sql<string>`all(${[...besides]}::text[])`)
        .where(
          sql<boolean>`(
            is_refresh_requested
            or (not is_paused and next_refresh_at <= ${now})
            or (refreshed_at is not null and error_code is null and not is_paused and (
              (kind = 'file' and last_at - refreshed_at > interval ${fileWaits.behind}
                and refreshed_at < ${now}::timestamptz - interval ${fileWaits.between})
              or (tried_at < ${now}::timestamptz - interval ${choiceWaits.withoutProgrammes} and not exists (
                select from guide_channel as guide where guide.source_id = guide_source.id))
              or (choice_hash is distinct from ${choice} and tried_at < ${now}::timestamptz - case when programmes = 0
                then interval ${choiceWaits.withoutProgrammes} else interval ${choiceWaits.withProgrammes} end))))`,
        )
        .where(
          sql<boolean>`not exists (
            select from provider where provider.id = guide_source.provider_id and provider.removed_at is not null)`,
        )
        .orderBy('is_refresh_requested', 'desc')
        .orderBy('place')
        .executeTakeFirst(),

    async update(id: string, values: GuideSourceValues, trx: Kysely<Database> = db): Promise<void> {
      await trx.updateTable('guide_source').set(values).where('id', '=', id).execute();
    },

    /** Whether there is any guide. */
    async isAny(): Promise<boolean> {
      return (await db.selectFrom('guide_source').select('id').limit(1).executeTakeFirst()) !== undefined;
    },

    /**
     * Writes how a refresh ended that began with a row; nothing when another address is stored by now. What was asked for when
     * it began is done.
     */
    async updateUnder(
      row: { id: string; sealed_access: Buffer | null; request_count: number },
      values: GuideSourceValues,
    ): Promise<void> {
      await db
        .updateTable('guide_source')
        .set({ ...values, is_refresh_requested: requestedSince(row) })
        .where('id', '=', row.id)
        .where('sealed_access', 'is not distinct from', row.sealed_access)
        .execute();
    },

    /** Lists the guides that lists of providers name, and the providers with accounts. */
    async listOffers() {
      const named = await db
        .selectFrom('offered_guide as offered')
        .innerJoin('provider', 'provider.id', 'offered.provider_id')
        .select([
          'offered.provider_id',
          'offered.position',
          'offered.shown_address',
          'offered.sealed_access',
          'provider.name',
        ])
        .where('provider.removed_at', 'is', null)
        .orderBy('provider.created_at')
        .orderBy('offered.position')
        .execute();
      const accounts = await db
        .selectFrom('provider')
        .select(['id', 'name', 'shown_address'])
        .where('kind', '=', 'xtream')
        .where('removed_at', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('guide_source')
                .select('guide_source.id')
                .where('guide_source.kind', '=', 'xtream')
                .whereRef('guide_source.provider_id', '=', 'provider.id'),
            ),
          ),
        )
        .orderBy('created_at')
        .execute();
      return { named, accounts };
    },

    /** Counts the active channels, those of them with programmes now or later, and those that wait for a decision. */
    async countCoverage(now: Date) {
      const { rows } = await sql<{ channels: number; with_guide: number; to_confirm: number }>`
        select count(*)::integer as channels,
          (count(*) filter (where guide.ends_at > ${now}))::integer as with_guide,
          (count(*) filter (where link.channel_id is null and ${isUnsure('channel.id')}))::integer as to_confirm
        from channel
        left join guide_link as link on link.channel_id = channel.id
        left join guide_channel as guide on guide.id = link.guide_channel_id
        where ${isShown('channel')}`.execute(db);
      return rows[0] ?? { channels: 0, with_guide: 0, to_confirm: 0 };
    },
  };
}

/** SQL condition that nobody has decided for a channel, and that some guide has candidates for it. */
export const isUnsure = (channelId: string) => sql<boolean>`(
  not exists (select from guide_decision as decision where decision.channel_id = ${sql.ref(channelId)})
  and exists (
    select from guide_match as match
    where match.channel_id = ${sql.ref(channelId)} and match.xmltv_id is null))`;

export type GuideSourcesRepository = ReturnType<typeof createGuideSourcesRepository>;
export type GuideSourceRow = Awaited<ReturnType<GuideSourcesRepository['list']>>[number];
