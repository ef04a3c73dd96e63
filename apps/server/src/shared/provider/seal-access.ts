import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { openValue, sealValue } from '../../platform/sealed-value.ts';

/** How a provider is requested; it may hold credentials, so it is stored sealed. */
export interface ProviderAccess {
  /** The address of a list, or that of an Xtream server, with a slash at its end. */
  address: string;
  /** The user name and password of an Xtream account; absent for a list. */
  account?: { username: string; password: string };
  /** The address of the account's list as it was pasted, which is used where the server answers no calls. */
  listAddress?: string;
  userAgent: string | null;
  referrer: string | null;
}

/** What the sealed access of a provider belongs to; it opens with this text only. */
const ownerOf = (providerId: string): string => `access of provider ${providerId}`;

export const sealAccess = (key: Uint8Array, providerId: string, access: ProviderAccess): Buffer =>
  sealValue(key, ownerOf(providerId), Buffer.from(JSON.stringify(access)));

/** @returns `undefined` for an access that was sealed with another key, such as one from another installation's backup */
export function openAccess(
  key: Uint8Array,
  providerId: string,
  sealed: Uint8Array,
): ProviderAccess | undefined {
  const opened = openValue(key, ownerOf(providerId), sealed);
  return opened === undefined ? undefined : (JSON.parse(opened.toString()) as ProviderAccess);
}

/**
 * Seals the access of all providers with another key, in the caller's transaction. One that does not open with the old key
 * came with a backup of another installation, and stays unreadable.
 *
 * @returns how many were sealed anew
 */
export async function resealProviders(
  trx: Kysely<Database>,
  { old, fresh }: { old: Uint8Array; fresh: Uint8Array },
): Promise<number> {
  const rows = await trx
    .selectFrom('provider')
    .select(['id', 'sealed_access'])
    .where('sealed_access', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  let resealed = 0;
  for (const { id, sealed_access: sealed } of rows) {
    const access = sealed === null ? undefined : openAccess(old, id, sealed);
    if (access === undefined) continue;
    await trx
      .updateTable('provider')
      .set({ sealed_access: sealAccess(fresh, id, access) })
      .where('id', '=', id)
      .execute();
    resealed += 1;
  }
  return resealed;
}
