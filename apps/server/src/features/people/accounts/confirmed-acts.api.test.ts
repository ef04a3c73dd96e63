import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

const own = () => ({ currentPassword: admin.password });
const idOf = async (username: string) => {
  const { body } = await test.call('GET /api/admin/users', { query: { search: username } }, admin);
  return body.users.find((user) => user.username === username)?._id ?? '';
};

let made = 0;
/** Creates a viewer or another administrator, as an administrator does who gives their password. */
async function create(role: 'admin' | 'user'): Promise<{ id: string; username: string }> {
  made += 1;
  const username = `cuenta-${made}`;
  const body = { username, role, ...own() };
  const answer = await test.call('POST /api/admin/users', { body }, admin);
  expect(answer.status).toBe(201);
  return { id: answer.body._id, username };
}

type Given = { currentPassword?: string };
type Act = (given: Given, by?: Person) => Promise<{ status: number; body: { code?: string } }>;

const findUser = async (username: string) => {
  const { body } = await test.call('GET /api/admin/users', { query: { search: username } }, admin);
  return body.users.find((user) => user.username === username);
};

/** Creates another administrator who is signed in. */
async function signedInAdmin() {
  made += 1;
  const credentials = { username: `cuenta-${made}`, password: 'una clave larga y propia' };
  const body = { ...credentials, role: 'admin' as const, ...own() };
  const { _id: userId } = (await test.call('POST /api/admin/users', { body }, admin)).body;
  const person = await test.login(credentials);
  const isDone = async () => (await test.call('GET /api/auth/me', undefined, person)).status === 401;
  return { person, userId, isDone };
}

/**
 * The acts with which somebody who has stolen an administrator's session could keep access, or keep the other
 * administrators out; each on something new.
 */
const acts: [name: string, prepare: () => Promise<{ act: Act; isDone: () => Promise<boolean> }>][] = [
  [
    'creating an administrator',
    async () => {
      made += 1;
      const username = `nueva-${made}`;
      return {
        act: (given, by = admin) =>
          test.call('POST /api/admin/users', { body: { username, role: 'admin', ...given } }, by),
        isDone: async () => (await idOf(username)) !== '',
      };
    },
  ],
  [
    'making a viewer an administrator',
    async () => {
      const { id, username } = await create('user');
      return {
        act: (given, by = admin) =>
          test.call(
            'PUT /api/admin/users/:id/role',
            { params: { id }, body: { role: 'admin', ...given } },
            by,
          ),
        isDone: async () => {
          const { body } = await test.call('GET /api/admin/users', { query: { search: username } }, admin);
          return body.users[0]?.role === 'admin';
        },
      };
    },
  ],
  [
    'making an administrator a viewer',
    async () => {
      const { id, username } = await create('admin');
      return {
        act: (given, by = admin) =>
          test.call(
            'PUT /api/admin/users/:id/role',
            { params: { id }, body: { role: 'user', ...given } },
            by,
          ),
        isDone: async () => (await findUser(username))?.role === 'user',
      };
    },
  ],
  [
    'deactivating an administrator',
    async () => {
      const { id, username } = await create('admin');
      return {
        act: (given, by = admin) =>
          test.call(
            'PUT /api/admin/users/:id/status',
            { params: { id }, body: { isActive: false, ...given } },
            by,
          ),
        isDone: async () => (await findUser(username))?.isActive === false,
      };
    },
  ],
  [
    'setting the day on which an administrator’s account ends',
    async () => {
      const { id, username } = await create('admin');
      return {
        act: (given, by = admin) =>
          test.call(
            'PUT /api/admin/users/:id/status',
            { params: { id }, body: { expiresAt: '2020-01-01T00:00:00.000Z', ...given } },
            by,
          ),
        isDone: async () => (await findUser(username))?.expiresAt !== null,
      };
    },
  ],
  [
    'revoking the invitation of an administrator',
    async () => {
      const { id, username } = await create('admin');
      return {
        act: (given, by = admin) =>
          test.call('DELETE /api/admin/users/:id/invitation', { params: { id }, body: given }, by),
        isDone: async () => (await findUser(username))?.invitedUntil === null,
      };
    },
  ],
  [
    'signing an administrator out of one device',
    async () => {
      const { person, userId, isDone } = await signedInAdmin();
      return {
        act: (given, by = admin) =>
          test.call(
            'DELETE /api/devices/admin/:userId/:deviceId',
            { params: { userId, deviceId: person.deviceId }, body: given },
            by,
          ),
        isDone,
      };
    },
  ],
  [
    'signing an administrator out of all devices',
    async () => {
      const { userId, isDone } = await signedInAdmin();
      return {
        act: (given, by = admin) =>
          test.call('DELETE /api/devices/admin/:userId/devices', { params: { userId }, body: given }, by),
        isDone,
      };
    },
  ],
  [
    'inviting a user to choose another password',
    async () => {
      const { id } = await create('user');
      return {
        act: (given, by = admin) =>
          test.call(
            'POST /api/admin/users/:id/invitation',
            { params: { id }, body: given as { currentPassword: string } },
            by,
          ),
        isDone: async () => {
          const { body } = await test.call(
            'GET /api/admin/audit',
            { query: { subjectId: id, action: 'user.invite' } },
            admin,
          );
          return body.entries.length > 0;
        },
      };
    },
  ],
  [
    'resetting the password of a viewer',
    async () => {
      const { id } = await create('user');
      const hash = () =>
        test.db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
      const before = await hash();
      return {
        act: (given, by = admin) =>
          test.call(
            'POST /api/admin/users/:id/password',
            { params: { id }, body: given as { currentPassword: string } },
            by,
          ),
        isDone: async () => (await hash()).password_hash !== before.password_hash,
      };
    },
  ],
  [
    'resetting the password of an administrator',
    async () => {
      const { id } = await create('admin');
      const isOneTime = () =>
        test.db.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow();
      const before = await isOneTime();
      return {
        act: (given, by = admin) =>
          test.call(
            'POST /api/admin/users/:id/password',
            { params: { id }, body: given as { currentPassword: string } },
            by,
          ),
        isDone: async () => (await isOneTime()).password_hash !== before.password_hash,
      };
    },
  ],
  [
    'turning off the second factor of another administrator',
    async () => {
      const { id } = await create('admin');
      await test.db
        .insertInto('second_factor')
        .values({ account_id: id, sealed_secret: Buffer.alloc(48), confirmed_at: new Date() })
        .execute();
      return {
        act: (given, by = admin) =>
          test.call(
            'DELETE /api/admin/users/:id/second-factor',
            { params: { id }, body: given as { currentPassword: string } },
            by,
          ),
        isDone: async () => {
          const rows = await test.db
            .selectFrom('second_factor')
            .selectAll()
            .where('account_id', '=', id)
            .execute();
          return rows.length === 0;
        },
      };
    },
  ],
  [
    'deleting a backup',
    async () => {
      const { name } = (await test.call('POST /api/admin/backups', { body: own() }, admin)).body;
      return {
        act: (given, by = admin) =>
          test.call(
            'DELETE /api/admin/backups/:name',
            { params: { name }, body: given as { currentPassword: string } },
            by,
          ),
        isDone: async () => {
          const { body } = await test.call('GET /api/admin/backups', {}, admin);
          return body.backups.every((backup) => backup.name !== name);
        },
      };
    },
  ],
  [
    'restoring a backup',
    async () => {
      const { name } = (await test.call('POST /api/admin/backups', { body: own() }, admin)).body;
      await create('user');
      const count = async () => (await test.db.selectFrom('account').select('id').execute()).length;
      const before = await count();
      return {
        act: async (given, by = admin) => {
          const answer = await test.call(
            'POST /api/admin/backups/:name/restore',
            { params: { name }, body: given as { currentPassword: string } },
            by,
          );
          // A restore has ended every session.
          if (answer.status === 200) admin = await test.login(admin);
          return answer;
        },
        isDone: async () => (await count()) < before,
      };
    },
  ],
];

