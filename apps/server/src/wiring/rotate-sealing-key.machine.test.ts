import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { bundleProcess, createTestDatabase, runKilledProcess, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readInstanceSecret, sealingKeyName } from '../platform/instance-secret.ts';
import { openValue, sealValue } from '../platform/sealed-value.ts';
import { rotateSealingKey } from './rotate-sealing-key.ts';

const people = ['ana', 'eva', 'luz'];
const secret = randomBytes(20);
/** The text with which the second-factor feature seals the secret of an account. */
const ownerOf = (accountId: string): string => `second factor of ${accountId}`;
let database: TestDatabase;
let bundle: Awaited<ReturnType<typeof bundleProcess>>;

beforeAll(async () => {
  database = await createTestDatabase();
  bundle = await bundleProcess(fileURLToPath(new URL('../../test/rotate-process.ts', import.meta.url)));
});
afterAll(async () => {
  await bundle.remove();
  await database.close();
});
beforeEach(async () => {
  await database.db.deleteFrom('account').execute();
  await database.db.deleteFrom('audit_entry').execute();
  const key = await readInstanceSecret(database.db, sealingKeyName);
  for (const id of people) {
    await database.db
      .insertInto('account')
      .values({ id, username: id, username_folded: id, password_hash: 'x', role: 'admin' })
      .execute();
    await database.db
      .insertInto('second_factor')
      .values({
        account_id: id,
        sealed_secret: sealValue(key, ownerOf(id), secret),
        confirmed_at: new Date(),
      })
      .execute();
  }
});

/** The present sealing key, and the secrets of all second factors as they open with this key. */
async function state() {
  const key = await readInstanceSecret(database.db, sealingKeyName);
  const rows = await database.db.selectFrom('second_factor').selectAll().orderBy('account_id').execute();
  const acts = await database.db.selectFrom('audit_entry').select(['action', 'username']).execute();
  return {
    key: Buffer.from(key).toString('hex'),
    secrets: rows.map((row) => openValue(key, ownerOf(row.account_id), row.sealed_secret)),
    acts,
  };
}
const everySecret = people.map(() => secret);

it('replaces the key and seals every second factor with the new one', async () => {
  const before = await state();
  expect(await rotateSealingKey(database.db)).toBe(3);
  const after = await state();
  expect(after.key).not.toBe(before.key);
  expect(after.secrets).toEqual(everySecret);
  expect(after.acts).toEqual([{ action: 'key.rotate', username: 'operador' }]);
});

it('changes nothing when one value cannot be opened with the old key', async () => {
  await database.db
    .updateTable('second_factor')
    .set({ sealed_secret: randomBytes(49) })
    .where('account_id', '=', 'luz')
    .execute();
  const before = await state();
  await expect(rotateSealingKey(database.db)).rejects.toThrow('cannot be opened');
  expect(await state()).toEqual(before);
});

it('loses nothing when its process is killed at any of its queries', { timeout: 120_000 }, async () => {
  const all = (await runKilledProcess(bundle.script, null, database.connectionString)) ?? 0;
  expect(all).toBeGreaterThan(6);
  expect((await state()).secrets).toEqual(everySecret);
  for (let point = 1; point <= all; point += 1) {
    const before = await state();
    expect(await runKilledProcess(bundle.script, point, database.connectionString)).toBeNull();
    // The connection of the killed process may still be ending its transaction; the lock waits for that.
    await database.db.transaction().execute(async (trx) => {
      await trx.selectFrom('instance_secret').select('name').forUpdate().execute();
    });
    const after = await state();
    expect(after.secrets, `killed at query ${point} of ${all}`).toEqual(everySecret);
    expect(after.acts.length - before.acts.length).toBe(after.key === before.key ? 0 : 1);
  }
});

it('seals the addresses of lists with the new key too, and leaves alone those of another installation', async () => {
  const key = await readInstanceSecret(database.db, sealingKeyName);
  const owner = (id: string): string => `access of provider ${id}`;
  const access = Buffer.from(
    JSON.stringify({ address: 'http://tv.ejemplo/', userAgent: null, referrer: null }),
  );
  const foreign = sealValue(randomBytes(32), owner('ajeno'), access);
  await database.db
    .insertInto('provider')
    .values([
      { id: 'mio', name: 'Mío', kind: 'm3u', sealed_access: sealValue(key, owner('mio'), access) },
      { id: 'ajeno', name: 'Ajeno', kind: 'm3u', sealed_access: foreign },
    ])
    .execute();
  expect(await rotateSealingKey(database.db)).toBe(people.length + 1);
  const fresh = await readInstanceSecret(database.db, sealingKeyName);
  const rows = await database.db
    .selectFrom('provider')
    .select(['id', 'sealed_access'])
    .where('kind', '=', 'm3u')
    .orderBy('id')
    .execute();
  expect(rows.map((row) => row.id)).toEqual(['ajeno', 'mio']);
  expect(rows[0]?.sealed_access?.equals(foreign)).toBe(true);
  expect(openValue(fresh, owner('mio'), rows[1]?.sealed_access ?? Buffer.alloc(0))?.equals(access)).toBe(
    true,
  );
});
