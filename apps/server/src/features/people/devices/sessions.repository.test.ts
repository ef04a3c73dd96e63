import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { createVirtualClock } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sessionLimits } from './session-limits.ts';
import { createSessionsRepository } from './sessions.repository.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('sessions that have expired are deleted, and their devices stay', async () => {
  const clock = createVirtualClock();
  await sql`
    insert into account (id, username, username_folded, password_hash, role, plan)
    values ('ana', 'ana', 'ana', 'x', 'user', 'premium')`.execute(database.db);
  for (const [deviceId, unusedDays, openDays] of [
    ['unused', 31, 31],
    ['long open', 1, 91],
    ['valid', 29, 89],
  ] as const) {
    await sql`insert into device (account_id, device_id, user_agent, ip) values ('ana', ${deviceId}, '', '')`.execute(
      database.db,
    );
    await sql`
      insert into session (token_hash, account_id, device_id, last_used_at, created_at)
      values (${Buffer.from(deviceId)}, 'ana', ${deviceId},
        ${clock.now()}::timestamptz - make_interval(days => ${unusedDays}),
        ${clock.now()}::timestamptz - make_interval(days => ${openDays}))`.execute(database.db);
  }
  const sessions = createSessionsRepository(database.db);
  expect(await sessions.deleteExpired(sessionLimits(clock))).toBe(2);
  const left = await database.db.selectFrom('session').select('device_id').execute();
  expect(left).toEqual([{ device_id: 'valid' }]);
  const { rows } = await sql`select from device`.execute(database.db);
  expect(rows).toHaveLength(3);
});

it('sessions let in before the chain was stored end with the first device of it', async () => {
  const { db } = database;
  await sql`
    insert into account (id, username, username_folded, password_hash, role, plan)
    values ('eva', 'eva', 'eva', 'x', 'user', 'premium')`.execute(db);
  // The devices `one` and `other` have let each other in.
  for (const [deviceId, letInBy] of [
    ['phone', null],
    ['bedroom', 'phone'],
    ['kitchen', 'bedroom'],
    ['one', 'other'],
    ['other', 'one'],
  ] as const) {
    await sql`insert into device (account_id, device_id, user_agent, ip) values ('eva', ${deviceId}, '', '')`.execute(
      db,
    );
    await sql`
      insert into session (token_hash, account_id, device_id, let_in_by)
      values (${Buffer.from(`eva ${deviceId}`)}, 'eva', ${deviceId}, ${letInBy})`.execute(db);
  }
  const sessions = createSessionsRepository(db);
  const letIn = async (deviceId: string, letInBy: string): Promise<void> => {
    const sighting = { accountId: 'eva', deviceId, userAgent: '', ip: '', letInBy };
    const pruning = { inactiveBefore: new Date(0), keep: 20 };
    await sessions.open(sighting, Buffer.from(`eva ${deviceId}`), pruning, async () => undefined);
  };
  await letIn('study', 'kitchen');
  await letIn('garage', 'study');
  await letIn('third', 'other');
  for (const deviceId of ['kitchen', 'bedroom', 'study']) await sessions.end('eva', { deviceId });
  const ended = await sessions.endDevice('eva', 'phone', 'other');
  expect(ended.map(String).toSorted()).toEqual(['eva garage', 'eva phone']);
  expect((await sessions.endDevice('eva', 'one', 'phone')).map(String)).toContain('eva third');
});
