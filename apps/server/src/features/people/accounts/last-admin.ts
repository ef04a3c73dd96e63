/*
 * There must always be an administrator. An account stands as one until its expiry date, without one for good, and not at
 * all while it is inactive or has another role; the service is administered for as long as the one who stands longest. No
 * act may shorten that. So the last administrator can be neither deactivated nor demoted, and of two who are left the one
 * cannot be given a date once the other has one. The rows of all administrators are locked before they are counted, in the
 * order of their keys: of two who demote each other at the same moment, the second finds that it is the last.
 */
import type { Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

interface Standing {
  role: string;
  is_active: boolean;
  expires_at: Date | null;
}

/** Until when an account is an administrator, in milliseconds since 1970; 0 where it is none. */
function standsUntilMs({ role, is_active, expires_at }: Standing): number {
  if (role !== 'admin' || !is_active) return 0;
  return expires_at === null ? Number.POSITIVE_INFINITY : expires_at.getTime();
}

/** Waits until nobody else changes an administrator; call it before any other lock of the transaction. */
export async function lockAdmins(trx: Transaction<Database>) {
  return (
    trx
      .selectFrom('account')
      .select(['id', 'role', 'is_active', 'expires_at'])
      .where('role', '=', 'admin')
      // The demo's own administrator goes with the demo.
      .where('is_demo', '=', sql.lit(false))
      .orderBy('id')
      .forUpdate()
      .execute()
  );
}

/**
 * @param admins - as they were locked
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
