import type { EndpointAnswer, listAudit } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

type Query = Parameters<typeof list>[0];

const list = async (query: {
  search?: string;
  role?: 'admin' | 'user';
  plan?: 'gplay' | 'premium' | 'sports';
  status?: 'active' | 'inactive';
  awaiting?: 'true' | 'false';
  page?: string;
  limit?: string;
}) => (await test.call('GET /api/admin/users', { query }, admin)).body;
const names = async (query: Query) => (await list(query)).users.map(({ username }) => username);
const idOf = async (username: string) =>
  (await list({ search: username })).users.find((user) => user.username === username)?._id ?? '';
const statusOf = async (person: Person) => (await test.call('GET /api/auth/me', undefined, person)).status;

const own = () => ({ currentPassword: admin.password });

let made = 0;
async function create(
  body: Partial<{ username: string; password: string; role: 'admin' | 'user'; currentPassword: string }> = {},
) {
  made += 1;
  const answer = await test.call(
    'POST /api/admin/users',
    { body: { username: `creada-${made}`, ...body } },
    admin,
  );
  return answer;
}

type Entry = EndpointAnswer<typeof listAudit>['entries'][number];
/** Returns the entries of the audit log about a subject (an account, a video …), newest first. */
async function actsOn(subjectId: string): Promise<Entry[]> {
  return (await test.call('GET /api/admin/audit', { query: { subjectId } }, admin)).body.entries;
}

describe('creating a user', () => {
  it('answers with the user and a one-time password, and records who created the account', async () => {
    const { status, body } = await test.call(
      'POST /api/admin/users',
      { body: { username: 'Nueva.Clienta', plan: 'sports', expiresAt: '2030-01-02T03:04:05.000Z' } },
      admin,
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: 'Nueva.Clienta',
      role: 'user',
      plan: 'sports',
      isActive: true,
      expiresAt: '2030-01-02T03:04:05.000Z',
      awaitsApproval: false,
      hasSecondFactor: false,
      devices: { active: 0, total: 0 },
      oneTimePassword: expect.stringMatching(/^[a-z]{8}(-[a-z]{8}){3}$/),
    });
    const [act] = await actsOn(body._id);
    expect(act).toMatchObject({
      username: 'jefa',
      action: 'user.create',
      subjectName: 'Nueva.Clienta',
      before: null,
      after: { role: 'user', plan: 'sports', expiresAt: '2030-01-02T03:04:05.000Z' },
    });
    expect(JSON.stringify(act)).not.toContain(body.oneTimePassword);
    expect(test.logged.join('')).not.toContain(body.oneTimePassword);
    expect(JSON.stringify(await list({ search: 'nueva.clienta' }))).not.toContain(body.oneTimePassword);
  });

  it('accepts a password from the administrator, which is then not a one-time password', async () => {
    const { body } = await create({ username: 'con-clave', password: 'una clave larga y dada' });
    expect(body).not.toHaveProperty('oneTimePassword');
    const person = await test.login({ username: 'con-clave', password: 'una clave larga y dada' });
    expect((await test.call('GET /api/auth/me', undefined, person)).body.user).not.toHaveProperty(
      'mustChangePassword',
    );
  });

  it.each([
    [{ username: 'JEFA' }, 409, 'account.username_taken'],
    [{ username: 'confiada', password: 'password1' }, 400, 'account.password_weak'],
    [{ username: 'x' }, 400, 'input.invalid'],
    [{ username: 'valida', password: 'corta' }, 400, 'input.invalid'],
    [{ username: 'valida', role: 'root' as 'admin' }, 400, 'input.invalid'],
  ])('refuses %j with %i %s and stores nothing', async (body, status, code) => {
    const before = (await list({})).total;
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await list({})).total).toBe(before);
  });

  it('gives a contested name to exactly one of ten simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ username: 'repetida' })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
    expect(await actsOn(await idOf('repetida'))).toHaveLength(1);
  });
});

