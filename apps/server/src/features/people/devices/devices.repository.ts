import { recordAct, type Act, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { endDeviceSessions } from './sessions.repository.ts';

/**
 * The SQL that lists, counts and deactivates the devices of accounts. The SQL of sessions is in
 * `sessions.repository.ts`.
 */
export function createDevicesRepository(db: Kysely<Database>) {
  return {
    async findUserAgent(accountId: string, deviceId: string): Promise<string | undefined> {
      const device = await db
        .selectFrom('device')
        .select('user_agent')
        .where('account_id', '=', accountId)
        .where('device_id', '=', deviceId)
        .executeTakeFirst();
      return device?.user_agent;
    },

    async listDevices(accountId: string) {
      return db
        .selectFrom('device')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_id')
        .execute();
    },

    /** Counts the devices of the given accounts; accounts without devices are left out of the result. */
    async countDevices(accountIds: readonly string[]) {
      if (accountIds.length === 0) return [];
      return db
        .selectFrom('device')
        .where('account_id', 'in', accountIds)
        .groupBy('account_id')
        .select((select) => [
          'account_id as accountId',
          select.fn.countAll<number>().as('total'),
          select.fn.countAll<number>().filterWhere('is_active', '=', true).as('active'),
        ])
        .execute();
    },

    /**
     * Deactivates one device of an account or all of its devices, ends their sessions and those that they let in, and records the action in the
     * audit log if it changed anything.
     *
     * @returns `found` is the number of devices that matched
     */
    async deactivate(
      accountId: string,
      deviceId: string | undefined,
      actor: Actor,
      describe: (changed: readonly { user_agent: string }[]) => Omit<Act, 'subjectId'>,
    ): Promise<{ found: number; ended: Buffer[] }> {
      return db.transaction().execute(async (trx) => {
        // The row of the account is locked. A sign-in takes the same lock, so that a sign-in or another deactivation of
        // devices runs before or after this deactivation, never at the same time.
        await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
        const devices = await trx
          .selectFrom('device')
          .select(['device_id', 'user_agent', 'is_active'])
          .where('account_id', '=', accountId)
          .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
          .execute();
        const changed = devices.filter((device) => device.is_active);
        if (changed.length > 0) {
          await trx
            .updateTable('device')
            .set({ is_active: false })
            .where('account_id', '=', accountId)
            .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
            .execute();
          await recordAct(trx, actor, { ...describe(changed), subjectId: accountId });
        }
        if (deviceId !== undefined) {
          return { found: devices.length, ended: await endDeviceSessions(trx, accountId, deviceId) };
        }
        const ended = await trx
          .deleteFrom('session')
          .where('account_id', '=', accountId)
          .returning('token_hash')
          .execute();
        return { found: devices.length, ended: ended.map((row) => row.token_hash) };
      });
    },
  };
}

export type DevicesRepository = ReturnType<typeof createDevicesRepository>;
