import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { ImportDetail } from '@butaca/contract';
import { catalogueSetsLock, openDatabase } from '@butaca/db';
import {
  countWaitingForLocks,
  holdTimers,
  openFragileNetwork,
  type FragileNetwork,
  type HeldTimers,
} from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personHeaders, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import {
  listEntry as entry,
  multipartOf,
  uploadList,
  type UploadRoute,
} from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp({ UPLOAD_LIMIT_MB: '1' });
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

const films = (content: string) =>
  uploadList(test, admin, 'POST /api/videos/upload-text', {
    content,
    form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
  });
const series = (content: string) =>
  uploadList(test, admin, 'POST /api/videos/upload-text', {
    content,
    form: { categoria: 'serie', subcategoria: 'Netflix' },
  });
const channels = (content: string) => test.upload(admin, 'canales.m3u', content);
const preview = async (content: string, form: Record<string, string> = { kind: 'mixed' }) =>
  (await uploadList(test, admin, 'POST /api/admin/imports/preview', { content, form })).body;
const history = async () => (await test.call('GET /api/admin/imports', undefined, admin)).body.imports;
const undo = async (importId: string) =>
  test.call('POST /api/admin/imports/:id/undo', { params: { id: importId } }, admin);
const undoLast = async () => undo((await history())[0]?._id ?? '');
const videos = async () =>
  (await test.call('GET /api/videos', { query: { limit: '3000' } }, admin)).body.videos;
const titles = async () => (await videos()).map(({ title }) => title);
const liveNames = async () =>
  (await test.call('GET /api/channels/admin/list', { query: {} }, admin)).body.channels.map(
    ({ name, url }) => `${name} ${url}`,
  );
const spooled = () => readdir(join(test.dataDir, 'uploads'));

describe('access to imports', () => {
  it.each<[UploadRoute, Record<string, string>]>([
    ['POST /api/channels/admin/process-m3u', {}],
    ['POST /api/videos/upload-text', { categoria: 'anime' }],
    ['POST /api/m3u/bulk-upload', { section: 'animes' }],
    ['POST /api/admin/imports/preview', { kind: 'mixed' }],
  ])('%s is allowed to administrators only', async (route, form) => {
    const list = { content: entry('Uno S01E01', 'http://a.tv/1.mkv'), form };
    const viewer = await test.viewer('premium');
    expect((await uploadList(test, undefined, route, list)).status).toBe(401);
    expect((await uploadList(test, viewer, route, list)).body.code).toBe('role.forbidden');
    expect(await history()).toEqual([]);
    expect((await uploadList(test, admin, route, list)).status).toBe(200);
  });

  it.each([
    ['GET /api/admin/imports', {}],
    ['GET /api/admin/imports/:id', { params: { id: 'x' } }],
    ['GET /api/admin/imports/:id/rows', { params: { id: 'x' } }],
    ['GET /api/admin/imports/:id/events', { params: { id: 'x' } }],
    ['GET /api/admin/imports/:id/report.csv', { params: { id: 'x' } }],
    ['POST /api/admin/imports/:id/cancel', { params: { id: 'x' } }],
    ['POST /api/admin/imports/:id/undo', { params: { id: 'x' } }],
    ['POST /api/admin/imports/:id/publish', { params: { id: 'x' }, body: {} }],
  ] as const)(
    '%s is allowed to administrators only, and answers 404 for an unknown import',
    async (route, sent) => {
      expect((await test.call(route, sent as never)).status).toBe(401);
      expect((await test.call(route, sent as never, await test.viewer('premium'))).status).toBe(403);
      expect((await test.call(route, sent as never, admin)).status).toBe(
        route === 'GET /api/admin/imports' ? 200 : 404,
      );
    },
  );

  it('is refused to a viewer before the body is read', async () => {
    const { port } = new URL(await test.origin());
    const viewer = await test.viewer();
    const call = request({
      port,
      method: 'POST',
      path: '/api/videos/upload-text',
      headers: {
        ...personHeaders(viewer),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': '1000000000',
      },
    });
    call.flushHeaders();
    const [response] = (await once(call, 'response')) as [{ statusCode: number }];
    expect(response.statusCode).toBe(403);
    call.destroy();
  });
});

