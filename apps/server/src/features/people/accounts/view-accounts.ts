import type { Account } from '@butaca/contract';
import type { AccountRow } from '@butaca/db';
import type { AccountSecondFactors } from './account-second-factors.ts';
import { toAccount } from './accounts.view.ts';
import type { DeviceSessions } from './device-sessions.ts';

/** Converts accounts for the administrators' list, with what other tables know about them. */
export interface AccountViewer {
  all(rows: readonly AccountRow[]): Promise<Account[]>;
  one(row: AccountRow): Promise<Account>;
}

export function createAccountViewer(
  sessions: Pick<DeviceSessions, 'countDevices'>,
  secondFactors: Pick<AccountSecondFactors, 'listOn'>,
  listInvited: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>,
): AccountViewer {
  async function viewerOf(rows: readonly AccountRow[]): Promise<(row: AccountRow) => Account> {
    const ids = rows.map(({ id }) => id);
    const [devices, withSecondFactor, invited] = await Promise.all([
      sessions.countDevices(ids),
      secondFactors.listOn(ids),
      listInvited(ids),
    ]);
    return (row) =>
      toAccount(row, {
        devices: devices.get(row.id),
        hasSecondFactor: withSecondFactor.has(row.id),
        invitedUntil: invited.get(row.id),
      });
  }
  return {
    all: async (rows) => rows.map(await viewerOf(rows)),
    one: async (row) => (await viewerOf([row]))(row),
  };
}