describe('a one-time password', () => {
  it('signs in once, allows only changing the password, and is gone afterwards', async () => {
    const { body } = await create();
    const credentials = { username: body.username, password: body.oneTimePassword ?? '' };
    const person = await test.login(credentials);
    const { body: mine } = await test.call('GET /api/auth/me', undefined, person);
    expect(mine.user).toEqual({
      username: body.username,
      role: 'user',
      plan: 'gplay',
      mustChangePassword: true,
    });
    const home = await test.call('GET /api/home', {}, person);
    expect([home.status, home.body.code]).toEqual([409, 'account.password_change_required']);
    const again = await test.call(
      'POST /api/auth/login',
      { body: credentials },
      { token: '', deviceId: newDeviceId() },
    );
    expect([again.status, again.body.code]).toEqual([401, 'credentials.used']);
    const newPassword = 'la mía y de nadie más';
    const changed = await test.call(
      'PUT /api/auth/password',
      { body: { currentPassword: credentials.password, newPassword } },
      person,
    );
    expect(changed.status).toBe(200);
    expect((await test.call('GET /api/home', {}, person)).status).toBe(200);
    expect(await statusOf(await test.login({ username: body.username, password: newPassword }))).toBe(200);
    const old = await test.call(
      'POST /api/auth/login',
      { body: credentials },
      { token: '', deviceId: newDeviceId() },
    );
    expect([old.status, old.body.code]).toEqual([401, 'credentials.invalid']);
  });

  it('cannot be chosen as the person’s own password', async () => {
    const { body } = await create();
    const person = await test.login({ username: body.username, password: body.oneTimePassword ?? '' });
    const { status, body: refused } = await test.call(
      'PUT /api/auth/password',
      { body: { currentPassword: body.oneTimePassword ?? '', newPassword: body.oneTimePassword ?? '' } },
      person,
    );
    expect([status, refused.code]).toEqual([400, 'account.password_same']);
  });

  it('signs in only one of ten simultaneous attempts', async () => {
    const { body } = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        test.call(
          'POST /api/auth/login',
          { body: { username: body.username, password: body.oneTimePassword ?? '' } },
          { token: '', deviceId: newDeviceId() },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(401),
    ]);
  });
});

describe('resetting a password', () => {
  it('ends the person’s sessions, shows the new password once, and records no password', async () => {
    const person = await test.viewer();
    const elsewhere = await test.login(person);
    const id = await idOf(person.username);
    const { status, body } = await test.call(
      'POST /api/admin/users/:id/password',
      { params: { id }, body: own() },
      admin,
    );
    expect(status).toBe(200);
    expect([await statusOf(person), await statusOf(elsewhere), await statusOf(admin)]).toEqual([
      401, 401, 200,
    ]);
    const [act] = await actsOn(id);
    expect(act).toMatchObject({ action: 'user.password', before: null, after: null });
    expect(test.logged.join('')).not.toContain(body.oneTimePassword);
    await expect(test.login(person)).rejects.toThrow('credentials.invalid');
    const back = await test.login({ username: person.username, password: body.oneTimePassword });
    expect(await statusOf(back)).toBe(200);
  });

  it('leaves no session to a simultaneous sign-in with the old password', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await test.viewer();
      const id = await idOf(person.username);
      const [signedIn] = await Promise.all([
        test.login(person).catch(() => undefined),
        test.call('POST /api/admin/users/:id/password', { params: { id }, body: own() }, admin),
      ]);
      if (signedIn !== undefined) expect(await statusOf(signedIn)).toBe(401);
    }
  });

  it('is refused for the administrator’s own account', async () => {
    const { status, body } = await test.call(
      'POST /api/admin/users/:id/password',
      { params: { id: await idOf('jefa') }, body: own() },
      admin,
    );
    expect([status, body.code]).toEqual([409, 'account.own_password']);
    expect(body.error).toContain('«Cambiar contraseña»');
    expect(await statusOf(admin)).toBe(200);
    expect(await actsOn(await idOf('jefa'))).toEqual([]);
  });

  it('answers 404 for an unknown account', async () => {
    const { status, body } = await test.call(
      'POST /api/admin/users/:id/password',
      { params: { id: 'nadie' }, body: own() },
      admin,
    );
    expect([status, body.code]).toEqual([404, 'account.not_found']);
  });
});