describe('an import with «respond-async»', () => {
  it('answers 202 at once, and its events report until it is done', async () => {
    const { status, body } = await uploadList(test, admin, 'POST /api/videos/upload-text', {
      content: entry('Duna', 'http://p.tv/1.mkv'),
      form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
      headers: { prefer: 'respond-async' },
    });
    expect(status).toBe(202);
    const response = await test.app.http.inject({
      method: 'GET',
      url: `/api/admin/imports/${body.importId}/events`,
      headers: personHeaders(admin),
    });
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    const events = response.body
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => JSON.parse(event.slice('data: '.length)) as ImportDetail);
    expect(events.at(-1)).toMatchObject({ _id: body.importId, status: 'done', added: 1, canUndo: true });
    expect(await titles()).toEqual(['Duna']);
  });

  it('still refuses an invalid form with 400', async () => {
    const { status } = await uploadList(test, admin, 'POST /api/m3u/bulk-upload', {
      content: entry('Duna', 'http://p.tv/1.mkv'),
      form: { section: 'ninguna' },
      headers: { prefer: 'respond-async' },
    });
    expect(status).toBe(400);
  });
});

describe('a running import', () => {
  /**
   * Starts an upload of an M3U list that stops half-way, so that its import stays in the phase `receiving` until the
   * test ends it.
   */
  async function startSlowUpload(
    path = '/api/m3u/bulk-upload',
    form: Record<string, string> = { section: 'movies' },
  ) {
    const { port } = new URL(await test.origin());
    const { body, contentType } = multipartOf('file', {
      content: entry('Duna', 'http://p.tv/1.mkv').repeat(1_000),
      form,
    });
    const call = request({
      port,
      method: 'POST',
      path,
      headers: { ...personHeaders(admin), 'content-type': contentType, 'content-length': body.length },
    });
    call.on('error', () => {});
    call.write(body.subarray(0, 20_000));
    await expect.poll(async () => (await history())[0]?.done ?? 0).toBeGreaterThan(0);
    return Object.assign(call, { rest: body.subarray(20_000) });
  }

  it('keeps no others from starting, and can be cancelled', async () => {
    const call = await startSlowUpload();
    const [running] = await history();
    expect(running).toMatchObject({ status: 'running', phase: 'receiving', fileName: 'lista.m3u' });
    expect((await films(entry('Otra', 'http://p.tv/2.mkv'))).body.added).toBe(1);
    const params = { id: running?._id ?? '' };
    const answered = once(call, 'response');
    const { body } = await test.call('POST /api/admin/imports/:id/cancel', { params }, admin);
    expect(body).toMatchObject({ status: 'cancelled', errorCode: 'import.cancelled' });
    const [response] = (await answered) as [IncomingMessage];
    expect({ status: response.statusCode, body: await json(response) }).toMatchObject({
      status: 409,
      body: { code: 'import.cancelled' },
    });
    call.destroy();
    expect(await spooled()).toEqual([]);
    expect((await films(entry('Otra', 'http://p.tv/2.mkv'))).body.skipped).toBe(1);
    const again = await test.call('POST /api/admin/imports/:id/cancel', { params }, admin);
    expect(again.body.code).toBe('import.finished');
  });

  it('fails when its preview cannot keep the file, without which it could not be published', async () => {
    const call = await startSlowUpload('/api/admin/imports/preview', { kind: 'mixed' });
    const [running] = await history();
    await mkdir(join(test.dataDir, 'uploads', `preview-${running?._id}.m3u`, 'taken'), { recursive: true });
    call.end(call.rest);
    await expect.poll(async () => (await history())[0]?.status).toBe('failed');
    expect(await spooled()).toEqual([]);
  });

  it('fails with upload.interrupted when its upload breaks off', async () => {
    const call = await startSlowUpload();
    call.destroy();
    await expect.poll(async () => (await history())[0]?.status).toBe('failed');
    expect((await history())[0]).toMatchObject({ errorCode: 'upload.interrupted', canUndo: false });
    expect(await spooled()).toEqual([]);
    expect(await titles()).toEqual([]);
  });
});

