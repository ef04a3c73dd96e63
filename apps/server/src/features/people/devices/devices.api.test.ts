import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newDeviceId,
  personHeaders,
  startTestApp,
  type Person,
  type TestApp,
} from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';

let now = new Date('2026-03-01T12:00:00Z');
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  now = new Date();
  test = await startTestApp({}, { clock: { ...systemClock, now: () => now, steadyMs: () => now.getTime() } });
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

async function accountId(person: Person): Promise<string> {
  const { body } = await test.call('GET /api/admin/users', { query: { search: person.username } }, admin);
  return body.users.find(({ username }) => username === person.username)?._id ?? '';
}

const devices = async (userId: string, includeInactive?: 'true') =>
  (
    await test.call(
      'GET /api/devices/admin/:userId',
      { params: { userId }, query: { ...(includeInactive && { includeInactive }) } },
      admin,
    )
  ).body;
const statusOf = async (person: Person) => (await test.call('GET /api/auth/me', undefined, person)).status;

describe('the devices of a user', () => {
  it('are those that have signed in, last seen first, with browser and address', async () => {
    const person = await test.viewer();
    await test.app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-device-id': newDeviceId(), 'user-agent': 'Mozilla/5.0 \u0007(iPhone)' },
      payload: { username: person.username, password: person.password },
    });
    const { devices: list, total, active } = await devices(await accountId(person));
    expect([total, active]).toEqual([2, 2]);
    expect(list[0]).toMatchObject({ userAgent: 'Mozilla/5.0 (iPhone)', ip: '127.0.0.1', isActive: true });
    expect(list[1]?.deviceId).toBe(person.deviceId);
  });

  it('lose their session at once when deactivated, and return with the password', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    const userId = await accountId(person);
    const { body, status } = await test.call(
      'DELETE /api/devices/admin/:userId/:deviceId',
      { params: { userId, deviceId: person.deviceId } },
      admin,
    );
    expect([status, body.message]).toEqual([200, 'Dispositivo desactivado correctamente.']);
    expect([await statusOf(person), await statusOf(other)]).toEqual([401, 200]);
    expect((await devices(userId)).devices.map(({ deviceId }) => deviceId)).toEqual([other.deviceId]);
    expect((await devices(userId, 'true')).devices).toHaveLength(2);
    expect(await statusOf(await test.login(person, person.deviceId))).toBe(200);
  });

  it('all lose their sessions when all are deactivated', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    const { body } = await test.call(
      'DELETE /api/devices/admin/:userId/devices',
      { params: { userId: await accountId(person) } },
      admin,
    );
    expect(body.message).toBe('Todos los dispositivos han sido desactivados.');
    expect([await statusOf(person), await statusOf(other)]).toEqual([401, 401]);
  });

  it('have the type and browser that the user agent names', async () => {
    const person = await test.viewer();
    const phone =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36';
    await test.app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-device-id': newDeviceId(), 'user-agent': phone },
      payload: { username: person.username, password: person.password },
    });
    const [device] = (await devices(await accountId(person))).devices;
    expect(device).toMatchObject({ userAgent: phone, type: 'mobile', browser: 'Chrome' });
  });

  it('get an audit entry for each deactivation that changes something, and none otherwise', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    const userId = await accountId(person);
    const params = { userId, deviceId: other.deviceId };
    for (let count = 0; count < 2; count += 1) {
      await test.call('DELETE /api/devices/admin/:userId/:deviceId', { params }, admin);
      await test.call('DELETE /api/devices/admin/:userId/devices', { params: { userId } }, admin);
    }
    const { body } = await test.call('GET /api/admin/audit', { query: { subjectId: userId } }, admin);
    expect(
      body.entries.map(({ action, username, subjectName, before }) => [
        action,
        username,
        subjectName,
        before,
      ]),
    ).toEqual([
      ['device.deactivate_all', 'jefa', person.username, { active: 1 }],
      ['device.deactivate', 'jefa', person.username, expect.objectContaining({ deviceId: other.deviceId })],
    ]);
  });

  it('are answered 404 for an unknown user or device', async () => {
    const person = await test.viewer();
    const userId = await accountId(person);
    const unknown = await test.call('GET /api/devices/admin/:userId', { params: { userId: 'nadie' } }, admin);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'account.not_found']);
    const missing = await test.call(
      'DELETE /api/devices/admin/:userId/:deviceId',
      { params: { userId, deviceId: newDeviceId() } },
      admin,
    );
    expect([missing.status, missing.body.code]).toEqual([404, 'device.not_found']);
  });

  it('are at most fifty; the oldest are removed with their sessions', async () => {
    const person = await test.viewer();
    for (let count = 0; count < 51; count += 1) await test.login(person);
    const { total } = await devices(await accountId(person), 'true');
    expect(total).toBe(50);
    expect(await statusOf(person)).toBe(401);
  });
});

describe('a session', () => {
  it('ends after thirty days without use', async () => {
    const person = await test.viewer();
    const later = new Date(now.getTime() + 31 * 86_400_000);
    const before = now;
    now = later;
    const { status, body } = await test.call('GET /api/auth/me', undefined, person);
    now = before;
    expect([status, body.code]).toEqual([401, 'session.expired']);
  });

  it('ends when the account expires', async () => {
    const person = await test.viewer();
    const params = { id: await accountId(person) };
    const expiresAt = new Date(now.getTime() + 60_000).toISOString();
    await test.call(
      'PUT /api/admin/users/:id/status',
      { params, body: { isActive: true, expiresAt } },
      admin,
    );
    expect(await statusOf(person)).toBe(200);
    const before = now;
    now = new Date(now.getTime() + 61_000);
    expect(await statusOf(person)).toBe(401);
    now = before;
  });

  it('is not found by part of its token or a variation of it', async () => {
    const person = await test.viewer();
    const headers = personHeaders(person);
    for (const token of [person.token.slice(0, -1), `${person.token}A`, person.token.toLowerCase()]) {
      const response = await test.app.http.inject({
        url: '/api/auth/me',
        headers: { ...headers, authorization: `Bearer ${token}` },
      });
      expect(response.statusCode).toBe(401);
    }
  });
});
