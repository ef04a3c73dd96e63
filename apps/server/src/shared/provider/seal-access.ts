import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { holdInstanceSecret, sealingKeyName } from '../../platform/instance-secret.ts';
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

/**
 * Notes of each provider whose access another installation has sealed that it cannot be read here, in the transaction that
 * restores a backup: its list would otherwise look idle until its next refresh fails.
 *
 * @returns the names of these providers
 */
export async function noteUnreadableAccess(trx: Kysely<Database>): Promise<string[]> {
  const key = await holdInstanceSecret(trx, sealingKeyName);
  const rows = await trx
    .selectFrom('provider')
    .select(['id', 'name', 'sealed_access'])
    .where('sealed_access', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
  const lost = rows.filter(
    ({ id, sealed_access: sealed }) => sealed !== null && openAccess(key, id, sealed) === undefined,
  );
  if (lost.length === 0) return [];
  const ids = lost.map(({ id }) => id);
  await trx
    .updateTable('provider')
    .set({ error_code: 'provider.unreadable', is_refresh_requested: false })
    .where('id', 'in', ids)
    .execute();
  return lost.map(({ name }) => name);
}

/** What is said after a restore of the providers whose access cannot be read; empty where there are none. */
export const describeUnreadable = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `Las direcciones y contraseñas de proveedores no se pueden leer en esta instalación: escríbelas otra vez con «Editar» en ${names.join(', ')}.`;
