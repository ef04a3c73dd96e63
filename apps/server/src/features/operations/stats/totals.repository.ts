import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/**
 * The SQL for totals (accounts, catalogue) that the dashboard shows and that are counted on request, and for the names
 * of accounts.
 */
export function createTotalsRepository(db: Kysely<Database>) {
  return {
    async countAccounts() {
      const { rows } = await sql<{ accounts: number; activeAccounts: number; awaitingApproval: number }>`
        select count(*)::integer as accounts,
          (count(*) filter (where is_active and (expires_at is null or expires_at > now())))::integer
            as "activeAccounts",
          (count(*) filter (where awaits_approval))::integer as "awaitingApproval"
        from account`.execute(db);
      return rows[0]!;
    },

    /** Counts the channels, videos and series by scanning the whole catalogue. */
    async countCatalogue() {
      const { rows } = await sql<{ channels: number; videos: number; series: number }>`
        select (select count(*)::integer from channel) as channels, count(*)::integer as videos,
          (count(*) filter (where season_count > 0))::integer as series
        from video`.execute(db);
      return rows[0]!;
    },

    async listUsernames(accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (accountIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('account')
        .select(['id', 'username'])
        .where('id', 'in', [...new Set(accountIds)])
        .execute();
      return new Map(rows.map(({ id, username }) => [id, username]));
    },
  };
}

export type TotalsRepository = ReturnType<typeof createTotalsRepository>;
