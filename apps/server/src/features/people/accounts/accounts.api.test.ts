import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const password = 'el perro azul come uvas';
const anonymous = () => ({ token: '', deviceId: newDeviceId() });
const register = (body: object, device = anonymous()) =>
  test.call('POST /api/auth/register', { body: body as { username: string; password: string } }, device);

describe('registration', () => {
  it('answers 201 with a token and a user of the lowest plan', async () => {
    const { status, body } = await register({
      username: 'Ana.María',
      password,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { role: 'user', plan: 'gplay' },
    });
  });

  it('ignores a role, plan or state in the body', async () => {
    const device = anonymous();
    const { body } = await register(
      {
        username: 'trepadora',
        password,
        role: 'admin',
        plan: 'premium',
        isActive: false,
        expiresAt: '2000-01-01T00:00:00Z',
      },
      device,
    );
    const { body: mine } = await test.call('GET /api/auth/me', undefined, {
      token: 'token' in body ? body.token : '',
      deviceId: device.deviceId,
    });
    expect(mine).toEqual({ user: { username: 'trepadora', role: 'user', plan: 'gplay' } });
  });

  it.each(['Jefa', 'JEFA', 'ｊefa'])('refuses the user name %s when jefa exists', async (username) => {
    const { status, body } = await register({ username, password });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'account.username_taken', error: 'Ese nombre de usuario ya está en uso.' },
    });
  });

  it('accepts the user names that people choose, and knows them however they are typed', async () => {
    const device = anonymous();
    expect((await register({ username: 'José ', password }, device)).status).toBe(201);
    expect((await register({ username: 'ana@correo.com', password })).status).toBe(201);
    expect((await register({ username: 'jose', password })).status).toBe(409);
    for (const username of ['josé', ' JOSE', 'jose\u0301 ']) {
      const { status, body } = await test.call(
        'POST /api/auth/login',
        { body: { username, password } },
        device,
      );
      expect([status, 'user' in body && body.user.username]).toEqual([200, 'José']);
    }
  });

  it('gives a contested user name to exactly one of twenty simultaneous registrations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register({ username: 'disputada', password })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it.each([
    [{ username: 'corta', password: '1234567' }, 'La contraseña debe tener al menos 8 caracteres.'],
    [{ username: 'larga', password: 'x'.repeat(129) }, 'La contraseña admite como máximo 128 caracteres.'],
    [
      { username: 'no', password },
      'El nombre de usuario debe tener de 3 a 64 letras, números o signos . _ - @ +, sin espacios.',
    ],
    [{ username: ['a'], password }, 'Escribe tu nombre de usuario.'],
    [
      { username: 'nula', password: 'clave\u0000clave' },
      'La contraseña contiene caracteres que no se admiten.',
    ],
  ])('answers %j with a sentence about what is wrong', async (body, message) => {
    const answer = await register(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map((detail) => detail.message)).toContain(message);
  });

  it.each(['password', 'PASSWORD1', 'butaca123', '12345678'])(
    'refuses the well-known password %s',
    async (weak) => {
      const { status, body } = await register({ username: 'confiada', password: weak });
      expect([status, body.code]).toEqual([400, 'account.password_weak']);
    },
  );

  it('compares all 128 characters of a password', async () => {
    const device = anonymous();
    const long = 'ñandú '.repeat(21);
    await register({ username: 'extensa', password: `${long}a` }, device);
    const { status } = await test.call(
      'POST /api/auth/login',
      { body: { username: 'extensa', password: `${long}b` } },
      device,
    );
    expect(status).toBe(401);
  });

  it('refuses a malformed device id', async () => {
    const { status, body } = await register(
      { username: 'sin-aparato', password },
      { token: '', deviceId: 'corto' },
    );
    expect([status, body.code]).toEqual([400, 'device.invalid']);
  });
});