describe('an import during a film merge', () => {
  it('waits with publishing until the merge is done', async () => {
    let import_: ReturnType<typeof films> | undefined;
    await test.db.transaction().execute(async (merging) => {
      await sql`select pg_advisory_xact_lock(${catalogueSetsLock})`.execute(merging);
      import_ = films(entry('Duna', 'http://p.tv/1.mkv') + entry('Faro 1x01 Niebla', 'http://p.tv/2.mkv'));
      await expect.poll(() => countWaitingForLocks(test.db)).toBe(1);
      expect(await titles()).toEqual([]);
    });
    expect((await import_)?.body.added).toBe(2);
    await test.db.transaction().execute(async (importing) => {
      await sql`select pg_advisory_xact_lock_shared(${catalogueSetsLock})`.execute(importing);
      const { body } = await test.call('POST /api/admin/migration/execute', { body: {} }, admin);
      expect(body.code).toBe('import.running');
    });
  });
});

describe('an import whose database can no longer be reached', () => {
  it('fails, and its end is recorded when the network is back', async () => {
    let network: FragileNetwork | undefined;
    let timers: HeldTimers | undefined;
    await using server = await startTestApp(
      {},
      {
        async openDatabase(databaseUrl) {
          network = await openFragileNetwork(databaseUrl);
          return openDatabase({
            dataDir: '',
            databaseUrl: network.databaseUrl,
            statementTimeoutMs: 60_000,
          });
        },
      },
    );
    // A server ends only with a network and with time that passes.
    await using _whole = {
      async [Symbol.asyncDispose]() {
        timers?.[Symbol.dispose]();
        network?.comeBack();
        await network?.[Symbol.asyncDispose]();
      },
    };
    const person = await server.admin();
    const list = {
      content: entry('Duna', 'http://p.tv/1.mkv'),
      form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
    };
    const importList = () => uploadList(server, person, 'POST /api/videos/upload-text', list);
    const imports = () => server.db.selectFrom('import').select(['status', 'error_code']).execute();
    await server.db.transaction().execute(async (merging) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(merging);
      await sql`select pg_advisory_xact_lock(${catalogueSetsLock})`.execute(merging);
      // A query that is under way when the network vanishes ends by a time limit, which must not be one of real time.
      timers = holdTimers();
      const imported = importList();
      await expect.poll(() => countWaitingForLocks(server.db)).toBe(1);
      network?.vanish();
      const { status, body } = await timers.finish(imported);
      expect([status, body.code]).toEqual([503, 'server.unavailable']);
    });
    expect(await imports()).toEqual([{ status: 'running', error_code: null }]);
    network?.cut();
    network?.comeBack();
    // The end is recorded again each second.
    const importsAfterSecond = async () => {
      await timers?.pass(1_000);
      return imports();
    };
    await expect.poll(importsAfterSecond).toEqual([{ status: 'failed', error_code: 'server.unavailable' }]);
    timers?.[Symbol.dispose]();
    expect((await importList()).status).toBe(200);
  });
});

