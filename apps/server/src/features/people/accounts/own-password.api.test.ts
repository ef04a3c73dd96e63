import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const statusOf = async (person: Person) => (await test.call('GET /api/auth/me', undefined, person)).status;
const change = (person: Person, newPassword: string, currentPassword = person.password, app = test) =>
  app.call('PUT /api/auth/password', { body: { currentPassword, newPassword } }, person);
const fresh = 'otra clave larga y propia';

describe('changing one’s own password', () => {
  it('keeps this session, ends the others, and makes the new password valid', async () => {
    const person = await test.viewer();
    const elsewhere = await test.login(person);
    const { status, body } = await change(person, fresh);
    expect([status, body.message]).toEqual([200, 'Contraseña cambiada.']);
    expect([await statusOf(person), await statusOf(elsewhere)]).toEqual([200, 401]);
    await expect(test.login(person)).rejects.toThrow('credentials.invalid');
    expect(await statusOf(await test.login({ ...person, password: fresh }))).toBe(200);
    expect(test.logged.join('')).not.toContain(fresh);
  });

  it.each([
    ['the wrong current one', fresh, 'ninguna de las mías', 'account.password_wrong'],
    ['a well-known one', 'contrasena123', undefined, 'account.password_weak'],
    ['the same', 'una clave larga y propia', undefined, 'account.password_same'],
    ['a short one', 'corta', undefined, 'input.invalid'],
  ])('refuses %s and changes nothing', async (_what, newPassword, current, code) => {
    const person = await test.viewer();
    const elsewhere = await test.login(person);
    const { status, body } = await change(person, newPassword, current);
    expect([status, body.code]).toEqual([400, code]);
    expect(await statusOf(elsewhere)).toBe(200);
    await test.login(person);
  });

  it('succeeds for one of two simultaneous changes, whose password is then valid', async () => {
    const person = await test.viewer();
    const wanted = ['la primera clave nueva', 'la segunda clave nueva'];
    const answers = await Promise.all(wanted.map((password) => change(person, password)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const held = wanted[answers.findIndex(({ status }) => status === 200)] ?? '';
    await test.login({ ...person, password: held });
  });

  it('counts against the sign-in attempts of a minute', async () => {
    await using limited = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '3' });
    const person = await limited.viewer();
    const attempt = () => change(person, fresh, 'adivinada', limited);
    expect((await attempt()).status).toBe(400);
    expect((await attempt()).status).toBe(400);
    const { status, body } = await attempt();
    expect([status, body.code]).toEqual([429, 'limit.login']);
  });

  it('requires a session', async () => {
    const nobody = { username: '', password: 'x', deviceId: 'a'.repeat(32), token: '' };
    const { status, body } = await change(nobody, fresh);
    expect([status, body.code]).toEqual([401, 'session.required']);
  });
});

describe('an administrator who has lost their password', () => {
  it('gets a one-time password from the operator, is active again, and the reset is audited', async () => {
    const boss = await test.admin();
    const { body: other } = await test.call(
      'POST /api/admin/users',
      {
        body: {
          username: 'segunda',
          role: 'admin',
          expiresAt: '2020-01-01T00:00:00.000Z',
          currentPassword: boss.password,
        },
      },
      boss,
    );
    const reset = await test.app.accounts.resetAdmin('SEGUNDA');
    const person = await test.login({ username: 'segunda', password: reset?.password ?? '' });
    const { body } = await test.call('GET /api/auth/me', undefined, person);
    expect(body.user).toMatchObject({ role: 'admin', mustChangePassword: true });
    const { body: audit } = await test.call(
      'GET /api/admin/audit',
      { query: { subjectId: other._id, action: 'user.password' } },
      boss,
    );
    expect(audit.entries).toMatchObject([
      {
        username: 'operador',
        subjectName: 'segunda',
        before: { expiresAt: '2020-01-01T00:00:00.000Z' },
        after: { expiresAt: null },
      },
    ]);
    expect(await test.app.accounts.resetAdmin('nadie')).toBeUndefined();
  });
});
