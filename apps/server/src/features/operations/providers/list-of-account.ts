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
import type { ListProvider } from '../../../shared/provider/list-provider.ts';
import { sealAccess, type ProviderAccess } from '../../../shared/provider/seal-access.ts';
import type { ProviderRow } from './providers.repository.ts';
import { shownAddress } from './shown-address.ts';

/** A list that is being refreshed, or an account as one. */
export interface FollowedList {
  row: ProviderRow;
  access: ProviderAccess;
  provider: ListProvider;
  /** Why the first call of an account failed; set while the list is received. */
  callFault?: AppError;
  /** Decides by the first bytes of the received list whether it is imported. @throws AppError where it is not */
  accept?(head: Buffer): Promise<void>;
}

/** The faults of a first call that mean that the server has no `player_api.php`. */
const missingCalls: ReadonlySet<ErrorCode> = new Set([
  'provider.not_account',
  'upstream.gone',
  'upstream.page',
  'body.too_large',
]);

/** How an M3U list begins, in UTF-8 with or without a byte order mark. */
const listStart = /^(?:\u00ef\u00bb\u00bf)?\s*#EXT(?:M3U|INF)/i;

/**
 * Describes the list of an account whose server answers no calls. Once the list was received, the provider is changed to one
 * of the kind `m3u`, and its row gets the access of the list.
 *
 * @returns `undefined` where the server may answer calls, and where something of the account was published already
 */
export function listOfAccount(
  db: Kysely<Database>,
  { row, access, provider, callFault }: FollowedList,
  actor: Actor,
): FollowedList | undefined {
  const { account, listAddress: pasted, address: base, userAgent, referrer } = access;
  if (account === undefined || row.entries !== null) return undefined;
  if (callFault === undefined || !missingCalls.has(callFault.code)) return undefined;
  const list = { address: pasted ?? listAddress({ base, ...account }), userAgent, referrer };
  return {
    row,
    access: list,
    provider: { ...provider, format: 'm3u' },
    async accept(head) {
      const isList = listStart.test(head.toString('latin1'));
      const sealed = isList ? await keepAsList(db, row, list, actor) : undefined;
      if (sealed === undefined) throw callFault;
      // The end of the refresh is recorded under the access that the row holds.
      row.sealed_access = sealed;
    },
  };
}

/**
 * Changes an account to a list at an address.
 *
 * @returns its sealed access; `undefined` where somebody has changed or removed the account meanwhile
 */
function keepAsList(
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