describe('a preview of an import', () => {
  const mixed =
    entry('Canal Uno HD', 'http://p.tv/live/u/c/1.ts', 'group-title="Noticias"') +
    entry('Duna (2021)', 'http://p.tv/movie/u/c/2.mkv', 'group-title="CINE ESTRENOS"') +
    entry('Faro S01E01', 'http://p.tv/series/u/c/3.mkv', 'group-title="SERIES HBO MAX"') +
    entry('Faro S01E02', 'http://p.tv/series/u/c/4.mkv', 'group-title="SERIES HBO MAX"') +
    entry('Naruto S01E01', 'http://p.tv/series/u/c/5.mkv', 'group-title="ANIME"');

  it('shows what each group contains and would become, and changes nothing', async () => {
    const body = await preview(mixed);
    expect(body).toMatchObject({ status: 'preview', entries: 5, added: 5, canUndo: false });
    expect(body.groups).toMatchObject([
      {
        group: 'SERIES HBO MAX',
        entries: 2,
        added: 2,
        kind: 'episode',
        tipo: 'serie',
        subcategoria: 'HBO MAX',
      },
      { group: 'ANIME', kind: 'episode', tipo: 'anime', subcategoria: null, samples: ['Naruto'] },
      { group: 'CINE ESTRENOS', kind: 'movie', tipo: 'pelicula', mainSection: 'CINE_2025' },
      { group: 'Noticias', kind: 'live', tipo: 'canal', section: 'Noticias' },
    ]);
    expect([await titles(), await liveNames()]).toEqual([[], []]);
    expect(await spooled()).toEqual([`preview-${body._id}.m3u`]);
  });

  it('is published unchanged', async () => {
    const { _id } = await preview(mixed);
    const { status, body } = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: _id }, body: {} },
      admin,
    );
    expect([status, body.status, body.added]).toEqual([200, 'done', 5]);
    expect((await titles()).toSorted()).toEqual(['Duna', 'Faro', 'Naruto']);
    expect(await liveNames()).toEqual(['Canal Uno HD http://p.tv/live/u/c/1.ts']);
    expect(await spooled()).toEqual([]);
    const again = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: _id }, body: {} },
      admin,
    );
    expect(again.body.code).toBe('import.not_preview');
  });

  it('is published with the administrator’s choices for its groups', async () => {
    const { _id } = await preview(mixed);
    const groups = [
      { group: 'ANIME', isIncluded: false, tipo: 'anime' as const },
      { group: 'SERIES HBO MAX', isIncluded: true, tipo: 'dorama' as const },
      { group: 'Noticias', isIncluded: true, tipo: 'canal' as const, section: 'Informativos' },
      {
        group: 'CINE ESTRENOS',
        isIncluded: true,
        tipo: 'pelicula' as const,
        mainSection: 'CINE_4K' as const,
      },
    ];
    const { body } = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: _id }, body: { groups } },
      admin,
    );
    expect([body.added, body.skipped, body.errors]).toEqual([4, 1, []]);
    expect(await videos()).toMatchObject([
      { title: 'Duna', mainSection: 'CINE_4K' },
      { title: 'Faro', tipo: 'dorama' },
    ]);
    const { body: page } = await test.call('GET /api/channels/admin/list', { query: {} }, admin);
    expect(page.channels).toMatchObject([{ section: 'Informativos' }]);
  });

  it('can be cancelled, and cannot be published afterwards', async () => {
    const { _id } = await preview(mixed);
    const params = { id: _id };
    const { body } = await test.call('POST /api/admin/imports/:id/cancel', { params }, admin);
    expect(body.status).toBe('cancelled');
    expect(await spooled()).toEqual([]);
    const published = await test.call('POST /api/admin/imports/:id/publish', { params, body: {} }, admin);
    expect(published.body.code).toBe('import.not_preview');
  });

  it('stays a preview when publishing meets another change, and can be published later', async () => {
    const { _id } = await preview(mixed);
    const publish = () =>
      test.call('POST /api/admin/imports/:id/publish', { params: { id: _id }, body: {} }, admin);
    const params = { id: _id };
    const before = (await test.call('GET /api/admin/imports/:id', { params }, admin)).body;
    await sql`
      create function collide() returns trigger language plpgsql as $$
        begin raise unique_violation; end $$`.execute(test.db);
    await sql`create trigger collide before insert on video execute function collide()`.execute(test.db);
    const refused = await publish();
    expect([refused.status, refused.body.code]).toEqual([409, 'resource.conflict']);
    expect((await test.call('GET /api/admin/imports/:id', { params }, admin)).body).toEqual({
      ...before,
      done: expect.any(Number),
    });
    expect((await test.call('GET /api/admin/imports/:id/rows', { params }, admin)).body.total).toBe(5);
    await sql`drop trigger collide on video`.execute(test.db);
    expect((await publish()).body).toMatchObject({ status: 'done', added: 5 });
    expect(await spooled()).toEqual([]);
  });

  it('whose publishing fails has no counts and no report', async () => {
    const { _id } = await preview(mixed);
    const params = { id: _id };
    await sql`
      create function break_off() returns trigger language plpgsql as $$
        begin raise division_by_zero; end $$`.execute(test.db);
    await sql`create trigger break_off before insert on video execute function break_off()`.execute(test.db);
    await test.call('POST /api/admin/imports/:id/publish', { params, body: {} }, admin);
    expect((await history())[0]).toMatchObject({ status: 'failed', added: 0, movies: 0, hasReport: false });
    expect(await test.db.selectFrom('import_entry').select('import_id').execute()).toEqual([]);
    expect(await spooled()).toEqual([]);
    await sql`drop trigger break_off on video`.execute(test.db);
  });

  it('counts addresses that the catalogue already has as duplicates', async () => {
    await series(entry('Faro S01E01', 'http://p.tv/series/u/c/3.mkv'));
    const body = await preview(mixed.replace('/u/c/2.mkv', '/u/c/2.mkv'));
    expect([body.added, body.duplicates]).toEqual([4, 1]);
  });
});

