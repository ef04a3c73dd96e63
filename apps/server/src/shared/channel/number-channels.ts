/*
 * Every channel has a number of its own, by which it is ordered and which people type to open it. A list may number its
 * channels; a channel keeps such a number if no other channel has it. Otherwise it gets the next number after the
 * largest one, so that channels without numbers follow each other in the order of their list.
 */
import { channelNumbersLock, type Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';

/** A larger number of a list is ignored: people type at most a few digits. */
const largestListNumber = 9_999;

/** Waits until no other transaction gives numbers to channels, and keeps others from doing so until this one ends. */
export async function lockChannelNumbers(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${channelNumbersLock})`.execute(trx);
}

/** Chooses the number of a channel that is about to be inserted. @param wanted - its number in a list, if it has one */
export async function takeChannelNumber(trx: Transaction<Database>, wanted?: number): Promise<number> {
  await lockChannelNumbers(trx);
  const { rows } = await sql<{ number: number }>`
    select number from (${numbered(sql`
      select ''::text as id, ${wanted ?? null}::integer as channel_number, 0 as nth`)}) as made`.execute(trx);
  const [made] = rows;
  if (made === undefined) throw new Error('no number was made');
  return made.number;
}

/** Larger than any number of a channel: where the demo's channels are while others get numbers. */
const asideBy = 1_000_000_000;

/**
 * Lets new channels have numbers that channels of the demo hold, and numbers the demo's channels after all others. The
 * numbers must be locked (`lockChannelNumbers`).
 */
export async function numberBeforeDemo(
  trx: Transaction<Database>,
  insert: () => Promise<unknown>,
): Promise<void> {
  await sql`update channel set number = number + ${asideBy} where is_demo`.execute(trx);
  await insert();
  await sql`
    update channel set number = placed.number
    from (
      select id, (select coalesce(max(number), 0) from channel where not is_demo)
        + row_number() over (order by number) as number
      from channel where is_demo
    ) as placed
    where channel.id = placed.id`.execute(trx);
}

/**
 * SQL that adds the column `number` to the rows of channels that are about to be inserted.
 *
 * @param rows - selects id, channel_number and nth, by which the channels are ordered
 */
export const numbered = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with made as (${rows}), claimed as (
    select distinct on (channel_number) id, channel_number as number from made
    where channel_number between 1 and ${largestListNumber}
      and not exists (select from channel where channel.number = made.channel_number)
    order by channel_number, nth
  ), known as (
    select greatest(
      coalesce((select max(number) from channel where number < ${asideBy}), 0), coalesce((select max(number) from claimed), 0)) as largest
  )
  select made.*, coalesce(
    claimed.number,
    known.largest + row_number() over (partition by claimed.number is null order by nth)
  )::integer as number
  from made left join claimed using (id) cross join known`;
