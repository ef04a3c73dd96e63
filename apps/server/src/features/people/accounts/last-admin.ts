/*
 * There must always be an administrator. An account counts as an administrator until its expiry date, or for ever
 * without an expiry date; it does not count while it is inactive or has another role. The latest expiry date among the
 * administrators is the time until which the service has an administrator, and no change may shorten that time. So the
 * last administrator can be neither deactivated nor demoted, and when one of two administrators has an expiry date, the
 * other cannot get one. The rows of all administrators are locked, in the order of their keys, before they are counted:
 * when two administrators demote each other at the same time, the second request finds that it concerns the last one.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

interface Standing {
  role: string;
  is_active: boolean;
  expires_at: Date | null;
}

/** Returns until when an account is an administrator, in ms since 1970; 0 when it is none. */
function standsUntilMs({ role, is_active, expires_at }: Standing): number {
  if (role !== 'admin' || !is_active) return 0;
  return expires_at === null ? Number.POSITIVE_INFINITY : expires_at.getTime();
}

/** Locks the rows of all administrators; to avoid deadlocks, call this before the transaction takes other locks. */
export async function lockAdmins(trx: Transaction<Database>) {
  return (
    trx
      .selectFrom('account')
      .select(['id', 'role', 'is_active', 'expires_at'])
      .where('role', '=', 'admin')
      // An administrator of the demo data does not count as a remaining administrator, because removing the demo
      // removes that account too.
      .where('is_demo', '=', sql.lit(false))
      .orderBy('id')
      .forUpdate()
      .execute()
  );
}

/**
 * Refuses a change of an account after which the service would have an administrator for a shorter time than before.
 *
 * @param admins - the rows that `lockAdmins` returned
 * @throws AppError `account.last_admin`
 */
export function keepAnAdmin(
  admins: readonly (Standing & { id: string })[],
  id: string,
  change: Partial<Standing>,
): void {
  const untilMs = (rows: readonly Standing[]) => Math.max(0, ...rows.map(standsUntilMs));
  const changed = admins.map((admin) => (admin.id === id ? { ...admin, ...change } : admin));
  if (untilMs(changed) < untilMs(admins)) throw new AppError('account.last_admin');
}