describe('undoing an import', () => {
  it('removes what the import added', async () => {
    await films(entry('Antes', 'http://p.tv/movie/u/c/1.mkv'));
    await films(entry('Duna', 'http://p.tv/movie/u/c/2.mkv') + entry('Marea', 'http://p.tv/movie/u/c/3.mkv'));
    const { status, body } = await undoLast();
    expect([status, body]).toEqual([
      200,
      { message: 'Importación deshecha: 2 elementos eliminados.', removed: 2, restored: 0, kept: 0 },
    ]);
    expect(await titles()).toEqual(['Antes']);
    expect((await undoLast()).body.code).toBe('import.not_undoable');
    expect((await history())[0]).toMatchObject({ status: 'undone', canUndo: false });
    const { body: audit } = await test.call('GET /api/admin/audit', { query: { action: 'import' } }, admin);
    expect(audit.entries.map(({ action }) => action)).toEqual(['import.undo', 'import.run', 'import.run']);
  });

  it('lets a search find what an import has brought at once, also with a slip, and nothing of it afterwards', async () => {
    const search = async (q: string) => {
      const { body } = await test.call('GET /api/search', { query: { q } }, admin);
      return [...body.videos.map(({ title }) => title), ...body.chapters.map(({ title }) => title)];
    };
    const words = ['Murciélago', 'murcielgao', 'rascacielos', 'tormenta lejana', 'tormwnta'];
    await series(
      entry('Mur·cié: Rascacielos S01E01 Tormenta lejana', 'http://p.tv/series/u/c/1.mkv') +
        entry('Murciélago S01E01', 'http://p.tv/series/u/c/2.mkv'),
    );
    const found: string[][] = [];
    for (const q of words) found.push(await search(q));
    expect(found).toEqual([
      ['Murciélago'],
      ['Murciélago'],
      ['Mur·cié: Rascacielos'],
      ['Tormenta lejana'],
      ['Tormenta lejana'],
    ]);
    await undoLast();
    for (const q of words) expect(await search(q)).toEqual([]);
  });

  it('restores the address that the import updated', async () => {
    await channels(entry('Uno', 'http://p.tv/live/ana/vieja/7.ts'));
    await channels(entry('Uno', 'http://p.tv/live/ana/nueva/7.ts') + entry('Uno', 'http://b.tv/otra.m3u8'));
    expect((await undoLast()).body).toMatchObject({ removed: 1, restored: 1, kept: 0 });
    expect(await liveNames()).toEqual(['Uno http://p.tv/live/ana/vieja/7.ts']);
  });

  it('keeps chapters that other imports added to the series', async () => {
    await series(entry('Faro S01E01', 'http://p.tv/1.mkv') + entry('Faro S01E02', 'http://p.tv/2.mkv'));
    const [first] = await history();
    await series(entry('Faro S01E03', 'http://p.tv/3.mkv') + entry('Faro S02E01', 'http://p.tv/4.mkv'));
    expect((await undo(first?._id ?? '')).body).toMatchObject({ removed: 2, kept: 0 });
    expect(await videos()).toMatchObject([{ title: 'Faro', seasonCount: 2, chapterCount: 2 }]);
    expect((await undoLast()).body).toMatchObject({ removed: 2 });
    expect(await titles()).toEqual([]);
  });

  it('keeps a channel that an administrator edited since, and counts it', async () => {
    await channels(entry('Uno', 'http://p.tv/1.m3u8') + entry('Dos', 'http://p.tv/2.m3u8'));
    const { body: page } = await test.call('GET /api/channels/admin/list', { query: {} }, admin);
    const edited = page.channels.find(({ name }) => name === 'Uno');
    const params = { id: edited?._id ?? '' };
    await test.call('PUT /api/channels/admin/:id', { params, body: { section: 'Favoritos' } }, admin);
    const { body } = await undoLast();
    expect(body).toEqual({
      message:
        'Importación deshecha: 1 elemento eliminado. Se conserva 1, que alguien editó o actualizó después.',
      removed: 1,
      restored: 0,
      kept: 1,
    });
    expect(await liveNames()).toEqual(['Uno http://p.tv/1.m3u8']);
  });

  it('keeps an address that a later import renewed', async () => {
    await films(entry('Duna', 'http://p.tv/movie/u/a/1.mkv'));
    const [first] = await history();
    await films(entry('Duna', 'http://p.tv/movie/u/b/1.mkv'));
    expect((await undo(first?._id ?? '')).body).toMatchObject({ removed: 0, kept: 1 });
    expect(await titles()).toEqual(['Duna']);
  });
});

