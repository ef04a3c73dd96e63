import type { PlanKey, Role } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { foldUsername } from './fold-username.ts';

export interface AccountFilter {
  search: string;
  role?: Role | undefined;
  plan?: PlanKey | undefined;
  status?: 'active' | 'inactive' | undefined;
  awaiting: boolean;
}

/**
 * Returns a page of the administrators' list of accounts, ordered by user name, and the number of all matching
 * accounts.
 */
export async function listAccountPage(
  db: Kysely<Database>,
  page: number,
  limit: number,
  filter: AccountFilter,
) {
  const matching = filtered(db, filter);
  // The user names on the requested page are read from the index alone, however late the page is; then the rows of
  // these accounts are read.
  const keys = matching
    .select('username_folded')
    .orderBy('username_folded')
    .limit(limit)
    .offset((page - 1) * limit);
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('account')
      .selectAll()
      .where('username_folded', 'in', keys)
      .orderBy('username_folded')
      .execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

function filtered(db: Kysely<Database>, { search, role, plan, status, awaiting }: AccountFilter) {
  const isStanding = sql<boolean>`(is_active and (expires_at is null or expires_at > now()))`;
  return db
    .selectFrom('account')
    .$if(search !== '', (query) =>
      query.where('username_folded', 'like', `%${foldUsername(search).replace(/[\\%_]/g, '\\$&')}%`),
    )
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'user'))
    .$if(plan !== undefined, (query) => query.where('plan', '=', plan ?? ''))
    .$if(status === 'active', (query) => query.where(isStanding))
    .$if(status === 'inactive', (query) => query.where((where) => where.not(isStanding)))
    .$if(awaiting, (query) => query.where('awaits_approval', '=', sql.lit(true)));
}
