import { countWaitingForLocks } from '@butaca/db/testing';
import { createVirtualClock } from '@butaca/testing';
import {
  activationAlphabet,
  type EndpointAnswer,
  type EndpointByRoute,
  type ErrorBody,
} from '@butaca/contract';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newDeviceId,
  startTestApp,
  personHeaders,
  type Person,
  type TestApp,
} from '../../../../test/test-app.ts';

// The database's own clock decides when sessions end, so the test's clock starts at the present.
const clock = createVirtualClock(new Date().toISOString());
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({}, { clock });
});
afterAll(() => test[Symbol.asyncDispose]());

type Route =
  | 'POST /api/auth/activation'
  | 'POST /api/auth/activation/claim'
  | 'POST /api/activation/read'
  | 'POST /api/activation/decide';

let addresses = 0;
/** An address in a network from which no other test calls: new codes and wrong codes are counted for each address. */
const newAddress = (): string => `198.18.${(addresses += 1)}.1`;

async function call<R extends Route>(
  route: R,
  body: object,
  { headers, from }: { headers: Record<string, string>; from: string },
) {
  const response = await test.app.http.inject({
    method: 'POST',
    url: route.slice('POST '.length),
    remoteAddress: from,
    headers,
    payload: body,
  });
  return {
    status: response.statusCode,
    body: response.json<EndpointAnswer<EndpointByRoute<R>> & Partial<ErrorBody>>(),
    headers: response.headers,
  };
}

const televisionAgent =
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/3.0 Chrome/76.0.3809.146 TV Safari/537.36';

/** A television that shows a code. */
async function newTelevision(from = newAddress(), deviceId = newDeviceId()) {
  const headers = { 'x-device-id': deviceId, 'user-agent': televisionAgent };
  const { status, body } = await call('POST /api/auth/activation', {}, { headers, from });
  expect(status).toBe(201);
  const claim = async (secret = body.secret) => {
    const answer = await call('POST /api/auth/activation/claim', { secret }, { headers, from });
    const { token = '', code } = answer.body as { token?: string; code?: string };
    return { ...answer, token, fault: code };
  };
  return { ...body, deviceId, headers, from, claim };
}

const phone = (person: Person, from = newAddress()) => {
  const caller = { headers: personHeaders(person), from };
  return {
    read: (code: string) => call('POST /api/activation/read', { code }, caller),
    decide: (code: string, more: object = {}) =>
      call('POST /api/activation/decide', { code, isAllowed: true, ...more }, caller),
  };
};

const meOf = async (person: { token: string; deviceId: string }) =>
  test.call('GET /api/auth/me', undefined, person);

