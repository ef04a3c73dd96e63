import { createVirtualClock, startFakeXtreamAccount, type FakeXtreamAccount } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let fake: FakeXtreamAccount;
let id: string;
const clock = createVirtualClock(new Date().toISOString());

beforeAll(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' }, { clock });
  admin = await test.admin();
  fake = await startFakeXtreamAccount();
  fake.user = { auth: '1', exp_date: '1900000000', max_connections: '3' };
  fake.categories = {
    live: [{ category_id: '1', category_name: 'Noticias' }],
    vod: [{ category_id: 2, category_name: 'Drama' }],
    series: [{ category_id: '3', category_name: 'SERIES NETFLIX' }],
  };
  fake.items = {
    live: [
      {
        num: '7',
        name: 'Uno',
        stream_id: 12,
        category_id: '1',
        epg_channel_id: 'uno.es',
        tv_archive: '1',
        tv_archive_duration: 3,
      },
      { name: null, stream_id: 13 },
      { name: 'Dos', stream_id: '14', category_ids: [1] },
    ],
    vod: [
      {
        name: 'El faro (2019)',
        stream_id: 9,
        category_id: 2,
        container_extension: 'mkv',
        stream_icon: 'http://img.example/9.jpg',
        backdrop_path: ['http://img.example/9b.jpg'],
        plot: 'Una farera.',
        rating: '7.5',
        cast: 'Ana, Luis',
        director: 'Eva Sol',
        duration_secs: 6127,
      },
    ],
    series: [
      { name: 'La casa', series_id: 4, category_id: '3', plot: 'Una casa.', last_modified: '1700000000' },
    ],
  };
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

const list = async () => (await test.call('GET /api/admin/providers', {}, admin)).body.providers;

/** Waits until the refresh of the provider is over. @returns the provider */
const settled = () =>
  vi.waitFor(
    async () => {
      const provider = (await list()).find(({ _id }) => _id === id);
      if (provider === undefined || provider.state === 'refreshing') throw new Error('still refreshing');
      return provider;
    },
    { timeout: 20_000 },
  );

async function refresh() {
  await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
  return settled();
}

async function change(body: object) {
  const { status } = await test.call('PUT /api/admin/providers/:id', { params: { id }, body }, admin);
  expect(status).toBe(200);
  return settled();
}

const rowsOf = async (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  (await statement.execute(test.db)).rows;

describe('an Xtream account', () => {
  it('is added by a pasted address, and its preview is published', async () => {
    const pasted = `${fake.base}get.php?username=ana&password=${fake.password}&type=m3u_plus`;
    const { status, body } = await test.call(
      'POST /api/admin/providers',
      { body: { kind: 'xtream', address: pasted, name: 'Mi cuenta' } },
      admin,
    );
    expect(status).toBe(201);
    id = body._id;
    const provider = await settled();
    expect(provider).toMatchObject({ kind: 'xtream', state: 'decision', error: null });
    expect(provider).toMatchObject({ maxConnections: 3, isMaxConnectionsReported: true });
    expect(provider.expiresAt).toBe(new Date(1_900_000_000_000).toISOString());
    expect(fake.calls).toHaveLength(7);
    const published = await test.call(
      'POST /api/admin/imports/:id/publish',
      { params: { id: provider.waitingImportId ?? '' }, body: { groups: [] } },
      admin,
    );
    expect(published.body).toMatchObject({ status: 'done', added: 4 });
    expect((await settled()).items).toEqual({ sources: 2, films: 1, chapters: 0, series: 1, hidden: 0 });
  });

  it('brings what it knows of channels, films and series', async () => {
    expect(
      await rowsOf(sql`
        select name, section, tvg_id, channel_number, catchup, catchup_days, stream_kind
        from channel join channel_source on channel_id = channel.id order by name`),
    ).toMatchObject([
      { name: 'Dos', section: 'Noticias', catchup: null, stream_kind: 'ts' },
      { name: 'Uno', tvg_id: 'uno.es', channel_number: 7, catchup: 'xc', catchup_days: 3 },
    ]);
    expect(
      await rowsOf(sql`
        select title, tipo, release_year, description, thumbnail, backdrop, rating, cast_names, duration_seconds
        from video order by title`),
    ).toMatchObject([
      {
        title: 'El faro',
        tipo: 'pelicula',
        release_year: 2019,
        description: 'Una farera.',
        thumbnail: 'http://img.example/9.jpg',
        backdrop: 'http://img.example/9b.jpg',
        rating: 7.5,
        cast_names: ['Ana', 'Luis'],
        duration_seconds: 6127,
      },
      { title: 'La casa', tipo: 'serie', description: 'Una casa.' },
    ]);
    const [film, series] = await rowsOf(sql`select id from video order by title`);
    const infoOf = async (row: typeof film) => {
      const params = { itemType: 'movie', itemId: String(row?.['id']) } as const;
      return (await test.call('GET /api/enrichment/:itemType/:itemId/info', { params }, admin)).body;
    };
    expect(await infoOf(film)).toMatchObject({
      director: 'Eva Sol',
      cast: 'Ana, Luis',
      production: expect.stringContaining('Dura 1 h 42 min.'),
    });
    expect(await infoOf(series)).toMatchObject({ director: 'No disponible', cast: 'No disponible' });
  });

  it('tells its password to no page, stores it nowhere readably, and logs it nowhere', async () => {
    const { body: channels } = await test.call('GET /api/channels/list', { query: {} }, admin);
    const details = await Promise.all(
      channels.channels.map(({ _id }) =>
        test.call('GET /api/channels/id/:id?view=admin', { params: { id: _id } }, admin),
      ),
    );
    const sent = JSON.stringify([
      await list(),
      details,
      (await test.call('GET /api/admin/audit', { query: {} }, admin)).body,
    ]);
    expect(sent).not.toContain(fake.password);
    const tables = ['provider', 'channel_source', 'video', 'import', 'import_entry', 'audit_entry'];
    for (const table of tables)
      expect(JSON.stringify(await rowsOf(sql`select t::text from ${sql.table(table)} as t`))).not.toContain(
        fake.password,
      );
    expect(test.logged.join('')).not.toContain(fake.password);
  });

  it('plays through the gateway with the password of the account', async () => {
    const stages = await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin);
    expect(stages.body.stages.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['dns', 'passed'],
      ['tcp', 'passed'],
      ['tls', 'skipped'],
      ['answer', 'passed'],
      ['media', 'passed'],
    ]);
    expect(fake.upstream.seen.some(({ path }) => /^\/panel\/live\/ana\/s3cr3t0\/1[24]\.ts$/.test(path))).toBe(
      true,
    );
  });

  it('keeps titles, edits, favourites and progress when password and numbers of connections change', async () => {
    const [film] = await rowsOf(sql`select id from video where title = 'El faro'`);
    const videoId = String(film?.['id']);
    await sql`update video set description = 'Escrita a mano.' where id = ${videoId}`.execute(test.db);
    const viewer = await test.viewer('premium');
    const itemType = 'video' as const;
    await test.call('PUT /api/favourites/:itemType/:id', { params: { itemType, id: videoId } }, viewer);
    const at = { params: { id: videoId }, body: { lastTime: 60, duration: 6_000 } };
    await test.call('PUT /api/videos/:id/progress', at, viewer);
    const before = await rowsOf(sql`select id, title, address from video order by id`);
    fake.password = 'nueva clave/1';
    const failed = await refresh();
    expect(failed).toMatchObject({ state: 'failed', errorCode: 'provider.wrong_credentials' });
    expect(failed.error).toContain('Revísalos y escríbelos de nuevo');
    fake.user['max_connections'] = 5;
    expect(await change({ password: fake.password, maxConnections: 4 })).toMatchObject({
      state: 'idle',
      error: null,
      maxConnections: 4,
      isMaxConnectionsReported: false,
    });
    expect(await rowsOf(sql`select id, title, address from video order by id`)).toEqual(before);
    expect(await rowsOf(sql`select description from video where id = ${videoId}`)).toEqual([
      { description: 'Escrita a mano.' },
    ]);
    expect((await test.call('GET /api/favourites', {}, viewer)).body.videos).toHaveLength(1);
    expect((await test.call('GET /api/progress', {}, viewer)).body).toMatchObject([
      { video: { _id: videoId }, progress: { lastTime: 60 } },
    ]);
    const stages = await test.call('POST /api/admin/providers/:id/try', { params: { id } }, admin);
    expect(stages.body.stages.at(-1)).toMatchObject({ outcome: 'passed' });
  });

  it('has the chapters of a series requested when somebody opens it, and kept until they change', async () => {
    const chapter = (chapterId: number, number: number) => ({
      id: String(chapterId),
      episode_num: number,
      title: `Capítulo ${number}`,
      container_extension: 'mkv',
      info: { plot: 'Pasa algo.', duration_secs: 2_400 },
    });
    const open = async () => {
      const [series] = await rowsOf(sql`select id from video where title = 'La casa'`);
      return test.call('GET /api/videos/:id', { params: { id: String(series?.['id']) }, query: {} }, admin);
    };
    fake.calls.length = 0;
    fake.manner = 'busy';
    expect((await open()).body.code).toBe('video.chapters_unavailable');
    fake.manner = 'good';
    expect((await open()).body.code).toBe('video.chapters_unavailable');
    // The server has asked to be left alone for two minutes.
    expect(fake.calls).toEqual(['get_series_info 4']);
    await clock.advance(121_000);
    fake.episodes.set('4', { 0: [chapter(40, 1)], 1: [chapter(41, 1), chapter(42, 2)] });
    const { status, body } = await open();
    expect(status).toBe(200);
    const names = (given: typeof body) =>
      given.seasons.map(({ seasonNumber, chapters }) => [
        seasonNumber,
        ...chapters.map(({ title }) => title),
      ]);
    expect(names(body)).toEqual([
      [0, 'Capítulo 1'],
      [1, 'Capítulo 1', 'Capítulo 2'],
    ]);
    expect(body.seasons[1]?.chapters[0]).toMatchObject({ description: 'Pasa algo.', duration: '40:00' });
    await open();
    expect(fake.calls).toHaveLength(2);
    const ids = await rowsOf(sql`select id from chapter where provider_key like '%/41'`);

    fake.items.series[0] = { ...fake.items.series[0], last_modified: '1700009999' };
    fake.episodes.set('4', [[chapter(41, 1)], [{ ...chapter(51, 1), season: 2 }]]);
    await refresh();
    await vi.waitFor(
      async () =>
        expect(names((await open()).body)).toEqual([
          [1, 'Capítulo 1'],
          [2, 'Capítulo 1'],
        ]),
      { timeout: 10_000 },
    );
    expect(await rowsOf(sql`select id from chapter where provider_key like '%/41'`)).toEqual(ids);
    expect((await settled()).items).toMatchObject({ chapters: 4, hidden: 2 });
    await refresh();
    expect((await settled()).items).toMatchObject({ chapters: 4, hidden: 2 });
  });

  it('hides what it no longer has, series too, and shows them when it has them again', async () => {
    const { vod, series } = fake.items;
    fake.items.live.push({ name: 'Tres', stream_id: 15 });
    fake.items.vod = [...vod, { name: 'Otra', stream_id: 10 }];
    fake.items.series = [{ name: 'Otra casa', series_id: 5 }, ...series];
    await refresh();
    fake.items.vod = vod;
    fake.items.series = series;
    expect(await refresh()).toMatchObject({ items: { hidden: 4 }, change: 'Cambios: 2 ocultos.' });
    const active = () => rowsOf(sql`select title from video where active order by title`);
    expect(await active()).toEqual([{ title: 'El faro' }, { title: 'La casa' }]);
    fake.items.series = [{ name: 'Otra casa', series_id: 5 }, ...series];
    await refresh();
    expect(await active()).toHaveLength(3);
  });

  it.each([
    ['expired', 'provider.expired', 'Renuévala con tu proveedor'],
    ['html', 'provider.not_account', 'no responde un servidor Xtream'],
    ['dies', 'upstream.unreachable', 'El servidor del proveedor'],
    ['busy', 'upstream.busy', 'pide esperar'],
  ] as const)('that is %s changes nothing and says what to do', async (manner, errorCode, sentence) => {
    fake.manner = manner;
    await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
    if (manner === 'dies') {
      const breaks = () => test.logged.filter((line) => line.includes('the connection of a list broke'));
      await expect.poll(breaks).toHaveLength(2);
      // The third try waits for two seconds.
      await clock.advance(2_000);
    }
    const provider = await settled();
    fake.manner = 'good';
    expect(provider).toMatchObject({ state: 'failed', errorCode });
    expect(provider.error).toContain(sentence);
    expect(await rowsOf(sql`select count(*)::int as total from video where active`)).toEqual([{ total: 3 }]);
  });

  it('whose channels are gone waits for a decision, although it has as many films as before', async () => {
    const { live } = fake.items;
    fake.items.live = [];
    fake.items.vod = [
      ...fake.items.vod,
      ...Array.from({ length: 9 }, (_film, n) => ({ name: `F${n}`, stream_id: 90 + n })),
    ];
    const provider = await refresh();
    fake.items.live = live;
    expect(provider.state).toBe('decision');
    expect(provider.waitingReason).toContain('La cuenta ya no trae canales (antes, 3).');
    expect(await rowsOf(sql`select count(*)::int as total from channel where active`)).toEqual([
      { total: 3 },
    ]);
  });
});

