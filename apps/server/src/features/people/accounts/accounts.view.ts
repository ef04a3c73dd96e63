import { readPlan, type Account, type SessionUser } from '@butaca/contract';
import type { AccountRow } from '@butaca/db';

interface Identity extends Pick<AccountRow, 'username' | 'role' | 'plan'> {
  mustChangePassword: boolean;
}

export function toSessionUser({ mustChangePassword, ...row }: Identity): SessionUser {
  return { ...toPerson(row), ...(mustChangePassword && { mustChangePassword }) };
}

const toPerson = (row: Pick<AccountRow, 'username' | 'role' | 'plan'>) => ({
  username: row.username,
  role: row.role === 'admin' ? ('admin' as const) : ('user' as const),
  plan: readPlan(row.plan),
});

/**
 * Converts a row of the table `account` for the administrators' list.
 *
 * @param known - the number of the account's devices, absent when it has none, whether its second factor is on, and when
 * its invitation expires, absent without one
 */
export function toAccount(
  row: AccountRow,
  {
    devices = { active: 0, total: 0 },
    hasSecondFactor = false,
    invitedUntil,
  }: {
    devices?: Account['devices'] | undefined;
    hasSecondFactor?: boolean;
    invitedUntil?: Date | undefined;
  } = {},
): Account {
  return {
    _id: row.id,
    ...toPerson(row),
    isActive: row.is_active,
    expiresAt: row.expires_at?.toISOString() ?? null,
    awaitsApproval: row.awaits_approval,
    hasSecondFactor,
    invitedUntil: invitedUntil?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    devices,
  };
}
