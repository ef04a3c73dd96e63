import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { devicesFeature, type DeviceSessions } from './index.ts';
import { readUserAgent } from './read-session.ts';
import { systemClock } from '../../../platform/clock.ts';

const dayMs = 86_400_000;
let database: TestDatabase;
let nowMs: number;
let devices: DeviceSessions;
let logged: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of ['ana', 'luis']) {
    await database.db
      .insertInto('account')
      .values({ id, username: id, username_folded: id, password_hash: 'x', role: 'user', plan: 'gplay' })
      .execute();
  }
});
afterAll(() => database.close());
beforeEach(() => {
  nowMs = Date.now();
  logged = [];
  devices = devicesFeature({
    db: database.db,
    clock: { ...systemClock, now: () => new Date(nowMs), steadyMs: () => nowMs },
    log: createLog('debug', { write: (line) => logged.push(line) }),
  });
});

let made = 0;
const newDevice = () => {
  made += 1;
  return String(made).padStart(32, 'd');
};
const request = (deviceId: string | undefined, token?: string, more: object = {}) => ({
  ip: '203.0.113.7',
  headers: {
    'user-agent': 'Reproductor',
    ...(deviceId !== undefined && { 'x-device-id': deviceId }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...more,
  },
});
async function signIn(accountId = 'ana', deviceId = newDevice()) {
  const token = await devices.open(accountId, request(deviceId));
  const read = (more: object = {}) => devices.read(request(deviceId, token, more));
  const age = (columns: { created_at?: Date; last_used_at?: Date }) =>
    database.db.updateTable('session').set(columns).where('device_id', '=', deviceId).execute();
  return { deviceId, token, read, age };
}
const device = (deviceId: string) =>
  database.db.selectFrom('device').selectAll().where('device_id', '=', deviceId).executeTakeFirstOrThrow();

describe('reading a session', () => {
  it('returns its account, its device and the limits of the plan', async () => {
    const { deviceId, read } = await signIn();
    expect(await read()).toEqual({
      accountId: 'ana',
      username: 'ana',
      role: 'user',
      plan: 'gplay',
      maxStreams: 1,
      mustChangePassword: false,
      deviceId,
      sessionKey: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it.each([
    ['29 days without use', { last_used_at: 29 }, true],
    ['30 days without use', { last_used_at: 30 }, false],
    ['89 days of daily use', { created_at: 89 }, true],
    ['90 days, however often it was used', { created_at: 90 }, false],
  ])('after %s succeeds: %s', async (_what, ages, isGood) => {
    const { read, age } = await signIn();
    await age(
      Object.fromEntries(Object.entries(ages).map(([name, days]) => [name, new Date(nowMs - days * dayMs)])),
    );
    if (isGood) expect(await read()).toMatchObject({ accountId: 'ana' });
    else await expect(read()).rejects.toMatchObject({ code: 'session.expired' });
  });

  it('fails once it has expired, although it was cached a moment before', async () => {
    const { read } = await signIn();
    await read();
    nowMs += 30 * dayMs + 1_000;
    await expect(read()).rejects.toMatchObject({ code: 'session.expired' });
  });

  it('returns nothing for a malformed token, and fails as expired for an unknown one', async () => {
    const { deviceId, token } = await signIn();
    for (const authorization of [
      '',
      token,
      `Basic ${token}`,
      `Bearer ${token} x`,
      'Bearer corta',
      `Bearer ${'x'.repeat(201)}`,
    ]) {
      expect(await devices.read(request(deviceId, undefined, { authorization }))).toBeUndefined();
    }
    expect(await devices.read({ ip: '', headers: { authorization: [`Bearer ${token}`] } })).toBeUndefined();
    await expect(devices.read(request(deviceId, 'x'.repeat(43)))).rejects.toMatchObject({
      code: 'session.expired',
    });
    expect(
      await devices.read(request(deviceId, undefined, { authorization: `bearer ${token}` })),
    ).toBeDefined();
  });

  it('fails on another device, and the log mentions the attempt', async () => {
    const { token, read } = await signIn();
    for (const other of [undefined, '', newDevice(), 'x']) {
      await expect(devices.read(request(other, token))).rejects.toMatchObject({ code: 'session.expired' });
    }
    expect(logged.join('')).toContain('a session was used with another device id');
    expect(logged.join('')).not.toContain(token);
    expect(await read()).toBeDefined();
  });

  it('fails after another session was opened on the same device', async () => {
    const { deviceId, read } = await signIn();
    await read();
    await signIn('ana', deviceId);
    await expect(read()).rejects.toMatchObject({ code: 'session.expired' });
  });

  it('returns each account’s own session when two people share a device', async () => {
    const { deviceId, read } = await signIn();
    const other = await signIn('luis', deviceId);
    expect([(await read())?.accountId, (await other.read())?.accountId]).toEqual(['ana', 'luis']);
    await devices.end('luis', deviceId);
    expect(await read()).toBeDefined();
  });

  it('finds none after a sign-in whose final check fails', async () => {
    const deviceId = newDevice();
    const refuse = () => Promise.reject(new Error('la contraseña cambió'));
    await expect(devices.open('ana', request(deviceId), refuse)).rejects.toThrow('la contraseña cambió');
    await expect(device(deviceId)).rejects.toThrow();
  });

  it.each([undefined, '', 'x', 'd'.repeat(31), 'd'.repeat(33), `${'d'.repeat(31)}-`])(
    'is impossible for the malformed device id %j, which the sign-in refuses',
    async (deviceId) => {
      await expect(devices.open('ana', request(deviceId))).rejects.toMatchObject({ code: 'device.invalid' });
    },
  );
});

describe('the address and time at which a device was last seen', () => {
  const seenLongAgo = {
    last_seen_at: new Date(Date.now() - dayMs),
    ip: '198.51.100.1',
    user_agent: 'Antiguo',
  };

  it('are stored at the first request after a minute', async () => {
    const { deviceId, read } = await signIn();
    await database.db.updateTable('device').set(seenLongAgo).where('device_id', '=', deviceId).execute();
    await read({ 'user-agent': 'Nuevo\u0007' });
    const row = await device(deviceId);
    expect([row.ip, row.user_agent]).toEqual(['203.0.113.7', 'Nuevo']);
    expect(row.last_seen_at.getTime()).toBeGreaterThan(seenLongAgo.last_seen_at.getTime());
  });

  it('are stored for many devices that are seen at once', async () => {
    const people = await Promise.all([signIn(), signIn(), signIn('luis')]);
    const ids = people.map(({ deviceId }) => deviceId);
    await database.db.updateTable('device').set(seenLongAgo).where('device_id', 'in', ids).execute();
    await Promise.all(people.map(({ read }, index) => read({ 'user-agent': `Nuevo ${index}` })));
    const rows = await Promise.all(ids.map(device));
    expect(rows.map(({ user_agent: name }) => name)).toEqual(['Nuevo 0', 'Nuevo 1', 'Nuevo 2']);
  });

  it('are stored later when another transaction has locked them, and the request does not wait', async () => {
    const { deviceId, read } = await signIn();
    await database.db.updateTable('device').set(seenLongAgo).where('device_id', '=', deviceId).execute();
    await database.db.transaction().execute(async (trx) => {
      await trx.selectFrom('device').select('ip').where('device_id', '=', deviceId).forUpdate().execute();
      expect(await read({ 'user-agent': 'Nuevo' })).toBeDefined();
    });
    expect((await device(deviceId)).user_agent).toBe('Antiguo');
    nowMs += 1_001;
    devices.forgetAll();
    await read({ 'user-agent': 'Nuevo' });
    expect((await device(deviceId)).user_agent).toBe('Nuevo');
  });

  it('are not stored again within that minute', async () => {
    const { deviceId, read } = await signIn();
    await read();
    nowMs += 59_000;
    await read({ 'user-agent': 'Otro' });
    expect((await device(deviceId)).user_agent).toBe('Reproductor');
  });
});

describe('the store of sessions', () => {
  it('announces ended sessions to listeners by session keys, which open nothing', async () => {
    const told: string[] = [];
    devices.onEnded((keys) => told.push(...keys));
    const first = await signIn('luis');
    const second = await signIn('luis');
    const keys = [(await first.read())?.sessionKey, (await second.read())?.sessionKey];
    await devices.end('luis', first.deviceId);
    expect(told).toEqual([keys[0]]);
    await devices.end('luis', first.deviceId);
    await devices.end('luis');
    expect(told).toEqual(expect.arrayContaining(keys));
    await expect(second.read()).rejects.toMatchObject({ code: 'session.expired' });
    expect(await devices.check(keys[1] ?? '')).toBeUndefined();
    expect(told.join('')).not.toContain(second.token);
  });

  it('announces sessions ended in a transaction after its commit, except the present one', async () => {
    const here = await signIn();
    const there = await signIn();
    await there.read();
    const told: string[] = [];
    devices.onEnded((keys) => told.push(...keys));
    const settle = await database.db
      .transaction()
      .execute((trx) => devices.endWithin(trx, 'ana', here.deviceId));
    expect(told).toEqual([]);
    settle();
    expect(told.length).toBeGreaterThan(0);
    expect(await here.read()).toBeDefined();
    await expect(there.read()).rejects.toMatchObject({ code: 'session.expired' });
  });

  it('finds a current session by its key, and nothing for an unknown key', async () => {
    const { read } = await signIn();
    const session = await read();
    expect(await devices.check(session?.sessionKey ?? '')).toEqual(session);
    expect(await devices.check('nada')).toBeUndefined();
  });

  it.each([
    ['the account', (feature: DeviceSessions) => feature.forgetAccount('ana')],
    ['everybody', (feature: DeviceSessions) => feature.forgetAll()],
  ])('reads changes at once after the cache of %s is cleared', async (_who, forget) => {
    const { read } = await signIn();
    await read();
    const setPlan = (plan: string) =>
      database.db.updateTable('account').set({ plan }).where('id', '=', 'ana').execute();
    await setPlan('premium');
    forget(devices);
    expect(await read()).toMatchObject({ plan: 'premium', maxStreams: 4 });
    await setPlan('gplay');
  });
});

describe('readUserAgent', () => {
  it.each([
    ['Mozilla/5.0 (X11)', 'Mozilla/5.0 (X11)'],
    ['a\u0000b\u001b[31mñ€', 'ab[31m'],
    ['x'.repeat(1_000), 'x'.repeat(300)],
    [undefined, ''],
    [['uno', 'dos'], ''],
  ])('reads %j as %j', (header, kept) => {
    expect(readUserAgent(header)).toBe(kept);
  });
});

describe('the names and counts of devices', () => {
  it('are found for the account that has them, and not for another', async () => {
    const { deviceId } = await signIn('luis');
    expect(await devices.nameOf('luis', deviceId)).toBe('Dispositivo');
    expect(await devices.nameOf('ana', deviceId)).toBeUndefined();
    const counts = await devices.countDevices(['luis', 'nadie']);
    expect([...counts.keys()]).toEqual(['luis']);
    expect((await devices.countDevices([])).size).toBe(0);
  });
});
