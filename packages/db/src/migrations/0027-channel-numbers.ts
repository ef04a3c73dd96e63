import { sql, type Kysely, type Migration } from 'kysely';

/*
 * Gives every channel a number of its own. A channel that an imported list numbers keeps that number, unless another
 * channel had it before. The others get the numbers after the largest of those, in the order in which channels were
 * shown so far, except that channels without a number of their list follow each other as in the list and not by name: the
 * ids of their sources begin with the time at which they were read, and sort in the order of the list.
 *
 * A failure of a channel gets the time at which the channel delivered media again.
 */
const largestListNumber = 9_999;

/** SQL that orders channels as they were added. */
const added = sql`
  created_at, (select min(source.id) from channel_source as source where source.channel_id = channel.id), id`;

const statements = [
  sql`alter table channel add column number integer`,
  sql`
    update channel set number = channel_number
    from (
      select distinct on (channel_number) id from channel
      where channel_number between 1 and ${sql.lit(largestListNumber)}
      order by channel_number, ${added}
    ) as first
    where channel.id = first.id`,
  sql`
    update channel set number = coalesce(taken.largest, 0) + placed.place
    from (
      select id, row_number() over (order by channel_number nulls last, ${added}) as place
      from channel where number is null
    ) as placed, (select max(number) as largest from channel) as taken
    where channel.id = placed.id`,
  sql`alter table channel alter column number set not null`,
  sql`alter table channel add constraint channel_number_positive check (number > 0)`,
  sql`alter table channel add constraint channel_number_unique unique (number)`,
  sql`alter table channel_failure add column delivered_at timestamptz`,
];

export const channelNumbersMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
