import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import {
  readInstanceSecret,
  replaceInstanceSecret,
  sealingKeyName,
} from '../../../platform/instance-secret.ts';
import { openValue } from '../../../platform/sealed-value.ts';
import { createGuessGuards } from '../../../shared/guess-guard.ts';
import { createSecondFactors } from './change-second-factor.ts';
import { ownerOf, resealSecondFactors } from './seal-secret.ts';

const people = ['ana', 'eva', 'luz', 'mar', 'sol'];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of people) {
    await database.db
      .insertInto('account')
      .values({ id, username: id, username_folded: id, password_hash: 'x', role: 'admin' })
      .execute();
  }
});
afterAll(() => database.close());

const replaceKey = () =>
  database.db
    .transaction()
    .execute(async (trx) => resealSecondFactors(trx, await replaceInstanceSecret(trx, sealingKeyName)));

it('no second factor that is begun while the key is replaced stays sealed with an old key', async () => {
  const factors = createSecondFactors({
    db: database.db,
    clock: systemClock,
    guessGuards: createGuessGuards(),
  });
  for (let round = 0; round < 5; round += 1) {
    await database.db.deleteFrom('second_factor').execute();
    await Promise.all([
      ...people.map((id) => factors.begin({ id, username: id })),
      replaceKey(),
      replaceKey(),
    ]);
    const key = await readInstanceSecret(database.db, sealingKeyName);
    const rows = await database.db.selectFrom('second_factor').selectAll().execute();
    const secrets = rows.map((row) => openValue(key, ownerOf(row.account_id), row.sealed_secret)?.length);
    expect(secrets).toEqual([20, 20, 20, 20, 20]);
  }
});