describe('changing a plan, a role or a status', () => {
  it('records the values before and after, and nothing when nothing changes', async () => {
    const { body: user } = await create();
    const params = { id: user._id };
    await test.call('PUT /api/admin/users/:id/plan', { params, body: { plan: 'premium' } }, admin);
    await test.call('PUT /api/admin/users/:id/plan', { params, body: { plan: 'premium' } }, admin);
    await test.call(
      'PUT /api/admin/users/:id/role',
      { params, body: { role: 'admin', currentPassword: admin.password } },
      admin,
    );
    await test.call('PUT /api/admin/users/:id/role', { params, body: { role: 'user', ...own() } }, admin);
    const expiresAt = '2031-05-06T23:59:59.999Z';
    await test.call(
      'PUT /api/admin/users/:id/status',
      { params, body: { isActive: true, expiresAt } },
      admin,
    );
    await test.call('PUT /api/admin/users/:id/status', { params, body: { isActive: false } }, admin);
    const acts = (await actsOn(user._id)).map(({ action, before, after }) => [action, before, after]);
    expect(acts.slice(0, -1)).toEqual([
      ['user.status', { isActive: true }, { isActive: false }],
      ['user.status', { expiresAt: null }, { expiresAt }],
      ['user.role', { role: 'admin' }, { role: 'user' }],
      ['user.role', { role: 'user' }, { role: 'admin' }],
      ['user.plan', { plan: 'gplay' }, { plan: 'premium' }],
    ]);
  });

  it('takes effect at once for a person who is signed in', async () => {
    const person = await test.viewer();
    const id = await idOf(person.username);
    expect((await test.call('GET /api/admin/users', {}, person)).status).toBe(403);
    await test.call(
      'PUT /api/admin/users/:id/role',
      { params: { id }, body: { role: 'admin', currentPassword: admin.password } },
      admin,
    );
    expect((await test.call('GET /api/admin/users', {}, person)).status).toBe(200);
    const demotion = { params: { id }, body: { role: 'user' as const, ...own() } };
    await test.call('PUT /api/admin/users/:id/role', demotion, admin);
    expect((await test.call('GET /api/admin/users', {}, person)).status).toBe(403);
  });

  it('answers 404 for an unknown account, and records nothing', async () => {
    const params = { id: 'nadie' };
    const answers = [
      await test.call('PUT /api/admin/users/:id/plan', { params, body: { plan: 'premium' } }, admin),
      await test.call(
        'PUT /api/admin/users/:id/role',
        { params, body: { role: 'admin', currentPassword: admin.password } },
        admin,
      ),
      await test.call('PUT /api/admin/users/:id/status', { params, body: { isActive: true } }, admin),
    ];
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'account.not_found']);
    expect(await actsOn('nadie')).toEqual([]);
  });

  it('keeps the account active or inactive when only its end is changed', async () => {
    const { body: user } = await create();
    const params = { id: user._id };
    const set = (body: { isActive?: boolean; expiresAt?: string | null }) =>
      test.call('PUT /api/admin/users/:id/status', { params, body }, admin);
    await set({ isActive: false });
    const expiresAt = '2031-05-06T23:59:59.999Z';
    expect((await set({ expiresAt })).body).toMatchObject({ isActive: false, expiresAt });
    expect((await actsOn(user._id))[0]).toMatchObject({ before: { expiresAt: null }, after: { expiresAt } });
    expect((await set({ isActive: true })).body).toMatchObject({ isActive: true, expiresAt });
  });

  it('refuses a status with neither an active state nor an end', async () => {
    const { body: user } = await create();
    const { status, body } = await test.call(
      'PUT /api/admin/users/:id/status',
      { params: { id: user._id }, body: {} },
      admin,
    );
    expect([status, body.code]).toEqual([400, 'input.invalid']);
    expect(await actsOn(user._id)).toHaveLength(1);
  });

  it('reads basico as gplay and refuses unknown plans', async () => {
    const person = await test.viewer('premium');
    const { body: page } = await test.call(
      'GET /api/admin/users',
      { query: { search: person.username } },
      admin,
    );
    const params = { id: page.users[0]?._id ?? '' };
    expect(page.users[0]?.plan).toBe('premium');
    const changed = await test.call(
      'PUT /api/admin/users/:id/plan',
      { params, body: { plan: 'basico' } },
      admin,
    );
    expect(changed.body.plan).toBe('gplay');
    const refused = await test.call(
      'PUT /api/admin/users/:id/plan',
      { params, body: { plan: 'oro' } },
      admin,
    );
    expect(refused.status).toBe(400);
  });

  it('answers without hashes, tokens and addresses', async () => {
    const { body } = await test.call('GET /api/admin/users', {}, admin);
    for (const user of body.users) {
      expect(Object.keys(user).toSorted()).toEqual([
        '_id',
        'awaitsApproval',
        'createdAt',
        'devices',
        'expiresAt',
        'hasSecondFactor',
        'invitedUntil',
        'isActive',
        'plan',
        'role',
        'username',
      ]);
    }
  });
});

