import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { unlessAway, type SharedStore } from '../../../platform/shared-store/shared-store.ts';
import { listAccountsScript, listManyScript } from './lease-scripts.ts';
import { readLease } from './lease-store.ts';
import type { CountedLease, HeldLease, Leases } from './leases.ts';

/** More accounts that play than an administrator can look at. */
const mostListed = 5_000;
/** How many accounts one script lists. */
const listedTogether = 200;

/**
 * Lists the leases that devices of all accounts hold at all servers. Those of accounts about which the shared store does not
 * answer are taken from `known`.
 */
export async function listSharedLeases(
  store: SharedStore,
  clock: Clock,
  known: Pick<Leases, 'listAll'>,
): Promise<HeldLease[]> {
  const accountIds = await listAccounts(store);
  if (accountIds === undefined) return known.listAll();
  const aheadMs = clock.now().getTime() - clock.steadyMs();
  const all: HeldLease[] = [];
  for (let at = 0; at < accountIds.length; at += listedTogether) {
    const together = accountIds.slice(at, at + listedTogether);
    const answer = await listTogether(store, together);
    for (const [index, leases] of (answer ?? []).entries()) {
      const accountId = together[index] ?? '';
      for (const { deviceId, itemKey, steadySinceMs } of leases)
        all.push({ accountId, deviceId, itemKey, sinceMs: steadySinceMs + aheadMs });
    }
    if (answer === undefined)
      all.push(...known.listAll().filter(({ accountId }) => together.includes(accountId)));
  }
  return all;
}

async function listAccounts(store: SharedStore): Promise<string[] | undefined> {
  const answer = await unlessAway(store.run(listAccountsScript, ['playing', mostListed]));
  return z.array(z.string()).optional().parse(answer);
}

async function listTogether(
  store: SharedStore,
  accountIds: readonly string[],
): Promise<CountedLease[][] | undefined> {
  const script = { ...listManyScript, keys: accountIds.length };
  const keys = accountIds.map((accountId) => `leases:${accountId}`);
  const answer = await unlessAway(store.run(script, keys));
  return z
    .array(z.array(z.string()))
    .optional()
    .parse(answer)
    ?.map((held) => held.map(readLease));
}
