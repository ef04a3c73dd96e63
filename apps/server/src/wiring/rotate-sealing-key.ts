import { recordAct, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { resealSecondFactors } from '../features/people/second-factor/index.ts';
import { replaceInstanceSecret, sealingKeyName } from '../platform/instance-secret.ts';
import { resealFactKeys } from '../shared/facts/seal-fact-key.ts';
import { resealGuides } from '../shared/guide/seal-guide.ts';
import { resealProviders } from '../shared/provider/seal-access.ts';

/**
 * Replaces the installation's sealing key, and seals with the new key every value that the database holds sealed, in one
 * transaction: if anything fails, or the process ends, the old key and the old values remain. Stream addresses are
 * stored nowhere; those sealed with the old key stay valid until the running server processes have ended.
 *
 * @returns how many values were sealed anew
 */
export function rotateSealingKey(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const keys = await replaceInstanceSecret(trx, sealingKeyName);
    const resealed =
      (await resealSecondFactors(trx, keys)) +
      (await resealProviders(trx, keys)) +
      (await resealGuides(trx, keys)) +
      (await resealFactKeys(trx, keys));
    await recordAct(
      trx,
      { accountId: null, username: 'operador' },
      { action: 'key.rotate', subjectName: '' },
    );
    return resealed;
  });
}
