import { addressMaxLength } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { hasInvalidHost } from '@butaca/m3u';
import type { Transaction } from 'kysely';
import { holdInstanceSecret, sealingKeyName } from '../../platform/instance-secret.ts';
import { shownAddress } from '../provider/shown-address.ts';
import { sealGuide } from './seal-guide.ts';

/** How many guides of one list are offered. */
const guidesMost = 10;

/**
 * Keeps the addresses of guides that the list of a provider names in its header, in place of those of its last list. Those
 * that are no addresses are left out.
 */
export async function keepOfferedGuides(
  trx: Transaction<Database>,
  providerId: string,
  addresses: readonly string[],
): Promise<void> {
  const offered = [...new Set(addresses)]
    .filter((address) => address.length <= addressMaxLength && isRequestable(address))
    .slice(0, guidesMost);
  await trx.deleteFrom('offered_guide').where('provider_id', '=', providerId).execute();
  if (offered.length === 0) return;
  const key = await holdInstanceSecret(trx, sealingKeyName);
  await trx
    .insertInto('offered_guide')
    .values(
      offered.map((address, index) => {
        const position = index + 1;
        const access = { address, userAgent: null, referrer: null };
        return {
          provider_id: providerId,
          position,
          shown_address: shownAddress(address),
          sealed_access: sealGuide(key, { providerId, position }, access),
        };
      }),
    )
    .execute();
}

const isRequestable = (address: string): boolean =>
  /^https?:\/\//i.test(address) && URL.canParse(address) && !hasInvalidHost(address);
