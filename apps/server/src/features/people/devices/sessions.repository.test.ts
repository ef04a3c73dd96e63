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