describe('the report of an import', () => {
  it('has the outcome of each entry, and its CSV defuses formulas', async () => {
    await films(
      entry('=HYPERLINK("http://x")', 'http://p.tv/1.mkv', 'group-title="+GRUPO"') +
        entry('Duna', 'http://p.tv/2.mkv') +
        entry('Duna otra vez', 'http://p.tv/2.mkv') +
        '#EXTINF:-1,Sin dirección\n',
    );
    const _id = (await history())[0]?._id ?? '';
    const rows = async (query: Record<string, string>) =>
      (await test.call('GET /api/admin/imports/:id/rows', { params: { id: _id }, query }, admin)).body;
    expect((await rows({})).rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [1, 'added'],
      [3, 'added'],
      [5, 'duplicate'],
      [7, 'skipped'],
    ]);
    expect(await rows({ outcome: 'skipped' })).toMatchObject({
      total: 1,
      rows: [{ reason: 'La entrada no tiene dirección.' }],
    });
    expect((await rows({ limit: '1', page: '2' })).rows).toMatchObject([{ title: 'Duna' }]);
    const { body } = await test.app.http.inject({
      method: 'GET',
      url: `/api/admin/imports/${_id}/report.csv`,
      headers: personHeaders(admin),
    });
    expect(body.split('\r\n').slice(0, 2)).toEqual([
      '\ufeffLínea;Título;Grupo;Resultado;Motivo;Contenido',
      `1;"'=HYPERLINK(""http://x"")";"'+GRUPO";Añadido;;"HYPERLINK(""http://x"")"`,
    ]);
  });

  it('is kept for the newest twenty imports', async () => {
    for (const name of ['Uno', 'Dos', 'Tres']) await films(entry(name, `http://p.tv/${name}.mkv`));
    // Eighteen more imports such as the third one: their rows are all that counts here.
    await sql`
      insert into import
      select (jsonb_populate_record(import, jsonb_build_object(
        'id', md5(copy::text), 'created_at', created_at + copy * interval '1 microsecond'))).*
      from import, generate_series(1, 18) as copy
      where created_at = (select max(created_at) from import)`.execute(test.db);
    await films(entry('Último', 'http://p.tv/ultimo.mkv'));
    const imports = await history();
    expect(imports.map(({ hasReport }) => hasReport)).toEqual([
      ...Array.from({ length: 20 }, () => true),
      false,
      false,
    ]);
    const oldest = imports.at(-1)?._id ?? '';
    expect((await undo(oldest)).body.code).toBe('import.not_undoable');
    const { body } = await test.call('GET /api/admin/imports/:id/rows', { params: { id: oldest } }, admin);
    expect([body.total, body.rows]).toEqual([0, []]);
  });
});

it('a list beyond the upload limit is refused, and nothing of it is stored', async () => {
  const { status, body } = await films(entry('Duna', 'http://p.tv/1.mkv').repeat(40_000));
  expect([status, body.code]).toEqual([413, 'body.too_large']);
  expect([await titles(), await spooled()]).toEqual([[], []]);
});
