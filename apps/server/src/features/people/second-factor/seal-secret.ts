import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { openValue, sealValue } from '../../../platform/sealed-value.ts';
import { secondFactorRows } from './second-factor.repository.ts';

/** What the sealed secret of an account's second factor belongs to; it opens with this text only. */
export const ownerOf = (accountId: string): string => `second factor of ${accountId}`;

/** Seals the secrets of all second factors with another key, in the caller's transaction. @returns how many */
export async function resealSecondFactors(
  trx: Kysely<Database>,
  { old, fresh }: { old: Uint8Array; fresh: Uint8Array },
): Promise<number> {
  const rows = await secondFactorRows.lockSecrets(trx);
  for (const { account_id: accountId, sealed_secret: sealed } of rows) {
    const secret = openValue(old, ownerOf(accountId), sealed);
    if (secret === undefined) throw new Error(`The second factor of account ${accountId} cannot be opened`);
    await secondFactorRows.replaceSecret(trx, accountId, sealValue(fresh, ownerOf(accountId), secret));
  }
  return rows.length;
}