describe('a television', () => {
  it('waits, is let in from a phone, and gets the session of the person with its own name', async () => {
    const person = await test.viewer('premium');
    const television = await newTelevision();
    expect(television.code).toMatch(new RegExp(`^[${activationAlphabet}]{6}$`));
    expect((await television.claim()).body).toEqual({ status: 'waiting' });
    const { read, decide } = phone(person);
    expect((await read(television.code)).body).toEqual({
      deviceName: 'Samsung Internet for Android en televisor',
      type: 'tv',
      expiresAt: television.expiresAt,
      isSameNetwork: false,
      needsPassword: false,
      needsSecondFactor: false,
    });
    expect((await decide(television.code)).status).toBe(200);
    const { token, body } = await television.claim();
    expect(body).toMatchObject({ user: { username: person.username, role: 'user', plan: 'premium' } });
    expect((await meOf({ token, deviceId: television.deviceId })).status).toBe(200);
    const { body: own } = await test.call('GET /api/devices', {}, person);
    expect(own.devices.map(({ deviceId, type }) => [deviceId, type])).toContainEqual([
      television.deviceId,
      'tv',
    ]);
  });

  it('is found by a code in small letters, with a space or a hyphen', async () => {
    const { read } = phone(await test.viewer());
    const { code } = await newTelevision();
    const halves = [code.slice(0, 3).toLowerCase(), code.slice(3).toLowerCase()];
    expect((await read(` ${halves.join(' ')} `)).status).toBe(200);
    expect((await read(halves.join('-'))).status).toBe(200);
  });

  it('is refused from the phone, says so, and does not come in', async () => {
    const { decide } = phone(await test.viewer());
    const television = await newTelevision();
    expect((await decide(television.code, { isAllowed: false })).status).toBe(200);
    expect(await television.claim()).toMatchObject({ status: 409, fault: 'activation.denied', token: '' });
    expect((await decide(television.code)).body.code).toBe('activation.used');
  });

  it('comes in once, also when it asks many times at once', async () => {
    const { decide } = phone(await test.viewer());
    const television = await newTelevision();
    await decide(television.code);
    const answers = await Promise.all(Array.from({ length: 12 }, () => television.claim()));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(11).fill(409),
    ]);
    expect(new Set(answers.map(({ fault }) => fault))).toEqual(new Set([undefined, 'activation.used']));
    const won = answers.find(({ status }) => status === 200);
    expect((await meOf({ token: won?.token ?? '', deviceId: television.deviceId })).status).toBe(200);
    expect((await television.claim()).fault).toBe('activation.used');
  });

  it('is decided on by one of several people at once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => test.viewer()));
    const television = await newTelevision();
    const answers = await Promise.all(people.map((person) => phone(person).decide(television.code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(7).fill(409),
    ]);
    const chosen = people[answers.findIndex(({ status }) => status === 200)];
    expect((await television.claim()).body).toMatchObject({ user: { username: chosen?.username } });
  });

  it('gets no session with the secret of another, from another device, or without a device', async () => {
    const { decide } = phone(await test.viewer());
    const television = await newTelevision();
    const other = await newTelevision();
    await decide(television.code);
    expect((await television.claim(`${television.secret}x`)).fault).toBe('activation.invalid');
    expect((await other.claim(television.secret)).fault).toBe('activation.invalid');
    const nameless = { headers: {}, from: newAddress() };
    expect((await call('POST /api/auth/activation', {}, nameless)).body.code).toBe('device.invalid');
    expect((await television.claim()).status).toBe(200);
  });

  it('is not let in for longer than the session that let it in lasts', async () => {
    const person = await test.viewer();
    const television = await newTelevision();
    await phone(person).decide(television.code);
    await test.call('POST /api/auth/logout', { body: {} }, person);
    expect((await television.claim()).fault).toBe('activation.invalid');
  });

  it.each([
    ['after', 'activation.invalid'],
    ['before', undefined],
  ] as const)(
    'that comes in just %s the session that let it in is ended from elsewhere does not stay in',
    async (when, fault) => {
      const stolen = await test.viewer();
      const owner = await test.login(stolen);
      const television = await newTelevision();
      await phone(stolen).decide(television.code);
      const end = () =>
        test.call('DELETE /api/devices/:deviceId', { params: { deviceId: stolen.deviceId } }, owner);
      let claiming: ReturnType<typeof television.claim> | undefined;
      let ending: ReturnType<typeof end> | undefined;
      await test.db.transaction().execute(async (trx) => {
        await sql`select from activation where code = ${television.code} for update`.execute(trx);
        const waits = async (count: number) =>
          expect.poll(() => countWaitingForLocks(trx)).toBeGreaterThanOrEqual(count);
        if (when === 'after') ending = end();
        else claiming = television.claim();
        await waits(1);
        ending ??= end();
        claiming ??= television.claim();
        await waits(2);
      });
      const claimed = await claiming;
      expect((await ending)?.status).toBe(200);
      expect(claimed?.fault).toBe(fault);
      const { status } = await meOf({ token: claimed?.token ?? '', deviceId: television.deviceId });
      expect(status).toBe(401);
    },
  );

  it('goes with the device that let it in when the person ends that one’s session from elsewhere', async () => {
    const stolen = await test.viewer();
    const owner = await test.login(stolen);
    const letIn = async (by: Person) => {
      const television = await newTelevision();
      await phone(by).decide(television.code);
      const { token } = await television.claim();
      return { ...stolen, token, deviceId: television.deviceId };
    };
    const first = await letIn(stolen);
    const second = await letIn(first);
    const own = await letIn(owner);
    const end = { params: { deviceId: stolen.deviceId } };
    expect((await test.call('DELETE /api/devices/:deviceId', end, owner)).body.message).toBe(
      'Sesión cerrada en ese dispositivo y en los que dejó entrar.',
    );
    const statuses = await Promise.all([stolen, first, second, own, owner].map(meOf));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 200, 200]);
  });

  it('goes with the first device of a chain although those in between have signed out or in again since', async () => {
    const stolen = await test.viewer();
    const owner = await test.login(stolen);
    const letIn = async (by: Person) => {
      const television = await newTelevision();
      await phone(by).decide(television.code);
      const { token } = await television.claim();
      return { ...stolen, token, deviceId: television.deviceId };
    };
    const left = await letIn(stolen);
    const afterLeft = await letIn(left);
    const again = await letIn(afterLeft);
    const last = await letIn(again);
    await test.call('POST /api/auth/logout', { body: {} }, left);
    const signedIn = await test.login(stolen, again.deviceId);
    const later = await letIn(signedIn);
    const end = { params: { deviceId: stolen.deviceId } };
    await test.call('DELETE /api/devices/:deviceId', end, owner);
    const statuses = await Promise.all([stolen, afterLeft, last, signedIn, later, owner].map(meOf));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 200, 200, 200]);
  });

  it('goes with the device that let it in when an administrator deactivates that one', async () => {
    const person = await test.viewer();
    const admin = await test.admin();
    const television = await newTelevision();
    await phone(person).decide(television.code);
    const { token } = await television.claim();
    const search = { query: { search: person.username } };
    const userId = (await test.call('GET /api/admin/users', search, admin)).body.users[0]?._id ?? '';
    const params = { userId, deviceId: person.deviceId };
    await test.call('DELETE /api/devices/admin/:userId/:deviceId', { params, body: {} }, admin);
    expect((await meOf({ token, deviceId: television.deviceId })).status).toBe(401);
  });

  it('stays when the phone that let it in signs out by itself', async () => {
    const person = await test.viewer();
    const television = await newTelevision();
    await phone(person).decide(television.code);
    const { token } = await television.claim();
    await test.call('POST /api/auth/logout', { body: {} }, person);
    expect((await meOf({ token, deviceId: television.deviceId })).status).toBe(200);
  });

  it('is not let in for an account that has expired meanwhile', async () => {
    const admin = await test.admin();
    const person = await test.viewer();
    const television = await newTelevision();
    await phone(person).decide(television.code);
    const { body } = await test.call('GET /api/admin/users', { query: { search: person.username } }, admin);
    const id = body.users.find(({ username }) => username === person.username)?._id ?? '';
    const expire = { params: { id }, body: { expiresAt: '2020-01-01T00:00:00.000Z' } };
    await test.call('PUT /api/admin/users/:id/status', expire, admin);
    expect((await television.claim()).fault).toBe('account.inactive');
  });
});

