import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer();
});
afterAll(() => test[Symbol.asyncDispose]());

// An installation keeps ten backups that were made by hand or uploaded.
beforeEach(() => rm(folder(), { recursive: true, force: true }));

const noSuch = 'butaca-2020-01-01-000000.bak';
const folder = () => join(test.dataDir, 'backups');

const own = () => ({ currentPassword: admin.password });

async function create(): Promise<string> {
  const { status, body } = await test.call('POST /api/admin/backups', { body: own() }, admin);
  expect(status).toBe(201);
  return body.name;
}

const download = (name: string, person: Person, password = person.password) =>
  test.app.http.inject({
    method: 'POST',
    url: `/api/admin/backups/${name}/download`,
    headers: personHeaders(person),
    payload: { password },
  });

const remove = (name: string, person = admin) =>
  test.call(
    'DELETE /api/admin/backups/:name',
    { params: { name }, body: { currentPassword: person.password } },
    person,
  );

const restore = (name: string, person = admin) =>
  test.call(
    'POST /api/admin/backups/:name/restore',
    { params: { name }, body: { currentPassword: person.password } },
    person,
  );

async function uploadFile(content: Buffer, person: Person, { field = 'file', isConfirmed = true } = {}) {
  const boundary = 'frontera-de-prueba';
  const password = `--${boundary}\r\nContent-Disposition: form-data; name="currentPassword"\r\n\r\n${person.password}\r\n`;
  const head = `${isConfirmed ? password : ''}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="una.bak"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const response = await test.app.http.inject({
    method: 'POST',
    url: '/api/admin/backups/upload',
    headers: { ...personHeaders(person), 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return {
    status: response.statusCode,
    body: response.json<{ code: string; name: string; error: string }>(),
  };
}

const addChannel = (name: string, person = admin) =>
  test.call('POST /api/channels/admin', { body: { name, url: `https://a.tv/${name}.m3u8` } }, person);

const channelNames = async (person: Person) =>
  (await test.call('GET /api/channels/admin/list', {}, person)).body.channels.map(({ name }) => name);

describe('the unfinished file of a killed process', () => {
  const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

  it('is removed by the next backup of a server that goes on running, such as that of a killed «npm run backup»', async () => {
    await create();
    const left = `butaca-2026-01-01-000000.bak.${deadPid()}.partial`;
    await writeFile(join(folder(), left), 'a medias');
    await create();
    expect(await readdir(folder())).not.toContain(left);
  });
});

describe('access to backups', () => {
  const calls = [
    ['GET /api/admin/backups', {}],
    ['POST /api/admin/backups', { body: {} }],
    ['POST /api/admin/backups/upload', {}],
    [
      'POST /api/admin/backups/:name/download',
      { params: { name: noSuch }, body: { password: 'clave-de-administracion' } },
    ],
    [
      'DELETE /api/admin/backups/:name',
      { params: { name: noSuch }, body: { currentPassword: 'clave-de-administracion' } },
    ],
    [
      'POST /api/admin/backups/:name/restore',
      { params: { name: noSuch }, body: { currentPassword: 'clave-de-administracion' } },
    ],
  ] as const;

  it.each(calls)('%s is for administrators alone', async (route, sent) => {
    expect(await test.call(route, sent as never)).toMatchObject({
      status: 401,
      body: { code: 'session.required' },
    });
    expect(await test.call(route, sent as never, viewer)).toMatchObject({
      status: 403,
      body: { code: 'role.forbidden' },
    });
    const { status } = await test.call(route, sent, admin);
    expect([200, 201, 404, 415]).toContain(status);
  });
});

describe('backups', () => {
  it('are made, listed with their contents, and recorded in the audit log', async () => {
    const name = await create();
    expect(name).toMatch(/^butaca-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.bak$/);
    const { body } = await test.call('GET /api/admin/backups', {}, admin);
    const found = body.backups.find((backup) => backup.name === name);
    expect(found).toMatchObject({ origin: 'manual', contents: body.current });
    expect(body.current.accounts).toBe(2);
    const audit = await test.call('GET /api/admin/audit', { query: { action: 'backup' } }, admin);
    expect(audit.body.entries[0]).toMatchObject({
      action: 'backup.create',
      subjectName: name,
      username: 'jefa',
    });
  });

  it('of the same second have different names', async () => {
    const names = [await create(), await create(), await create()];
    expect(new Set(names).size).toBe(3);
  });

  it('are downloaded byte for byte, and can be uploaded again', async () => {
    const name = await create();
    const response = await download(name, admin);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    });
    expect(response.rawPayload.equals(await readFile(join(folder(), name)))).toBe(true);
    const { status, body } = await uploadFile(response.rawPayload, admin);
    expect(status).toBe(201);
    expect(body.name).toMatch(/^subida-/);
    expect((await download(body.name, admin)).rawPayload.equals(response.rawPayload)).toBe(true);
  });

  it('are downloaded only with the password of the session, and the audit log names who did it', async () => {
    const name = await create();
    const listDownloads = async () => {
      const { body } = await test.call('GET /api/admin/audit', { query: { action: 'backup' } }, admin);
      return body.entries.filter(
        ({ action, subjectName }) => action === 'backup.download' && subjectName === name,
      );
    };
    // A backup of the same second, which was deleted since, may have had the same name.
    const earlier = await listDownloads();
    const refused = await download(name, admin, 'no es esta clave');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      400,
      'account.password_wrong',
    ]);
    expect((await download(name, admin)).statusCode).toBe(200);
    expect(await listDownloads()).toHaveLength(earlier.length + 1);
  });

  it('of another installation are marked as such', async () => {
    await using other = await startTestApp();
    const boss = await other.admin();
    const made = await other.call('POST /api/admin/backups', { body: {} }, boss);
    expect(made.body.contents?.isOwn).toBe(true);
    const { body } = await uploadFile(await readFile(join(other.dataDir, 'backups', made.body.name)), admin);
    const { body: list } = await test.call('GET /api/admin/backups', {}, admin);
    expect(list.backups.find((backup) => backup.name === body.name)?.contents?.isOwn).toBe(false);
  });

  it('that are uploaded at the same time get different names', async () => {
    const content = (await download(await create(), admin)).rawPayload;
    const uploads = await Promise.all([1, 2, 3, 4].map(() => uploadFile(content, admin)));
    expect(uploads.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(uploads.map(({ body }) => body.name)).size).toBe(4);
    const { body } = await test.call('GET /api/admin/backups', {}, admin);
    for (const upload of uploads) expect(body.backups.map(({ name }) => name)).toContain(upload.body.name);
  });

  it('are deleted once, and then answered 404', async () => {
    const name = await create();
    expect(await remove(name)).toMatchObject({ status: 200 });
    expect(await remove(name)).toMatchObject({ status: 404, body: { code: 'backup.not_found' } });
  });

  it.each(['..%2f..%2fetc%2fpasswd', '../secreto.bak', '.bak', 'a b.bak', '%2e%2e.bak', 'x.txt'])(
    'cannot be addressed outside of their folder: %s',
    async (name) => {
      expect([400, 404]).toContain((await download(name, admin)).statusCode);
    },
  );

  it('include a foreign file in the list, refuse to restore it, and can delete it', async () => {
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), 'ajena.bak'), 'hola');
    const { body } = await test.call('GET /api/admin/backups', {}, admin);
    expect(body.backups.find(({ name }) => name === 'ajena.bak')).toMatchObject({ contents: null });
    expect(await restore('ajena.bak')).toMatchObject({ status: 400, body: { code: 'backup.foreign' } });
    expect(await remove('ajena.bak')).toMatchObject({ status: 200 });
  });
});

