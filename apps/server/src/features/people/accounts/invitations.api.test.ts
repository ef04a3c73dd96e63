import type { Invitation } from '@butaca/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listNetworkAddresses } from '../../../platform/network-addresses.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '0' });
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

const chosen = 'una clave elegida por mí';
let made = 0;

/** Creates a user by an administrator, who gets an invitation. */
async function create(role: 'user' | 'admin' = 'user') {
  made += 1;
  const username = `invitada${made}`;
  const { body } = await test.call(
    'POST /api/admin/users',
    { body: { username, role, ...(role === 'admin' && { currentPassword: admin.password }) } },
    admin,
  );
  return { id: body._id, username, token: body.invitation?.token ?? '', oneTime: body.oneTimePassword ?? '' };
}
const read = async (token: string) => test.call('POST /api/auth/invitation', { body: { token } });
const accept = async (token: string, password = chosen) =>
  test.call('POST /api/auth/invitation/accept', { body: { token, password } });
const own = () => ({ currentPassword: admin.password });
const invite = (id: string) =>
  test.call('POST /api/admin/users/:id/invitation', { params: { id }, body: own() }, admin);
const isOpen = async (username: string) => {
  const { body } = await test.call('GET /api/admin/users', { query: { search: username } }, admin);
  return body.users[0]?.invitedUntil !== null;
};

describe('the invitation of a new user', () => {
  it('lets its person set a password once, with which they sign in', async () => {
    const { username, token } = await create();
    expect((await read(token)).body.username).toBe(username);
    expect(await isOpen(username)).toBe(true);
    const { status, body } = await accept(token);
    expect([status, body.username]).toEqual([200, username]);
    const person = await test.login({ username, password: chosen });
    const { body: own } = await test.call('GET /api/auth/me', undefined, person);
    expect(own.user.mustChangePassword).toBeUndefined();
    expect((await accept(token, 'otra clave de otra persona')).body.code).toBe('invitation.used');
    expect((await read(token)).body.code).toBe('invitation.used');
    expect(await isOpen(username)).toBe(false);
  });

  it('has a link to where the administrator has opened the page, or to the configured address', async () => {
    const invited = async (server: TestApp, origin: string) => {
      const person = await server.admin();
      const { body } = await server.call('POST /api/admin/users', { body: { username: 'enlazada' } }, person);
      const headers = { ...personHeaders(person), origin };
      const url = `/api/admin/users/${body._id}/invitation`;
      const answer = await server.app.http.inject({
        method: 'POST',
        url,
        headers,
        payload: { currentPassword: person.password },
      });
      return [body.invitation, answer.json<Invitation>()].map((each) => each?.baseUrls);
    };
    await using configured = await startTestApp({ PUBLIC_URL: 'https://tv.ejemplo.com' });
    const configuredUrl = ['https://tv.ejemplo.com'];
    expect(await invited(configured, 'http://localhost:3000')).toEqual([configuredUrl, configuredUrl]);
    const [, opened] = await invited(test, 'http://192.168.7.7:3000');
    expect(opened).toEqual(['http://192.168.7.7:3000']);
  });

  it('has a link to the machine in its network where the page is open at a loopback address', async () => {
    const { body } = await test.call('POST /api/admin/users', { body: { username: 'de.aqui' } }, admin);
    const addresses = listNetworkAddresses().map((address) => `http://${address}`);
    expect(body.invitation).toMatchObject(
      addresses.length > 0
        ? { baseUrls: addresses, basis: 'network' }
        : { baseUrls: ['http://localhost'], basis: 'machine' },
    );
  });

  it('is stored only as a hash, and its token is never logged', async () => {
    const { token } = await create();
    const { rows } = await sql<{ text: string }>`select invitation::text as text from invitation`.execute(
      test.db,
    );
    expect(rows.map(({ text }) => text).join('')).not.toContain(token);
    await read(token);
    expect(test.logged.join('')).not.toContain(token);
  });

  it('is not made for a user whose password the administrator has chosen', async () => {
    const { body } = await test.call(
      'POST /api/admin/users',
      { body: { username: 'elegida', password: 'la clave que puse yo' } },
      admin,
    );
    expect(body.invitation).toBeUndefined();
  });

  it('ends when its person has chosen a password after the one-time password', async () => {
    const { username, token, oneTime } = await create();
    const person = await test.login({ username, password: oneTime });
    await test.call('PUT /api/auth/password', { body: { newPassword: chosen } }, person);
    expect((await accept(token)).body.code).toBe('invitation.revoked');
  });

  it('expires after seven days, and after that stays refused', async () => {
    const { token } = await create();
    await sql`update invitation set expires_at = now() - interval '1 second' where used_at is null`.execute(
      test.db,
    );
    expect((await read(token)).body.code).toBe('invitation.expired');
    expect((await accept(token)).body.code).toBe('invitation.expired');
  });

  it('refuses passwords that are weak, and tokens that nobody was given', async () => {
    const { token } = await create();
    expect((await accept(token, 'contrasena123')).body.code).toBe('account.password_weak');
    expect((await accept(token, 'corta')).body.code).toBe('input.invalid');
    expect((await read(`${token}x`)).body.code).toBe('invitation.invalid');
    expect((await accept(token)).status).toBe(200);
  });

  it('is used by one of two people at once', async () => {
    const { username, token } = await create();
    const answers = await Promise.all(
      ['la primera clave', 'la segunda clave'].map((each) => accept(token, each)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const held = answers[0]?.status === 200 ? 'la primera clave' : 'la segunda clave';
    await test.login({ username, password: held });
  });
});

describe('a new invitation', () => {
  it('replaces the earlier one, ends all sessions when it is used, and is audited', async () => {
    const { id, username, token } = await create();
    await accept(token);
    const person = await test.login({ username, password: chosen });
    const first = await invite(id);
    const second = await invite(id);
    expect((await read(first.body.token)).body.code).toBe('invitation.revoked');
    await test.login({ username, password: chosen });
    expect((await accept(second.body.token, 'la clave más nueva')).status).toBe(200);
    expect((await test.call('GET /api/auth/me', undefined, person)).status).toBe(401);
    await test.login({ username, password: 'la clave más nueva' });
    const { body } = await test.call(
      'GET /api/admin/audit',
      { query: { subjectId: id, action: 'user.invite' } },
      admin,
    );
    expect(body.entries).toHaveLength(2);
  });

  it.each([
    [
      'revoking it',
      (id: string) => test.call('DELETE /api/admin/users/:id/invitation', { params: { id } }, admin),
    ],
    [
      'a reset of the password',
      (id: string) => test.call('POST /api/admin/users/:id/password', { params: { id }, body: own() }, admin),
    ],
    [
      'deactivating the user',
      (id: string) =>
        test.call('PUT /api/admin/users/:id/status', { params: { id }, body: { isActive: false } }, admin),
    ],
    [
      'making the user an administrator',
      (id: string) =>
        test.call(
          'PUT /api/admin/users/:id/role',
          { params: { id }, body: { role: 'admin', currentPassword: admin.password } },
          admin,
        ),
    ],
  ])('ends by %s', async (_what, end) => {
    const { id, username, token } = await create();
    expect((await end(id)).status).toBe(200);
    expect((await accept(token)).body.code).toBe('invitation.revoked');
    expect(await isOpen(username)).toBe(false);
  });

  it('cannot be made for oneself or for nobody, and cannot be used while the account is inactive', async () => {
    const { body: own } = await test.call(
      'GET /api/admin/users',
      { query: { search: admin.username } },
      admin,
    );
    expect((await invite(own.users[0]?._id ?? '')).body.code).toBe('account.own_password');
    expect((await invite('nadie')).body.code).toBe('account.not_found');
    const { id } = await create();
    await test.call('PUT /api/admin/users/:id/status', { params: { id }, body: { isActive: false } }, admin);
    const { body } = await invite(id);
    expect((await accept(body.token)).body.code).toBe('account.inactive');
  });

  it('is guessed slowly: after twenty wrong tokens an address waits', async () => {
    await using fresh = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '0' });
    const guess = async (token: string) =>
      (await fresh.call('POST /api/auth/invitation', { body: { token } })).body.code;
    for (let index = 0; index < 20; index += 1)
      expect(await guess(`falso-${index}`)).toBe('invitation.invalid');
    expect(await guess('falso-20')).toBe('invitation.invalid');
    expect(await guess('falso-21')).toBe('limit.login');
  });
});