describe('a code', () => {
  it('expires after ten minutes, for both sides, and also once somebody has let the television in', async () => {
    const { read, decide } = phone(await test.viewer());
    const [open, allowed] = [await newTelevision(), await newTelevision()];
    await decide(allowed.code);
    clock.pass(10 * 60_000 - 1);
    expect((await read(open.code)).status).toBe(200);
    clock.pass(1);
    const { status, body } = await read(open.code);
    expect([status, body.code, body.error]).toEqual([
      409,
      'activation.expired',
      'Ese código caducó. Escribe el que ves ahora en el televisor.',
    ]);
    expect((await decide(open.code)).body.code).toBe('activation.expired');
    expect([(await open.claim()).fault, (await allowed.claim()).fault]).toEqual([
      'activation.expired',
      'activation.expired',
    ]);
  });

  it('is deleted an hour after it has expired, when the next one is made', async () => {
    const { code } = await newTelevision();
    clock.pass(10 * 60_000 + 3_600_001);
    await newTelevision();
    const { rows } = await sql`select 1 from activation where code = ${code}`.execute(test.db);
    expect(rows).toEqual([]);
  });

  it('is stored without its secret, and neither is logged', async () => {
    const person = await test.viewer();
    const television = await newTelevision();
    await phone(person).decide(television.code);
    await television.claim();
    const { rows } = await sql<{ text: string }>`select activation::text as text from activation`.execute(
      test.db,
    );
    expect(rows.map(({ text }) => text).join('')).not.toContain(television.secret);
    expect(test.logged.join('')).not.toContain(television.secret);
    expect(test.logged.join('')).not.toContain(television.code);
  });

  it('says that a television in the network of the phone is in it', async () => {
    const { code } = await newTelevision('198.51.100.7');
    const { body } = await phone(await test.viewer(), '198.51.100.9').read(code);
    expect(body.isSameNetwork).toBe(true);
  });
});

describe('guessing codes', () => {
  it('is refused after five wrong ones in a minute from one address, also with the right one', async () => {
    const { code } = await newTelevision();
    const { read, decide } = phone(await test.viewer(), '2001:db8:1:2::1');
    const wrong = await Promise.all(Array.from({ length: 20 }, () => read('ZZZZZZ')));
    expect(wrong.filter(({ body }) => body.code === 'activation.invalid')).toHaveLength(5);
    const refused = wrong.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('limit.activation');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    // The same customer's network, another address.
    const neighbour = phone(await test.viewer(), '2001:db8:1:2::ffff');
    expect((await neighbour.read(code)).status).toBe(429);
    expect((await decide(code)).status).toBe(429);
    expect((await phone(await test.viewer(), '2001:db8:1:3::1').read(code)).status).toBe(200);
  });

  it('is not what a person does who reads right codes many times', async () => {
    const { code } = await newTelevision();
    const { read } = phone(await test.viewer());
    for (let times = 0; times < 8; times += 1) expect((await read(code)).status).toBe(200);
  });
});

