import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function addAccount(id: string, values: { plan?: string; username_folded?: string } = {}) {
  return database.db
    .insertInto('account')
    .values({ id, username: id, username_folded: id, password_hash: 'hash', role: 'user', ...values })
    .execute();
}

let channels = 0;
function addChannel(id: string) {
  channels += 1;
  return database.db
    .insertInto('channel')
    .values({ id, name: id, name_folded: id, title_key: id, number: channels })
    .execute();
}

function addSource(id: string, channelId: string, position: number) {
  return database.db
    .insertInto('channel_source')
    .values({
      id,
      channel_id: channelId,
      position,
      address: `http://127.0.0.1/${id}`,
      address_hash: Buffer.from(id),
      stream_kind: 'hls',
    })
    .execute();
}

it('the plan table holds all plans and their numbers of streams', async () => {
  const plans = await database.db.selectFrom('plan').selectAll().execute();
  expect(Object.fromEntries(plans.map(({ key, max_streams }) => [key, max_streams]))).toEqual({
    gplay: 1,
    estandar: 2,
    cinefilo: 2,
    sports: 2,
    premium: 4,
  });
});

it('a conflict is reported with the name of the violated constraint', async () => {
  await addAccount('ana');
  await expect(addAccount('ana2', { username_folded: 'ana' })).rejects.toMatchObject({
    code: '23505',
    constraint: 'account_username_folded_key',
  });
  await expect(addAccount('eva', { plan: 'gratis' })).rejects.toMatchObject({
    code: '23503',
    constraint: 'account_plan_fkey',
  });
});

it('a new account has the lowest plan and is active', async () => {
  await addAccount('nuevo');
  const account = await database.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', 'nuevo')
    .executeTakeFirstOrThrow();
  expect(account).toMatchObject({ plan: 'gplay', is_active: true, is_demo: false, expires_at: null });
  expect(account.created_at).toBeInstanceOf(Date);
});

it('the session table allows one session per device, and none without its device or account', async () => {
  const { db } = database;
  const device = { account_id: 'luz', device_id: 'movil' };
  await addAccount('luz');
  await db
    .insertInto('device')
    .values({ ...device, user_agent: '', ip: '' })
    .execute();
  await db
    .insertInto('session')
    .values({ ...device, token_hash: Buffer.from('a') })
    .execute();
  const second = db
    .insertInto('session')
    .values({ ...device, token_hash: Buffer.from('b') })
    .execute();
  await expect(second).rejects.toMatchObject({ constraint: 'session_account_id_device_id_key' });
  const stranger = db
    .insertInto('session')
    .values({ account_id: 'luz', device_id: 'otro', token_hash: Buffer.from('c') })
    .execute();
  await expect(stranger).rejects.toMatchObject({ constraint: 'session_device_fkey' });
  await db.deleteFrom('account').where('id', '=', 'luz').execute();
  expect(await db.selectFrom('session').selectAll().where('account_id', '=', 'luz').execute()).toEqual([]);
});

it('the sources of a channel can swap positions in one transaction, but not share one', async () => {
  await addChannel('uno');
  await addSource('a', 'uno', 0);
  await addSource('b', 'uno', 1);
  await database.db.transaction().execute(async (trx) => {
    await trx.updateTable('channel_source').set({ position: 1 }).where('id', '=', 'a').execute();
    await trx.updateTable('channel_source').set({ position: 0 }).where('id', '=', 'b').execute();
  });
  await expect(addSource('c', 'uno', 0)).rejects.toMatchObject({
    constraint: 'channel_source_channel_id_position_key',
  });
});

it('an address belongs to one channel only, and is deleted with that channel', async () => {
  await addChannel('dos');
  await addChannel('tres');
  await addSource('same', 'dos', 0);
  const again = database.db
    .insertInto('channel_source')
    .values({
      id: 'again',
      channel_id: 'tres',
      position: 0,
      address: 'x',
      address_hash: Buffer.from('same'),
      stream_kind: 'ts',
    })
    .execute();
  await expect(again).rejects.toMatchObject({ constraint: 'channel_source_address_hash_key' });
  await database.db.deleteFrom('channel').where('id', '=', 'dos').execute();
  await addSource('same', 'tres', 0);
});
