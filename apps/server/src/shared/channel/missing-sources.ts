/*
 * Hides what lists no longer have, and shows it again when a list has it again. A source that is missing comes behind the
 * other sources of its channel, and a channel of which every source is missing is not active. None of this counts as an
 * edit of the channel: the undo of an import still finds it unchanged.
 */
import type { Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { orderSources } from './write-sets.ts';

type Condition = RawBuilder<unknown>;

const hasLiveSource = sql`exists (
  select from channel_source where channel_source.channel_id = channel.id and channel_source.missing_since is null)`;

/** @param which - a condition on `channel_source` @returns how many were not hidden before */
export async function hideSources(trx: Transaction<Database>, which: Condition): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update channel_source set missing_since = now() where missing_since is null and (${which})`.execute(trx);
  if (numAffectedRows === 0n) return 0;
  const touched = sql`select channel_id from channel_source where missing_since = now()`;
  await orderSources(sql`channel_id in (${touched})`).execute(trx);
  await sql`
    update channel set active = false, missing_since = now()
    where active and id in (${touched}) and not ${hasLiveSource}`.execute(trx);
  return Number(numAffectedRows);
}

/** Shows sources that were hidden. @param which - a condition on `channel_source` @returns how many */
export async function showSources(trx: Transaction<Database>, which: Condition): Promise<number> {
  await sql`drop table if exists shown_source`.execute(trx);
  await sql`
    create temporary table shown_source on commit drop as
    select id, channel_id from channel_source where missing_since is not null and (${which})`.execute(trx);
  const { numAffectedRows = 0n } = await sql`
    update channel_source set missing_since = null from shown_source as shown
    where channel_source.id = shown.id`.execute(trx);
  await orderSources(sql`channel_id in (select channel_id from shown_source)`).execute(trx);
  // A channel may also have got a new source while all of its own were missing.
  await sql`
    update channel set active = true, missing_since = null
    where missing_since is not null and ${hasLiveSource}`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Deletes sources and the channels that are left without any.
 *
 * @param which - a condition on `channel_source`
 */
export async function deleteSources(trx: Transaction<Database>, which: Condition): Promise<void> {
  await sql`drop table if exists emptied_channel`.execute(trx);
  await sql`
    create temporary table emptied_channel on commit drop as
    select distinct channel_id from channel_source where ${which}`.execute(trx);
  await sql`delete from channel_source where ${which}`.execute(trx);
  const touched = sql`select channel_id from emptied_channel`;
  await sql`
    delete from channel where id in (${touched})
      and not exists (select from channel_source where channel_source.channel_id = channel.id)`.execute(trx);
  await orderSources(sql`channel_id in (${touched})`).execute(trx);
}

/**
 * Condition on `channel_source` for what is deleted some days after it has become missing. The only source of a channel
 * that an administrator has activated again stays.
 */
export const isMissingSince = (days: number): Condition => sql`
  missing_since < now() - make_interval(days => ${days}) and exists (
    select from channel where channel.id = channel_source.channel_id and (
      channel.missing_since is not null or ${hasLiveSource}))`;
