import type { AccountRow, Database } from '@butaca/db';
import type { Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

/** Throws where a change of an account is not permitted. */
export type Verify = (account: AccountRow) => void;

/** Reads an account and locks its row until the transaction ends. @throws AppError `account.not_found` */
export async function lockAccount(trx: Transaction<Database>, id: string): Promise<AccountRow> {
  const row = await trx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new AppError('account.not_found');
  return row;
}
