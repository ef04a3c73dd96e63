import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { openValue, sealValue } from '../../platform/sealed-value.ts';

/** How a guide is requested; the address may hold credentials, so it is stored sealed. */
export interface GuideAccess {
  address: string;
  userAgent: string | null;
  referrer: string | null;
}

/** Whose guide a sealed access is: that of a source, or one that the list of a provider names. */
export type GuideOwner = { sourceId: string } | { providerId: string; position: number };

/** What a sealed access belongs to; it opens with this text only. */
const ownerText = (owner: GuideOwner): string =>
  'sourceId' in owner
    ? `access of guide ${owner.sourceId}`
    : `guide ${owner.position} of provider ${owner.providerId}`;

export const sealGuide = (key: Uint8Array, owner: GuideOwner, access: GuideAccess): Buffer =>
  sealValue(key, ownerText(owner), Buffer.from(JSON.stringify(access)));

/** @returns `undefined` for an access that was sealed with another key, such as one from another installation's backup */
export function openGuide(key: Uint8Array, owner: GuideOwner, sealed: Uint8Array): GuideAccess | undefined {
  const opened = openValue(key, ownerText(owner), sealed);
  return opened === undefined ? undefined : (JSON.parse(opened.toString()) as GuideAccess);
}

/**
 * Seals the access of all guides with another key, in the caller's transaction. One that does not open with the old key came
 * with a backup of another installation, and stays unreadable.
 *
 * @returns how many were sealed anew
 */
export async function resealGuides(
  trx: Kysely<Database>,
  { old, fresh }: { old: Uint8Array; fresh: Uint8Array },
): Promise<number> {
  const reseal = (owner: GuideOwner, sealed: Buffer): Buffer | undefined => {
    const access = openGuide(old, owner, sealed);
    return access && sealGuide(fresh, owner, access);
  };
  let resealed = 0;
  const sources = await trx
    .selectFrom('guide_source')
    .select(['id', 'sealed_access'])
    .where('sealed_access', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, sealed_access: sealed } of sources) {
    const made = sealed === null ? undefined : reseal({ sourceId: id }, sealed);
    if (made === undefined) continue;
    await trx.updateTable('guide_source').set({ sealed_access: made }).where('id', '=', id).execute();
    resealed += 1;
  }
  const offers = await trx
    .selectFrom('offered_guide')
    .select(['provider_id', 'position', 'sealed_access'])
    .orderBy('provider_id')
    .orderBy('position')
    .forUpdate()
    .execute();
  for (const { provider_id: providerId, position, sealed_access: sealed } of offers) {
    const made = reseal({ providerId, position }, sealed);
    if (made === undefined) continue;
    await trx
      .updateTable('offered_guide')
      .set({ sealed_access: made })
      .where('provider_id', '=', providerId)
      .where('position', '=', position)
      .execute();
    resealed += 1;
  }
  return resealed;
}
