/**
 * Makes a list at an address out of an account whose server answers no calls (`player_api.php`) but has the account's
 * list (`get.php`), so that an address that a provider has sent works in either case.
 *
 * @see docs/decisions/051-xtream-accounts.md
 */
import type { ErrorCode } from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import { listAddress } from '@butaca/xtream';
import type { Kysely } from 'kysely';
import type { AppError } from '../../../platform/http/app-error.ts';
import { holdInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { sealAccess, type ProviderAccess } from '../../../shared/provider/seal-access.ts';
import type { ProviderRow } from './providers.repository.ts';
import { shownAddress } from '../../../shared/provider/shown-address.ts';

/** The faults of a first call that mean that the server has no `player_api.php`. */
const missingCalls: ReadonlySet<ErrorCode> = new Set([
  'provider.not_account',
  'upstream.gone',
  'upstream.page',
  'body.too_large',
]);

/** How an M3U list begins, in UTF-8 with or without a byte order mark. */
const listStart = /^(?:\u00ef\u00bb\u00bf)?\s*#EXT(?:M3U|INF)/i;

/** Whether the first call of an account was answered as a server answers that has no `player_api.php`. */
export const lacksCalls = ({ code }: AppError): boolean => missingCalls.has(code);

/** Where the server of an account may have the account's list. */
export function listOfAccount({
  account,
  listAddress: pasted,
  address,
  userAgent,
  referrer,
}: ProviderAccess) {
  if (account === undefined) return undefined;
  return { address: pasted ?? listAddress({ base: address, ...account }), userAgent, referrer };
}

/** Whether a file that begins with these bytes is an M3U list. */
export const isListStart = (head: Buffer): boolean => listStart.test(head.toString('latin1'));

/**
 * Changes an account to a list at an address.
 *
 * @returns its sealed access; `undefined` where somebody has changed or removed the account meanwhile
 */
export function keepAsList(
  db: Kysely<Database>,
  { id, name, shown_address: shownBefore, sealed_access: sealedBefore }: ProviderRow,
  list: ProviderAccess,
  actor: Actor,
): Promise<Buffer | undefined> {
  return db.transaction().execute(async (trx) => {
    const key = await holdInstanceSecret(trx, sealingKeyName);
    const address = shownAddress(list.address);
    const sealed = sealAccess(key, id, list);
    const { numUpdatedRows } = await trx
      .updateTable('provider')
      .set({ kind: 'm3u', shown_address: address, sealed_access: sealed })
      .where('id', '=', id)
      .where('kind', '=', 'xtream')
      .where('sealed_access', '=', sealedBefore)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    await recordAct(trx, actor, {
      action: 'provider.update',
      subjectId: id,
      subjectName: name,
      before: { kind: 'xtream', address: shownBefore },
      after: { kind: 'm3u', address },
    });
    return sealed;
  });
}
