import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInstanceSecret } from './instance-secret.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const read = async (name: string) => Buffer.from(await readInstanceSecret(database.db, name)).toString('hex');

it('an instance secret is one and the same for simultaneous first readers', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => read('streams')));
  expect(new Set(all).size).toBe(1);
  expect(all[0]).toMatch(/^[0-9a-f]{64}$/);
});

it('an instance secret stays the same, and each name has its own', async () => {
  const first = await read('uno');
  expect(await read('uno')).toBe(first);
  expect(await read('dos')).not.toBe(first);
});
