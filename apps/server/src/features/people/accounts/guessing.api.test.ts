import type { ErrorBody } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

/** Sends a sign-in or registration to the test server as if it came from the given client address. */
async function callFrom(
  test: TestApp,
  remoteAddress: string,
  path: '/api/auth/login' | '/api/auth/register',
  { username, password, deviceId = newDeviceId() }: { username: string; password: string; deviceId?: string },
): Promise<{ status: number; code: string | undefined; retryAfter: unknown }> {
  const response = await test.app.http.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: { 'x-device-id': deviceId },
    payload: { username, password },
  });
  return {
    status: response.statusCode,
    code: response.json<Partial<ErrorBody>>().code,
    retryAfter: response.headers['retry-after'],
  };
}

const guess = (test: TestApp, address: string, { username }: Person) =>
  callFrom(test, address, '/api/auth/login', { username, password: 'no es esta clave' });

describe('guessing one password from many addresses', () => {
  it('is slowed after 20 failures, and the owner still signs in from a known device', async () => {
    await using test = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '10' });
    const owner = await test.viewer();
    const answers: (string | undefined)[] = [];
    for (let address = 1; address <= 12; address++) {
      for (let time = 0; time < 3; time++) {
        answers.push((await guess(test, `203.0.113.${address}`, owner)).code);
      }
    }
    expect(answers.filter((code) => code === 'credentials.invalid')).toHaveLength(21);
    expect(answers.filter((code) => code === 'limit.login')).toHaveLength(15);
    expect(await callFrom(test, '198.51.100.7', '/api/auth/login', owner)).toMatchObject({ status: 200 });
    const elsewhere = { ...owner, deviceId: newDeviceId() };
    expect(await callFrom(test, '198.51.100.7', '/api/auth/login', elsewhere)).toMatchObject({
      status: 429,
      code: 'limit.login',
      retryAfter: expect.stringMatching(/^\d+$/) as unknown,
    });
  });

  it('gives the same answers whether the name exists or not', async () => {
    await using test = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '10' });
    const owner = await test.viewer();
    const ask = async (person: Person) => {
      const codes: (string | undefined)[] = [];
      for (let address = 1; address <= 24; address++)
        codes.push((await guess(test, `203.0.113.${address}`, person)).code);
      return codes;
    };
    expect(await ask({ ...owner, username: 'no.hay.nadie' })).toEqual(await ask(owner));
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    await using test = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '3' });
    const owner = await test.viewer();
    const codes: (string | undefined)[] = [];
    for (let host = 1; host <= 4; host++)
      codes.push((await guess(test, `2001:db8:1:2::${host}`, owner)).code);
    expect(codes.at(-1)).toBe('limit.login');
    expect((await guess(test, '2001:db8:1:3::1', owner)).code).toBe('credentials.invalid');
  });
});

describe('the log of a sign-in', () => {
  it('names the account and the address', async () => {
    await using test = await startTestApp();
    const owner = await test.viewer();
    await callFrom(test, '203.0.113.8', '/api/auth/login', owner);
    const { id } = await test.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', owner.username)
      .executeTakeFirstOrThrow();
    const lines = test.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === 'signed in').at(-1)).toMatchObject({
      accountId: id,
      ip: '203.0.113.8',
    });
  });

  it('that is refused names the account, the address and the reason, and never what was entered', async () => {
    await using test = await startTestApp();
    const owner = await test.viewer();
    const account = await test.db
      .selectFrom('account')
      .select('id')
      .where('username', '=', owner.username)
      .executeTakeFirstOrThrow();
    await guess(test, '203.0.113.9', owner);
    await guess(test, '203.0.113.9', { ...owner, username: 'clave.por.nombre' });
    const lines = test.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = lines.filter(({ msg }) => msg === 'sign-in refused');
    expect(refused).toMatchObject([
      { level: 'warn', ip: '203.0.113.9', code: 'credentials.invalid', accountId: account.id },
      { level: 'warn', ip: '203.0.113.9', code: 'credentials.invalid' },
    ]);
    expect(refused[1]).not.toHaveProperty('accountId');
    expect(test.logged.join('')).not.toMatch(/clave\.por\.nombre|no es esta clave/);
  });
});

describe('registering an account', () => {
  it('is limited to a number of accounts a day for each address', async () => {
    await using test = await startTestApp({ REGISTRATIONS_PER_DAY: '2' });
    const register = (address: string, username: string) =>
      callFrom(test, address, '/api/auth/register', { username, password: 'una clave larga y propia' });
    expect((await register('203.0.113.1', 'uno')).status).toBe(201);
    expect((await register('203.0.113.1', 'dos')).status).toBe(201);
    expect(await register('203.0.113.1', 'tres')).toMatchObject({ status: 429, code: 'limit.registrations' });
    expect((await register('203.0.113.2', 'tres')).status).toBe(201);
  });

  it('is limited to twice as many for each network that a customer may hold', async () => {
    await using test = await startTestApp({ REGISTRATIONS_PER_DAY: '2' });
    const codes: (string | undefined)[] = [];
    for (const network of ['1:1', '1:2', '1:3', '1:4', '1:5', '2:1']) {
      const body = { username: `vecina-${network.replace(':', '-')}`, password: 'una clave larga y propia' };
      codes.push((await callFrom(test, `2001:db8:${network}::1`, '/api/auth/register', body)).code);
    }
    expect(codes).toEqual([undefined, undefined, undefined, undefined, 'limit.registrations', undefined]);
  });

  it.each(['aaaaaaaa', 'abababab', '11111111111'])('refuses the password %s', async (password) => {
    await using test = await startTestApp();
    const answer = await callFrom(test, '203.0.113.1', '/api/auth/register', { username: 'uno', password });
    expect(answer).toMatchObject({ status: 400, code: 'account.password_weak' });
  });
});