describe('signing in', () => {
  it('answers the same for an unknown name and a wrong password', async () => {
    const answers = await Promise.all(
      ['jefa', 'nadie'].map((username) =>
        test.call('POST /api/auth/login', { body: { username, password: 'incorrecta' } }, anonymous()),
      ),
    );
    for (const { status, body } of answers) {
      expect({ status, error: body.error, code: body.code }).toEqual({
        status: 401,
        error: 'Usuario o contraseña incorrectos.',
        code: 'credentials.invalid',
      });
    }
  });

  it('ends the earlier session of the same device and keeps those of others', async () => {
    const person = await test.viewer();
    const elsewhere = await test.login(person);
    const again = await test.login(person, person.deviceId);
    const statuses = await Promise.all(
      [person, elsewhere, again].map(
        async (each) => (await test.call('GET /api/auth/me', undefined, each)).status,
      ),
    );
    expect(statuses).toEqual([401, 200, 200]);
  });

  it('refuses a token with another device id or without one', async () => {
    const person = await test.viewer();
    for (const deviceId of [newDeviceId(), '', 'x'.repeat(32_000)]) {
      const { status } = await test.call('GET /api/auth/me', undefined, { token: person.token, deviceId });
      expect([401, 431]).toContain(status);
    }
    expect((await test.call('GET /api/auth/me', undefined, person)).status).toBe(200);
  });

  it('says that an account is inactive only when the password is right', async () => {
    const person = await test.viewer();
    const boss = await test.admin();
    const { body: page } = await test.call(
      'GET /api/admin/users',
      { query: { search: person.username } },
      boss,
    );
    const id = page.users[0]?._id ?? '';
    await test.call('PUT /api/admin/users/:id/status', { params: { id }, body: { isActive: false } }, boss);
    expect((await test.call('GET /api/auth/me', undefined, person)).status).toBe(401);
    const attempt = async (tried: string) => {
      const { status, body } = await test.call(
        'POST /api/auth/login',
        { body: { username: person.username, password: tried } },
        anonymous(),
      );
      return [status, body.code];
    };
    expect(await attempt(person.password)).toEqual([403, 'account.inactive']);
    expect(await attempt('otra cosa')).toEqual([401, 'credentials.invalid']);
  });

  it('neither stores nor logs tokens and passwords', async () => {
    const person = await test.viewer();
    expect(test.logged.join('')).not.toContain(person.token);
    expect(test.logged.join('')).not.toContain(person.password);
  });
});

describe('signing out', () => {
  it('ends only this session, at once', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    const { status } = await test.call('POST /api/auth/logout', { body: {} }, person);
    expect(status).toBe(200);
    expect((await test.call('GET /api/auth/me', undefined, person)).status).toBe(401);
    expect((await test.call('GET /api/auth/me', undefined, other)).status).toBe(200);
  });

  it('ends every session with allDevices', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    await test.call('POST /api/auth/logout', { body: { allDevices: true } }, person);
    expect((await test.call('GET /api/auth/me', undefined, other)).status).toBe(401);
  });
});

describe('login limits', () => {
  it('answer 429 with retry-after beyond the attempts of a minute', async () => {
    await using limited = await startTestApp({ LOGIN_ATTEMPTS_PER_MINUTE: '3' });
    const attempt = () =>
      limited.call(
        'POST /api/auth/login',
        { body: { username: 'jefa', password: 'nada de eso' } },
        anonymous(),
      );
    for (let count = 0; count < 3; count += 1) expect((await attempt()).status).toBe(401);
    const { status, body, headers } = await attempt();
    expect([status, body.code]).toEqual([429, 'limit.login']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('registration that an operator restricts', () => {
  it('by approval answers 201 with a message and no token', async () => {
    await using restricted = await startTestApp({ REGISTRATION: 'approval' });
    const { status, body } = await restricted.call(
      'POST /api/auth/register',
      { body: { username: 'paciente', password } },
      anonymous(),
    );
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['message']);
  });

  it('that is closed answers 409 registration.closed', async () => {
    await using restricted = await startTestApp({ REGISTRATION: 'closed' });
    const { status, body } = await restricted.call(
      'POST /api/auth/register',
      { body: { username: 'tardia', password } },
      anonymous(),
    );
    expect([status, body.code]).toEqual([409, 'registration.closed']);
  });
});
