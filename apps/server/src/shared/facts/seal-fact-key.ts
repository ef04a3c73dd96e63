import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { openValue, sealValue } from '../../platform/sealed-value.ts';

const ownerText = (source: string): string => `key of the source of facts ${source}`;

/** Seals the operator's key for a source of facts. */
export const sealFactKey = (key: Uint8Array, source: string, value: string): Buffer =>
  sealValue(key, ownerText(source), Buffer.from(value));

/** @returns `undefined` for a key that was sealed with another sealing key, such as one from another installation's backup */
export const openFactKey = (key: Uint8Array, source: string, sealed: Uint8Array): string | undefined =>
  openValue(key, ownerText(source), sealed)?.toString();

/**
 * Seals the keys of all sources of facts with another sealing key, in the caller's transaction; one that does not open stays
 * unreadable.
 *
 * @returns how many were sealed anew
 */
export async function resealFactKeys(
  trx: Kysely<Database>,
  { old, fresh }: { old: Uint8Array; fresh: Uint8Array },
): Promise<number> {
  const sources = await trx.selectFrom('fact_source').select(['name', 'sealed_key']).forUpdate().execute();
  let resealed = 0;
  for (const { name, sealed_key: sealed } of sources) {
    const value = sealed === null ? undefined : openFactKey(old, name, sealed);
    if (value === undefined) continue;
    await trx
      .updateTable('fact_source')
      .set({ sealed_key: sealFactKey(fresh, name, value) })
      .where('name', '=', name)
      .execute();
    resealed += 1;
  }
  return resealed;
}
