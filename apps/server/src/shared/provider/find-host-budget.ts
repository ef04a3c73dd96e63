import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import type { Budget } from './find-budget.ts';
import type { Clock } from '../../platform/clock.ts';

/** How long the hosts of providers are kept, in ms: so soon does a change by an administrator take effect. */
const keptMs = 10_000;

/**
 * Creates the function that finds the budget of the provider to which the host of an address belongs: of the provider's list
 * or account, or of one of its channels, films or chapters. It serves pictures, which are no streams and belong to no row by
 * their address. A provider whose number of connections is not known has none.
 */
export function createFindHostBudget(
  db: Kysely<Database>,
  clock: Clock,
): (address: string) => Promise<Budget | undefined> {
  let known: { untilMs: number; budgets: Promise<ReadonlyMap<string, Budget>> } | undefined;

  return async (address) => {
    if (known === undefined || known.untilMs < clock.steadyMs()) {
      const next = { untilMs: clock.steadyMs() + keptMs, budgets: readBudgets(db) };
      known = next;
      // A failure is not kept.
      next.budgets.catch(() => {
        if (known === next) known = undefined;
      });
    }
    const host = hostOf(address);
    return host === undefined ? undefined : (await known.budgets).get(host);
  };
}

/** Reads the budgets of providers by their hosts. One stream of each kind stands for all of them. */
async function readBudgets(db: Kysely<Database>): Promise<ReadonlyMap<string, Budget>> {
  const { rows } = await sql<{ id: string; max_connections: number; addresses: (string | null)[] }>`
    select id, max_connections, array[
      shown_address,
      (select address from channel_source where provider_id = provider.id and missing_since is null limit 1),
      (select address from video where provider_id = provider.id and missing_since is null limit 1),
      (select address from chapter where provider_id = provider.id and missing_since is null limit 1)
    ] as addresses
    from provider where max_connections is not null and removed_at is null
    order by created_at desc`.execute(db);
  const budgets = new Map<string, Budget>();
  for (const { id, max_connections: connections, addresses } of rows) {
    for (const address of addresses) {
      const host = hostOf(address ?? '');
      if (host !== undefined) budgets.set(host, { providerKey: id, connections });
    }
  }
  return budgets;
}

/** Returns the host of an address without its port: the pictures of a panel may be at another port of its machine. */
const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined;