describe('asking for codes', () => {
  it('is limited to ten a minute for each address', async () => {
    const from = newAddress();
    const ask = () =>
      call('POST /api/auth/activation', {}, { headers: { 'x-device-id': newDeviceId() }, from });
    const answers = await Promise.all(Array.from({ length: 14 }, ask));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('limit.activation');
  });

  const askFrom = (from: string) =>
    call('POST /api/auth/activation', {}, { headers: { 'x-device-id': newDeviceId() }, from });

  it('is limited to twenty a minute and sixty at once for each network that a customer may hold', async () => {
    clock.pass(600_001);
    let asked = 0;
    const ask = () => askFrom(`2001:db8:77:${(asked += 1).toString(16)}::1`);
    const oneMinute = async () => {
      const answers = await Promise.all(Array.from({ length: 24 }, ask));
      return answers.filter(({ status }) => status === 201).length;
    };
    expect(await oneMinute()).toBe(20);
    await sql`
      insert into activation (secret_hash, code, device_id, user_agent, ip, network, expires_at)
      select sha256(('red ' || n)::bytea), 'red' || n, 'd', '', '', '2001:db8:78::/48',
        ${new Date(clock.now().getTime() + 60_000)}
      from generate_series(1, 60) as n`.execute(test.db);
    expect((await askFrom('2001:db8:78:9::1')).body.code).toBe('limit.activation');
    expect((await askFrom('2001:db8:79::1')).status).toBe(201);
  });

  it('takes the place of the oldest one of the fullest network while ten thousand codes are valid', async () => {
    clock.pass(600_001);
    const alone = await askFrom(newAddress());
    const nowMs = clock.now().getTime();
    await sql`
      insert into activation (secret_hash, code, device_id, user_agent, ip, network, created_at, expires_at)
      select sha256(n::text::bytea), 'lleno' || n, 'd', '', '', 'red ' || n % 170,
        ${new Date(nowMs - 60_000)}::timestamptz + n * interval '1 ms', ${new Date(nowMs + 60_000)}
      from generate_series(1, 9999) as n`.execute(test.db);
    expect((await askFrom(newAddress())).status).toBe(201);
    const { rows } = await sql<{ code: string; isThere: boolean }>`
      select wanted as code, exists (select from activation where code = wanted) as "isThere"
      from unnest(${[alone.body.code, 'lleno1', 'lleno2']}::text[]) as wanted`.execute(test.db);
    expect(rows.map(({ isThere }) => isThere)).toEqual([true, false, true]);
  });
});

describe('an administrator', () => {
  it('lets a television in with their own password only', async () => {
    const admin = await test.admin();
    const television = await newTelevision();
    const { read, decide } = phone(admin);
    expect((await read(television.code)).body).toMatchObject({
      needsPassword: true,
      needsSecondFactor: false,
    });
    const missing = await decide(television.code);
    expect([missing.status, missing.body.details]).toEqual([
      400,
      [{ path: 'currentPassword', message: 'Escribe tu contraseña actual.' }],
    ]);
    expect((await decide(television.code, { currentPassword: 'otra clave larga' })).body.code).toBe(
      'account.password_wrong',
    );
    expect((await television.claim()).body).toEqual({ status: 'waiting' });
    expect((await decide(television.code, { currentPassword: admin.password })).status).toBe(200);
    expect((await television.claim()).body).toMatchObject({ user: { role: 'admin' } });
  });

  it('refuses a television without a password', async () => {
    const television = await newTelevision();
    expect((await phone(await test.admin()).decide(television.code, { isAllowed: false })).status).toBe(200);
  });

  it('with a second factor gives a code of it too, and a wrong one lets nobody in', async () => {
    const boss = await test.admin();
    const word = 'una clave larga y propia';
    const account = { username: 'jefa-dos', password: word };
    const made = { ...account, role: 'admin' as const, currentPassword: boss.password };
    await test.call('POST /api/admin/users', { body: made }, boss);
    const admin = await test.login(account);
    const begun = await test.call('POST /api/auth/second-factor', { body: { currentPassword: word } }, admin);
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
    const appCode = () => totp.generate({ timestamp: clock.now().getTime() });
    await test.call('PUT /api/auth/second-factor', { body: { code: appCode() } }, admin);
    clock.pass(60_000);
    const television = await newTelevision();
    const { read, decide } = phone(admin);
    const given = { currentPassword: word };
    expect((await read(television.code)).body).toMatchObject({
      needsPassword: true,
      needsSecondFactor: true,
    });
    expect((await decide(television.code, given)).body.code).toBe('credentials.code_required');
    const wrong = { ...given, secondFactorCode: '000000' };
    expect((await decide(television.code, wrong)).body.code).toBe('credentials.code_wrong');
    expect((await television.claim()).body).toEqual({ status: 'waiting' });
    expect((await decide(television.code, { ...given, secondFactorCode: appCode() })).status).toBe(200);
    expect((await television.claim()).status).toBe(200);
  });
});