describe.each(acts)('%s', (_name, prepare) => {
  it('takes the password of the administrator who does it', async () => {
    const { act, isDone } = await prepare();
    const missing = await act({});
    expect(missing).toMatchObject({
      status: 400,
      body: {
        code: 'input.invalid',
        details: [{ path: 'currentPassword', message: 'Escribe tu contraseña actual.' }],
      },
    });
    const wrong = await act({ currentPassword: 'ninguna de las mías' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'account.password_wrong', error: 'La contraseña actual no es correcta.' },
    });
    expect(await isDone()).toBe(false);
    expect((await act(own())).status).toBeLessThan(300);
    expect(await isDone()).toBe(true);
  });
});

describe('acts on viewers', () => {
  it('take no password: creating one, deactivating one, signing one out, revoking an invitation', async () => {
    const created = await test.call('POST /api/admin/users', { body: { username: 'sin-clave' } }, admin);
    expect(created.status).toBe(201);
    const id = created.body._id;
    const statuses = [
      await test.call('DELETE /api/admin/users/:id/invitation', { params: { id }, body: {} }, admin),
      await test.call(
        'PUT /api/admin/users/:id/status',
        { params: { id }, body: { isActive: false } },
        admin,
      ),
      await test.call(
        'DELETE /api/devices/admin/:userId/devices',
        { params: { userId: id }, body: {} },
        admin,
      ),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200]);
  });
});

describe('deactivating somebody who becomes an administrator meanwhile', () => {
  it('takes the password, although the account was a viewer’s when the call came', async () => {
    const { id } = await create('user');
    let answer: Promise<{ status: number }> | undefined;
    await test.db.transaction().execute(async (trx) => {
      await trx.updateTable('account').set({ role: 'admin' }).where('id', '=', id).execute();
      const deactivation = { params: { id }, body: { isActive: false } };
      answer = test.call('PUT /api/admin/users/:id/status', deactivation, admin);
      for (let waiting = 0; waiting === 0;) {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(trx);
        waiting = rows.length;
      }
    });
    expect((await answer)?.status).toBe(400);
  });
});

describe('guessing the password with a stolen session', () => {
  it('is slowed after 20 wrong ones, from any address, for every act that takes it', async () => {
    await using guarded = await startTestApp();
    const boss = await guarded.admin();
    const guess = async (address: number, method: 'PUT' | 'POST', url: string, payload: object) => {
      const response = await guarded.app.http.inject({
        method,
        url,
        remoteAddress: `203.0.113.${address}`,
        headers: { authorization: `Bearer ${boss.token}`, 'x-device-id': boss.deviceId },
        payload,
      });
      return response.json<{ code?: string }>().code;
    };
    const newAdmin = { username: 'intrusa', role: 'admin', currentPassword: 'no es esta clave' };
    const codes: (string | undefined)[] = [];
    for (let address = 1; address <= 22; address += 1) {
      codes.push(await guess(address, 'POST', '/api/admin/users', newAdmin));
    }
    expect(codes.filter((code) => code === 'account.password_wrong')).toHaveLength(21);
    expect(codes.at(-1)).toBe('limit.login');
    const changed = { currentPassword: boss.password, newPassword: 'otra clave larga y propia' };
    expect(await guess(40, 'PUT', '/api/auth/password', changed)).toBe('limit.login');
  });
});