describe('an account whose server answers no calls', () => {
  const pasted = () => `${fake.base}get.php?username=ana&password=${encodeURIComponent(fake.password)}&key=1`;

  async function addPasted(manner: typeof fake.manner) {
    fake.manner = manner;
    const { body } = await test.call(
      'POST /api/admin/providers',
      { body: { kind: 'xtream', address: pasted(), name: manner } },
      admin,
    );
    id = body._id;
    const provider = await settled();
    fake.manner = 'good';
    return provider;
  }

  it.each(['absent', 'html'] as const)('(%s) is read as the list that was pasted', async (manner) => {
    const provider = await addPasted(manner);
    expect(provider).toMatchObject({ kind: 'm3u', state: 'decision', error: null });
    expect(provider.address).toBe(`${fake.upstream.origin}/…/get.php?…`);
    expect(fake.upstream.seen.at(-1)?.path).toBe(pasted().slice(fake.upstream.origin.length));
    const { body } = await test.call('GET /api/admin/audit', { query: {} }, admin);
    expect(body.entries[0]).toMatchObject({ action: 'provider.update', username: 'Butaca' });
    // Once it is a list, it stays one.
    expect(await refresh()).toMatchObject({ kind: 'm3u', state: 'decision' });
  });

  it('stays an account when it has no list either', async () => {
    fake.upstream.answer(pasted().slice(fake.upstream.origin.length), {
      body: '<!doctype html><h1>Hola</h1>',
    });
    expect(await addPasted('html')).toMatchObject({
      kind: 'xtream',
      state: 'failed',
      errorCode: 'provider.not_account',
    });
  });

  it('stays an account when the server only refuses it', async () => {
    const password = fake.password;
    fake.password = 'otra';
    fake.manner = 'good';
    const address = `${fake.base}get.php?username=ana&password=mala`;
    const { body } = await test.call(
      'POST /api/admin/providers',
      { body: { kind: 'xtream', address } },
      admin,
    );
    id = body._id;
    expect(await settled()).toMatchObject({ kind: 'xtream', errorCode: 'provider.wrong_credentials' });
    fake.password = password;
  });
});
