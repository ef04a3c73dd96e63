import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';

let now = new Date();
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({}, { clock: { ...systemClock, now: () => now, steadyMs: () => now.getTime() } });
});
afterAll(() => test[Symbol.asyncDispose]());

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs a person in on a new device whose browser sends the given `User-Agent` header. */
async function loginWith(userAgent: string, { username, password }: Person): Promise<Person> {
  const deviceId = newDeviceId();
  const response = await test.app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-device-id': deviceId, 'user-agent': userAgent },
    payload: { username, password },
  });
  return { username, password, deviceId, token: response.json<{ token: string }>().token };
}

const listOf = async (person: Person) =>
  (await test.call('GET /api/devices', undefined, person)).body.devices;
const idsOf = async (person: Person) => (await listOf(person)).map(({ deviceId }) => deviceId);
const statusOf = async (person: Person) => (await test.call('GET /api/auth/me', undefined, person)).status;
const end = async (deviceId: string, person: Person) =>
  test.call('DELETE /api/devices/:deviceId', { params: { deviceId } }, person);
const accountId = async (person: Person): Promise<string> => {
  const { body } = await test.call(
    'GET /api/admin/users',
    { query: { search: person.username } },
    await test.admin(),
  );
  return body.users.find(({ username }) => username === person.username)?._id ?? '';
};

describe('a person’s own devices', () => {
  it('are listed with name, type and address, this device first, then the one used last', async () => {
    const person = await test.viewer();
    const onPc = await loginWith(`${windows} Chrome/140.0.0.0 Safari/537.36`, person);
    const onPhone = await loginWith(phone, person);
    expect(await listOf(onPc)).toEqual([
      {
        deviceId: onPc.deviceId,
        name: 'Chrome en Windows',
        type: 'pc',
        lastSeen: expect.stringMatching(/^\d{4}-/),
        ip: '127.0.0.1',
        isThisDevice: true,
      },
      expect.objectContaining({
        deviceId: onPhone.deviceId,
        name: 'Safari en iPhone o iPad',
        type: 'mobile',
        isThisDevice: false,
      }),
      expect.objectContaining({ deviceId: person.deviceId, isThisDevice: false }),
    ]);
  });

  it('are only those whose session is open: neither signed out, nor deactivated, nor expired', async () => {
    const person = await test.viewer();
    const signedOut = await test.login(person);
    await test.call('POST /api/auth/logout', { body: {} }, signedOut);
    const deactivated = await test.login(person);
    await test.call(
      'DELETE /api/devices/admin/:userId/:deviceId',
      { params: { userId: await accountId(person), deviceId: deactivated.deviceId } },
      await test.admin(),
    );
    const idle = await test.login(person);
    const old = await test.login(person);
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
    const update = (deviceId: string, values: { last_used_at?: Date; created_at?: Date }) =>
      test.db.updateTable('session').set(values).where('device_id', '=', deviceId).execute();
    await update(idle.deviceId, { last_used_at: days(31) });
    await update(old.deviceId, { created_at: days(91) });
    expect([await statusOf(idle), await statusOf(old)]).toEqual([401, 401]);
    const other = await test.login(person);
    expect(await idsOf(person)).toEqual([person.deviceId, other.deviceId]);
  });

  it('lose their session at once when the person ends it on another device, and no other session ends', async () => {
    const person = await test.viewer();
    const [lost, kept] = [await test.login(person), await test.login(person)];
    expect(await statusOf(lost)).toBe(200);
    const { status, body } = await end(lost.deviceId, person);
    expect([status, body.message]).toEqual([200, 'Sesión cerrada en ese dispositivo.']);
    expect([await statusOf(lost), await statusOf(kept), await statusOf(person)]).toEqual([401, 200, 200]);
    expect(await idsOf(person)).toEqual([person.deviceId, kept.deviceId]);
    expect(await statusOf(await test.login(person, lost.deviceId))).toBe(200);
  });

  it('all lose their session except the calling one when the person ends the others', async () => {
    const person = await test.viewer();
    const others = [await test.login(person), await test.login(person)];
    const stranger = await test.viewer();
    const { status, body } = await test.call('DELETE /api/devices/others', undefined, person);
    expect([status, body.message]).toEqual([200, 'Sesión cerrada en los demás dispositivos.']);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect([await statusOf(person), await statusOf(stranger)]).toEqual([200, 200]);
    expect(await idsOf(person)).toEqual([person.deviceId]);
    expect((await test.call('DELETE /api/devices/others', undefined, person)).status).toBe(200);
  });

  it('may include the calling device: then this session ends', async () => {
    const person = await test.viewer();
    expect((await end(person.deviceId, person)).status).toBe(200);
    expect(await statusOf(person)).toBe(401);
  });

  it('can be neither seen nor signed out by another account, an administrator’s included', async () => {
    const person = await test.viewer();
    for (const other of [await test.viewer(), await test.admin()]) {
      expect(await idsOf(other)).toEqual([other.deviceId]);
      const { status, body } = await end(person.deviceId, other);
      expect([status, body.code]).toEqual([404, 'device.signed_out']);
      await test.call('DELETE /api/devices/others', undefined, other);
    }
    expect(await statusOf(person)).toBe(200);
  });

  it('are answered 404 when their session has already ended, and 400 for a malformed id', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    const both = await Promise.all([end(other.deviceId, person), end(other.deviceId, person)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const unknown = await end(newDeviceId(), person);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'device.signed_out']);
    expect(unknown.body.error).toBe('La sesión de ese dispositivo ya estaba cerrada.');
    expect((await end('corto', person)).status).toBe(400);
  });

  it('stay without an entry in the administrators’ audit log', async () => {
    const person = await test.viewer();
    await end((await test.login(person)).deviceId, person);
    await test.call('DELETE /api/devices/others', undefined, person);
    const { body } = await test.call(
      'GET /api/admin/audit',
      { query: { subjectId: await accountId(person) } },
      await test.admin(),
    );
    expect(body.entries).toEqual([]);
  });
});
