import { backgroundRequestsMost } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Clock } from '../../platform/clock.ts';

/**
 * What may be requested at a provider while nobody has asked for it: one request an hour, or as many as fit into a day where
 * an administrator has switched reading ahead on. Counted in the database, for all servers together.
 */
export interface BackgroundBudget {
  /**
   * @param requests - how many requests the work takes, about
   * @returns `false` where they are too many for now, or the provider is paused or removed
   */
  take(providerId: string, requests: number): Promise<boolean>;
}

/** SQL condition for the rows of `provider` at which so many background requests may be sent now. */
export function isFreeForBackground(now: Date, requests: number): RawBuilder<boolean> {
  return sql<boolean>`(
    provider.removed_at is null and not provider.is_paused
    and ${countOf(now)} + ${requests} <=
      case when provider.reads_ahead then ${backgroundRequestsMost.ahead}::int else ${backgroundRequestsMost.byItself}::int end
    and (provider.reads_ahead or provider.background_next_at is null or provider.background_next_at <= ${now}
      or provider.background_next_at > ${now}::timestamptz + interval '1 day'))`;
}

/** SQL condition for a row of `provider` whose count is of the present day. */
const isOfToday = (now: Date | RawBuilder<Date>): RawBuilder<boolean> => sql<boolean>`(
  provider.background_since > (${now})::timestamptz - interval '1 day' and provider.background_since <= ${now})`;

/** SQL for how many background requests a provider got within the present day. */
export const countOf = (now: Date | RawBuilder<Date>): RawBuilder<number> => sql<number>`
  (case when ${isOfToday(now)} then provider.background_count else 0 end)`;

export const createBackgroundBudget = (db: Kysely<Database>, clock: Clock): BackgroundBudget => ({
  async take(providerId, requests) {
    const now = clock.now();
    const { rows } = await sql`
      update provider set
        background_count = ${countOf(now)} + ${requests},
        background_since = case when ${isOfToday(now)} then background_since else ${now} end,
        background_next_at = ${now}::timestamptz + make_interval(hours => ${requests})
      where id = ${providerId} and ${isFreeForBackground(now, requests)}
      returning id`.execute(db);
    return rows.length > 0;
  },
});
