import { readPlan, type Account, type SessionUser } from '@butaca/contract';
import type { AccountRow } from './accounts.repository.ts';

export function toSessionUser(row: Pick<AccountRow, 'username' | 'role' | 'plan'>): SessionUser {
  return { username: row.username, role: row.role === 'admin' ? 'admin' : 'user', plan: readPlan(row.plan) };
}

export function toAccount(row: AccountRow): Account {
  return {
    _id: row.id,
    ...toSessionUser(row),
    isActive: row.is_active,
    expiresAt: row.expires_at?.toISOString() ?? null,
  };
}