describe('a login with a one-time password', () => {
  const choose = (person: Person, newPassword: string) =>
    test.call('PUT /api/auth/password', { body: { newPassword } }, person);

  it('lets the person choose their own without typing the one-time password again', async () => {
    const { username, oneTime } = await create();
    const person = await test.login({ username, password: oneTime });
    expect((await choose(person, oneTime)).body.code).toBe('account.password_same');
    expect((await choose(person, chosen)).status).toBe(200);
    expect((await choose(person, 'y otra más tarde')).body.code).toBe('account.password_required');
    await test.login({ username, password: chosen });
  });

  it('counts as recent for fifteen minutes; after that the one-time password is required', async () => {
    const { id, username, oneTime } = await create();
    const person = await test.login({ username, password: oneTime });
    await sql`update session set created_at = created_at - interval '16 minutes' where account_id = ${id}`.execute(
      test.db,
    );
    await sql`
      update account set one_time_password_used_at = one_time_password_used_at - interval '16 minutes'
      where id = ${id}`.execute(test.db);
    expect((await choose(person, chosen)).body.code).toBe('account.password_required');
    const { status } = await test.call(
      'PUT /api/auth/password',
      { body: { currentPassword: oneTime, newPassword: chosen } },
      person,
    );
    expect(status).toBe(200);
  });

  it('is required: an ordinary session cannot leave the present password out', async () => {
    const person = await test.viewer();
    expect((await choose(person, chosen)).body.code).toBe('account.password_required');
  });
});