describe('the search for users', () => {
  it('filters by name, role, plan and status, and counts its hits', async () => {
    await create({ username: 'buscada_uno' });
    const two = await create({ username: 'buscada%dos' }).catch(() => undefined);
    expect(two?.status).toBe(400);
    const { body } = await create({
      username: 'buscada.tres',
      role: 'admin',
      currentPassword: admin.password,
    });
    await test.call(
      'PUT /api/admin/users/:id/status',
      { params: { id: body._id }, body: { isActive: true, expiresAt: '2020-01-01T00:00:00.000Z', ...own() } },
      admin,
    );
    expect(await names({ search: 'BUSCADA' })).toEqual(['buscada.tres', 'buscada_uno']);
    expect(await names({ search: 'buscada_' })).toEqual(['buscada_uno']);
    expect(await names({ search: 'buscada', role: 'admin' })).toEqual(['buscada.tres']);
    expect(await names({ search: 'buscada', status: 'inactive' })).toEqual(['buscada.tres']);
    expect(await names({ search: 'buscada', status: 'active' })).toEqual(['buscada_uno']);
    expect(await names({ search: 'buscada', plan: 'premium' })).toEqual([]);
    expect(await list({ search: 'buscada', limit: '1', page: '2' })).toMatchObject({
      users: [{ username: 'buscada_uno' }],
      page: 2,
      totalPages: 2,
      total: 2,
    });
  });

  it('counts the active devices and all devices of each user', async () => {
    const person = await test.viewer();
    const other = await test.login(person);
    const userId = await idOf(person.username);
    await test.call(
      'DELETE /api/devices/admin/:userId/:deviceId',
      { params: { userId, deviceId: other.deviceId } },
      admin,
    );
    expect((await list({ search: person.username })).users[0]?.devices).toEqual({ active: 1, total: 2 });
  });
});

describe('registrations that await approval', () => {
  it('are listed separately, can sign in after approval, and leave the list once decided on', async () => {
    await using waiting = await startTestApp({ REGISTRATION: 'approval' });
    const boss = await waiting.admin();
    const credentials = (username: string) => ({ username, password: 'una clave larga y propia' });
    for (const username of ['paciente', 'dudosa']) {
      await waiting.call(
        'POST /api/auth/register',
        { body: credentials(username) },
        { token: '', deviceId: newDeviceId() },
      );
    }
    const awaiting = async () =>
      (await waiting.call('GET /api/admin/users', { query: { awaiting: 'true' } }, boss)).body.users;
    const [doubtful, patient] = await awaiting();
    expect([doubtful?.username, patient?.username]).toEqual(['dudosa', 'paciente']);
    await expect(waiting.login(credentials('paciente'))).rejects.toThrow('account.inactive');
    // Setting the expiry date does not decide on a registration that awaits approval.
    const ended = await waiting.call(
      'PUT /api/admin/users/:id/status',
      { params: { id: patient?._id ?? '' }, body: { expiresAt: null } },
      boss,
    );
    expect(ended.body).toMatchObject({ isActive: false, awaitsApproval: true });
    const decide = (id: string | undefined, isActive: boolean) =>
      waiting.call('PUT /api/admin/users/:id/status', { params: { id: id ?? '' }, body: { isActive } }, boss);
    expect((await decide(patient?._id, true)).body).toMatchObject({ isActive: true, awaitsApproval: false });
    expect((await decide(doubtful?._id, false)).body).toMatchObject({
      isActive: false,
      awaitsApproval: false,
    });
    expect(await awaiting()).toEqual([]);
    await waiting.login(credentials('paciente'));
    await expect(waiting.login(credentials('dudosa'))).rejects.toThrow('account.inactive');
    const { entries } = (await waiting.call('GET /api/admin/audit', {}, boss)).body;
    expect(
      entries.map(({ action, subjectName, before, after }) => [action, subjectName, before, after]),
    ).toEqual([
      ['user.status', 'dudosa', { awaitsApproval: true }, { awaitsApproval: false }],
      [
        'user.approve',
        'paciente',
        { isActive: false, awaitsApproval: true },
        { isActive: true, awaitsApproval: false },
      ],
    ]);
  });
});
