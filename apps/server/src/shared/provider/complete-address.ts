import type { Database } from '@butaca/db';
import { accountOfAddress, completeAddress } from '@butaca/xtream';
import type { Kysely } from 'kysely';
import { readInstanceSecret, sealingKeyName } from '../../platform/instance-secret.ts';
import { openAccess, type ProviderAccess } from './seal-access.ts';

/**
 * Creates the function that completes the address of a stream for the request to its server: those of Xtream accounts are
 * stored without host, user name and password, which are read from the provider at each request, so that a new password
 * holds at once. Other addresses are returned as they are, and so is one whose account is gone or cannot be read: the
 * host in it does not exist.
 */
export function createCompleteAddress(db: Kysely<Database>): (address: string) => Promise<string> {
  const opened = new Map<string, { sealed: Buffer; access: ProviderAccess }>();

  async function findAccess(id: string): Promise<ProviderAccess | undefined> {
    const row = await db
      .selectFrom('provider')
      .select('sealed_access')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    const sealed = row?.sealed_access ?? undefined;
    if (sealed === undefined) {
      opened.delete(id);
      return undefined;
    }
    const known = opened.get(id);
    if (known?.sealed.equals(sealed) === true) return known.access;
    const access = openAccess(await readInstanceSecret(db, sealingKeyName), id, sealed);
    if (access !== undefined) opened.set(id, { sealed, access });
    return access;
  }

  return async (address) => {
    const id = accountOfAddress(address);
    if (id === undefined) return address;
    const access = await findAccess(id);
    if (access?.account === undefined) return address;
    return completeAddress(address, { base: access.address, ...access.account }) ?? address;
  };
}