describe('backups that are made by hand or uploaded', () => {
  const passwordAsked = {
    status: 400,
    body: {
      code: 'input.invalid',
      details: [{ path: 'currentPassword', message: 'Escribe tu contraseña actual.' }],
    },
  };
  const files = async () => (await readdir(folder())).toSorted();
  const make = (body: { currentPassword?: string } = {}) =>
    test.call('POST /api/admin/backups', { body }, admin);

  it('take the password after the first within an hour, in whichever way it came', async () => {
    const { body: first, status } = await make();
    expect(status).toBe(201);
    const content = await readFile(join(folder(), first.name));
    expect(await make()).toMatchObject(passwordAsked);
    expect(await uploadFile(content, admin, { isConfirmed: false })).toMatchObject(passwordAsked);
    expect((await make({ currentPassword: 'ninguna de las mías' })).body.code).toBe('account.password_wrong');
    expect(await files()).toEqual([first.name]);
    expect((await test.call('GET /api/admin/backups', {}, admin)).body.takesPassword).toBe(true);
    expect((await make(own())).status).toBe(201);
    expect((await uploadFile(content, admin)).status).toBe(201);
    expect(await files()).toHaveLength(3);
  });

  it('take no password when the newest is older than an hour, nor because of other backups', async () => {
    const content = await readFile(join(folder(), await create()));
    await rm(folder(), { recursive: true });
    await mkdir(folder());
    const before = new Date(Date.now() - 3_660_000).toISOString().slice(0, 19);
    const others = [
      `butaca-${before.replace('T', '-').replaceAll(':', '')}.bak`,
      'consola-2036-01-01-120000.bak',
      'antes-de-restaurar-2036-01-01-120000.bak',
      'ajena.bak',
    ];
    for (const name of others) await writeFile(join(folder(), name), content);
    expect((await test.call('GET /api/admin/backups', {}, admin)).body.takesPassword).toBe(false);
    expect((await uploadFile(content, admin, { isConfirmed: false })).status).toBe(201);
  });

  it('are ten at most, also of calls at once, until one is deleted', async () => {
    const content = await readFile(join(folder(), await create()));
    for (let nth = 1; nth < 8; nth += 1) {
      await writeFile(join(folder(), `subida-2026-01-0${nth}-120000.bak`), content);
    }
    const answers = await Promise.all([1, 2, 3, 4].map(() => uploadFile(content, admin)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect(await make(own())).toMatchObject({
      status: 409,
      body: {
        code: 'backup.full',
        error:
          'Ya hay diez copias hechas a mano o subidas, que es lo máximo. Descarga y elimina alguna antes de guardar otra.',
      },
    });
    expect(await files()).toHaveLength(10);
    expect((await remove('subida-2026-01-01-120000.bak')).status).toBe(200);
    expect((await make(own())).status).toBe(201);
  });
});

describe('an upload of a backup', () => {
  it.each([
    ['is a text', Buffer.from('#EXTM3U\n'), 'backup.foreign'],
    ['is empty', Buffer.alloc(0), 'backup.foreign'],
  ])('that %s is refused and leaves no file', async (_, content, code) => {
    await mkdir(folder());
    expect(await uploadFile(content, admin)).toMatchObject({ status: 400, body: { code } });
    expect(await readdir(folder())).toEqual([]);
  });

  it('that is cut short or has a changed byte is refused and leaves no file', async () => {
    const good = (await download(await create(), admin)).rawPayload;
    const bad = Buffer.from(good);
    bad[Math.floor(bad.length / 2)] = (bad[Math.floor(bad.length / 2)] ?? 0) ^ 1;
    const before = await readdir(folder());
    for (const content of [bad, good.subarray(0, good.length - 100)]) {
      expect(await uploadFile(content, admin)).toMatchObject({
        status: 400,
        body: { code: 'backup.damaged' },
      });
    }
    expect(await readdir(folder())).toEqual(before);
  });

  it('without a file is refused with a sentence that asks for one', async () => {
    expect(await uploadFile(Buffer.from('x'), admin, { field: 'otro' })).toMatchObject({
      status: 400,
      body: { error: 'Por favor, selecciona una copia de seguridad.' },
    });
  });
});

describe('a restore of a backup', () => {
  it('brings back its data, backs up the present data first, and signs everybody out', async () => {
    await addChannel('antes');
    const name = await create();
    await addChannel('despues');
    expect(await channelNames(admin)).toEqual(['antes', 'despues']);

    const answer = await restore(name);
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Copia restaurada. Todos deben volver a iniciar sesión.' },
    });
    for (const person of [admin, viewer]) {
      expect((await test.call('GET /api/auth/me', {}, person)).body.code).toBe('session.expired');
    }
    const back = await test.login(admin);
    expect(await channelNames(back)).toEqual(['antes']);
    const audit = await test.call('GET /api/admin/audit', { query: { action: 'backup.restore' } }, back);
    expect(audit.body.entries).toMatchObject([
      { username: 'jefa', subjectName: name, after: { savedAs: answer.body.savedAs, isOwn: true } },
    ]);

    expect(await restore(answer.body.savedAs, back)).toMatchObject({ status: 200 });
    admin = await test.login(admin);
    expect(await channelNames(admin)).toEqual(['antes', 'despues']);
  });

  it('of a damaged file is refused before the present data is backed up', async () => {
    const name = await create();
    const path = join(folder(), name);
    const content = await readFile(path);
    await writeFile(path, content.subarray(0, content.length - 40));
    const before = await readdir(folder());
    expect(await restore(name)).toMatchObject({ status: 400, body: { code: 'backup.damaged' } });
    expect(await readdir(folder())).toEqual(before);
  });

  it('is refused while another one runs, and nothing is lost', async () => {
    const name = await create();
    const statuses = (await Promise.all([1, 2, 3].map(() => restore(name)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    admin = await test.login(admin);
    expect(await channelNames(admin)).toEqual(['antes', 'despues']);
  });

  it('that nobody can verify, because another installation wrote it, is recorded as such', async () => {
    const name = await create();
    // Without the secret that has signed its backup, this installation is another one.
    await test.db.deleteFrom('instance_secret').where('name', '=', 'backup').execute();
    expect(await restore(name)).toMatchObject({ status: 200 });
    admin = await test.login(admin);
    const { body } = await test.call('GET /api/admin/audit', { query: { action: 'backup.restore' } }, admin);
    expect(body.entries[0]).toMatchObject({ subjectName: name, after: { isOwn: false } });
  });

  it('from another machine says at once which providers have to be entered again', async () => {
    for (const [name, address] of [
      ['Mi lista', 'https://lista.ejemplo/mi.m3u'],
      ['Otra lista', 'https://lista.ejemplo/otra.m3u'],
    ] as const) {
      await test.call('POST /api/admin/providers', { body: { kind: 'm3u', address, name } }, admin);
    }
    const read = async () =>
      (await test.call('GET /api/admin/providers', {}, admin)).body.providers.filter(({ name }) =>
        name.endsWith('lista'),
      );
    // Their first refresh fails, because nobody answers at these addresses.
    await vi.waitFor(
      async () => {
        expect((await read()).map(({ state }) => state)).toEqual(['failed', 'failed']);
      },
      { timeout: 20_000 },
    );
    const name = await create();
    // Another installation has another sealing key.
    await test.db
      .updateTable('instance_secret')
      .set({ value: Buffer.alloc(32, 7) })
      .where('name', '=', 'stream')
      .execute();
    const { body } = await restore(name);
    expect(body.message).toBe(
      'Copia restaurada. Todos deben volver a iniciar sesión. Las direcciones y contraseñas de proveedores no se pueden leer en esta instalación: escríbelas otra vez con «Editar» en Mi lista, Otra lista.',
    );
    admin = await test.login(admin);
    for (const provider of await read()) {
      expect(provider).toMatchObject({ state: 'failed', errorCode: 'provider.unreadable' });
    }
    expect(await read()).toHaveLength(2);
  });
});
