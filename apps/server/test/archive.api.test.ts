import {
  readFrames,
  startArchiveProvider,
  startFakeXtreamAccount,
  type ArchiveProvider,
  type FakeXtreamAccount,
} from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createProgrammesRepository, toProgramme } from '../src/features/television/guide/index.ts';
import { readSearch } from '../src/shared/search/search-query.ts';
import { startGuideTest, type GuideTest } from './guide-test.ts';
import { makeGuide } from './make-guide.ts';
import type { Person } from './test-app.ts';

let test: GuideTest;
let archive: ArchiveProvider;
let account: FakeXtreamAccount;
let viewer: Person;
let origin: string;
let ids: Record<string, string>;

/** The forms of archives in lists: attributes and address of the channel. */
const forms = {
  Entera: [
    'catchup="default" catchup-days="3" catchup-source="{o}/default/pasado.m3u8?from={utc}&to={utcend}"',
    '/default/vivo.ts',
  ],
  Añadida: [
    'catchup="append" catchup-days="3" catchup-source="?cutv={Y}-{m}-{d}T{H}:{M}:{S}"',
    '/append/vivo.ts',
  ],
  Corrida: ['catchup="shift" catchup-days="3"', '/shift/vivo.m3u8'],
  Antigua: ['timeshift="3"', '/shift/vivo.m3u8'],
  Grabada: ['tvg-rec="3"', '/shift/vivo.m3u8'],
  Flussonic: ['catchup="fs" catchup-days="3"', '/fs/uno/index.m3u8'],
  FlussonicTs: ['catchup-type="flussonic" catchup-days="3"', '/fs/uno/mpegts'],
  Xtream: ['catchup="xc" catchup-days="3"', '/live/ana/clave/7.ts'],
  Película: ['catchup="vod" catchup-days="3" catchup-source="{o}/vod/{utc}-{duration}.ts"', '/vod/vivo.ts'],
  Corregida: ['catchup="shift" catchup-days="3" catchup-correction="-1"', '/shift/vivo.m3u8'],
  'Sin archivo': ['', '/default/vivo.ts'],
} as const;
type Name = keyof typeof forms;

beforeAll(async () => {
  test = await startGuideTest();
  archive = await startArchiveProvider({
    nowSeconds: () => Math.floor(test.clock.now().getTime() / 1_000),
  });
  viewer = await test.app.viewer('premium');
  origin = await test.app.origin();
  const entries = Object.entries(forms).map(
    ([name, [attributes, path]], index) =>
      `#EXTINF:-1 tvg-id="${index}.es" ${attributes.replaceAll('{o}', archive.origin)},${name}\n${archive.origin}${path}?canal=${index}`,
  );
  await test.app.upload(test.admin, 'canales.m3u', `#EXTM3U\n${entries.join('\n')}\n`);
  // All tests play with one connection of each provider.
  await test.app.db.updateTable('provider').set({ max_connections: 1 }).execute();
  account = await startFakeXtreamAccount();
  account.user = { max_connections: '1' };
  account.items.live = [
    { name: 'Cuenta', stream_id: 12, epg_channel_id: 'cuenta.es', tv_archive: '1', tv_archive_duration: 2 },
  ];
  const access = {
    kind: 'xtream' as const,
    name: 'Cuenta',
    address: account.base,
    username: 'ana',
    password: 's3cr3t0',
  };
  const { body: added } = await test.app.call('POST /api/admin/providers', { body: access }, test.admin);
  const waiting = await vi.waitFor(
    async () => {
      const { body } = await test.app.call('GET /api/admin/providers', {}, test.admin);
      const found = body.providers.find(({ _id }) => _id === added._id);
      if (typeof found?.waitingImportId !== 'string') throw new Error('not read yet');
      return found.waitingImportId;
    },
    { timeout: 20_000 },
  );
  const publish = { params: { id: waiting }, body: { groups: [] } };
  await test.app.call('POST /api/admin/imports/:id/publish', publish, test.admin);
  const listed = (await test.app.call('GET /api/channels/list', { query: {} }, test.admin)).body.channels;
  ids = Object.fromEntries(listed.map(({ name, _id }) => [name, _id]));
  const guideIds = [...Object.keys(forms).map((_name, index) => `${index}.es`), 'cuenta.es'];
  const { at } = test;
  const body = makeGuide(
    Object.fromEntries(guideIds.map((id) => [id, id])),
    guideIds.flatMap((channel) => [
      { channel, start: at(-90), stop: at(-30), title: 'Pasado' },
      { channel, start: at(-30), stop: at(30), title: 'Presente' },
      { channel, start: at(30), stop: at(60), title: 'Futuro' },
    ]),
  );
  test.upstream.answer('/g.xml', { body });
  await test.addSource('/g.xml');
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await archive[Symbol.asyncDispose]();
  await account[Symbol.asyncDispose]();
});

const open = (name: string, minutes: number, more: { from?: string; can?: string } = {}, person = viewer) =>
  test.app.call(
    'GET /api/channels/id/:id/archive/:start',
    { params: { id: ids[name] ?? '', start: test.at(minutes).toISOString() }, query: more },
    person,
  );

/** Receives the first media of an issued address, through its playlist where it is HLS. */
async function receive({ url, streamKind }: { url: string; streamKind: string }): Promise<Buffer> {
  const answer = await fetch(origin + url);
  if (answer.status !== 200) throw new Error(`refused: ${await answer.text()}`);
  if (streamKind !== 'hls') return Buffer.from(await answer.arrayBuffer());
  const text = await answer.text();
  expect(text).not.toContain('segmento');
  const [segment = ''] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const media = await fetch(new URL(segment, origin + url));
  expect(media.status).toBe(200);
  return Buffer.from(await media.arrayBuffer());
}

/** 10:30 UTC on 30 November 2026, when the past programme begins; it lasts an hour. */
const begins = 1_796_034_600;

describe('a past programme', () => {
  it.each<[Name, string, number, number | undefined]>([
    ['Entera', 'default', begins, 3_600],
    ['Añadida', 'append', begins, 3_600],
    ['Corrida', 'shift', begins, undefined],
    ['Antigua', 'shift', begins, undefined],
    ['Grabada', 'shift', begins, undefined],
    ['Flussonic', 'fs', begins, 3_600],
    ['FlussonicTs', 'fs', begins, 3_600],
    ['Xtream', 'xc', begins, 3_600],
    ['Película', 'vod', begins, 3_600],
    ['Corregida', 'shift', begins - 3_600, undefined],
  ])(
    'of the archive «%s» is asked for by its instant, and its media come',
    async (name, kind, from, lasts) => {
      archive.asked.length = 0;
      const { status, body } = await open(name, -60);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name,
        beginsAt: test.at(-90).toISOString(),
        programme: { title: 'Pasado' },
      });
      expect(JSON.stringify(body)).not.toContain(archive.origin);
      const [first] = readFrames(await receive(body));
      expect(archive.asked[0]).toEqual({ kind, fromSeconds: from, durationSeconds: lasts });
      expect(first?.number).toBe(from);
    },
  );

  it('of an Xtream account is asked for in the zone of its server, with the account of the provider', async () => {
    const { body } = await open('Cuenta', -60);
    expect(JSON.stringify(body)).not.toContain('s3cr3t0');
    expect(readFrames(await receive(body)).length).toBe(50);
    // Half past ten UTC is half past eleven in Madrid.
    expect(account.archived).toEqual(['60/2026-11-30:11-30 12.ts']);
  });

  it('begins where the person has sought to, in whole minutes where the archive knows no seconds', async () => {
    const from = new Date((begins + 1_230) * 1_000).toISOString();
    archive.asked.length = 0;
    expect((await open('Flussonic', -60, { from })).body.beginsAt).toBe(from);
    const { body } = await open('Xtream', -60, { from });
    expect(body.beginsAt).toBe(new Date((begins + 1_200) * 1_000).toISOString());
    const [first] = readFrames(await receive(body));
    expect(first?.number).toBe(begins + 1_200);
    expect(archive.asked).toEqual([{ kind: 'xc', fromSeconds: begins + 1_200, durationSeconds: 2_400 }]);
  });

  it('is looked at for what the client can play, once for all programmes of an archive that are over', async () => {
    archive.asked.length = 0;
    const from = new Date((begins + 1_230) * 1_000).toISOString();
    for (const more of [{}, { from }]) {
      const { body } = await open('Entera', -60, { can: 'mse', ...more });
      expect(body.streamKind).toBe('hls');
      expect(archive.asked).toHaveLength(1);
    }
    // Its playlist has no end yet.
    expect((await open('Entera', 0, { can: 'mse' })).status).toBe(200);
    expect(archive.asked).toHaveLength(2);
  });

  it('that the archive does not deliver says nothing of the channel', async () => {
    archive.upstream.answer(`/fs/uno/archive-${begins}-3600.ts?canal=6`, { status: 404 });
    const failed = await fetch(origin + (await open('FlussonicTs', -60)).body.url);
    expect(await failed.json()).toMatchObject({ code: 'upstream.gone' });
    const { body } = await test.app.call('GET /api/channels/unresponsive', {}, viewer);
    expect(body.ids).toEqual([]);
  });

  it('takes a connection of the provider, which the same person gives up for it and nobody else', async () => {
    // What was played in HLS keeps its connection for twelve seconds, and an address of the same second is the same one.
    await test.clock.advance(20_000);
    const other = await test.app.viewer('premium');
    const watched = { params: { id: ids['Corrida'] ?? '' }, query: {} };
    const live = await test.app.call('GET /api/channels/id/:id', watched, other);
    expect((await fetch(origin + live.body.url)).status).toBe(200);
    const refused = await fetch(origin + (await open('Entera', -60)).body.url);
    expect(await refused.json()).toMatchObject({
      code: 'upstream.full',
      error: 'Tu proveedor solo admite 1 emisión a la vez. Ahora se ve: «Corrida».',
    });
    const past = await receive((await open('Añadida', -60, {}, other)).body);
    expect(readFrames(past)[0]?.number).toBe(begins);
  });

  it('is refused where the plan does not open the channel', async () => {
    const params = { id: ids['Entera'] ?? '' };
    await test.app.call(
      'PUT /api/channels/admin/:id',
      { params, body: { requiresPlan: ['premium'] } },
      test.admin,
    );
    const { status, body } = await open('Entera', -60, {}, await test.app.viewer('gplay'));
    expect([status, body.code]).toEqual([403, 'plan.required']);
  });
});

describe('whether a programme can be played from its start', () => {
  it('is said by the window, by what is on now and by the sheet', async () => {
    const channels = `${ids['Corrida']},${ids['Sin archivo']},${ids['Cuenta']}`;
    const query = { channels, from: test.at(-90).toISOString(), to: test.at(60).toISOString() };
    const { body } = await test.app.call('GET /api/guide', { query }, viewer);
    expect(
      body.channels.map(({ programmes }) => programmes.map(({ canPlayFromStart }) => canPlayFromStart)),
    ).toEqual([
      [true, true, false],
      [false, false, false],
      [true, true, false],
    ]);
    const now = await test.app.call('GET /api/guide/now', { query: {} }, viewer);
    const shown = now.body.channels.find(({ channelId }) => channelId === ids['Corrida']);
    expect(shown).toMatchObject({ now: { canPlayFromStart: true }, next: { canPlayFromStart: false } });
    const params = { id: ids['Corrida'] ?? '', start: test.at(0).toISOString() };
    const sheet = await test.app.call('GET /api/guide/programmes/:id/:start', { params }, viewer);
    expect(sheet.body.programme.canPlayFromStart).toBe(true);
  });

  it('is looked up once for each channel, and by a search for what it answers with', async () => {
    const { db } = test.app;
    const now = test.clock.now();
    /** How often the sources of channels were looked through by a connection. */
    const looksOf = async (connection: typeof db): Promise<number> => {
      const { rows } = await sql<{ looks: number }>`
        select (seq_scan + coalesce(idx_scan, 0))::integer as looks
        from pg_stat_xact_user_tables where relname = 'channel_source'`.execute(connection);
      return rows[0]?.looks ?? 0;
    };
    /** Counts what is listed, and how often the sources of channels are looked through for it. */
    const count = (list: (programmes: ReturnType<typeof createProgrammesRepository>) => Promise<unknown[]>) =>
      db.transaction().execute(async (transaction) => {
        const before = await looksOf(transaction);
        const { length } = await list(createProgrammesRepository(transaction));
        return [length, (await looksOf(transaction)) - before];
      });
    const channels = Object.keys(ids).length;
    expect(await count((programmes) => programmes.listLinked(undefined))).toEqual([channels, channels]);
    const query = readSearch('presente');
    expect(await count((programmes) => programmes.search(query, now, 3))).toEqual([3, 3]);
  });

  it('is counted in days of 24 hours, also where the clocks of the database are set back', async () => {
    class Undone extends Error {}
    const now = new Date('2026-10-25T12:00:00Z');
    const id = ids['Corrida'] ?? '';
    const listing = test.app.db.transaction().execute(async (transaction) => {
      await sql`set local time zone 'Europe/Madrid'`.execute(transaction);
      await sql`
        update programme set starts_at = starts_at - interval '888 hours', ends_at = ends_at - interval '888 hours'
      `.execute(transaction);
      await sql`update channel_source set catchup_days = 1 where channel_id = ${id}`.execute(transaction);
      const from = new Date('2026-10-24T10:30:00Z');
      const programmes = createProgrammesRepository(transaction);
      const [link] = await programmes.listLinks([id]);
      if (link === undefined) throw new Error('the channel is not shown');
      const [rows = []] = await programmes.listShown([{ link, from, to: now }]);
      expect(rows.map((row) => toProgramme(row, now))).toMatchObject([
        { startsAt: '2026-10-24T10:30:00.000Z', canPlayFromStart: false },
        { startsAt: '2026-10-24T11:30:00.000Z', canPlayFromStart: false },
        { startsAt: '2026-10-24T12:30:00.000Z', canPlayFromStart: true },
      ]);
      throw new Undone();
    });
    await expect(listing).rejects.toBeInstanceOf(Undone);
  });

  it('holds for one that is still shown', async () => {
    archive.asked.length = 0;
    const { body } = await open('Flussonic', 0);
    expect(body.programme.title).toBe('Presente');
    const [first] = readFrames(await receive(body));
    expect(first?.number).toBe(begins + 3_600);
    expect(archive.asked).toEqual([{ kind: 'fs', fromSeconds: begins + 3_600, durationSeconds: undefined }]);
  });

  it('does not hold without an archive, before the start, nor without a programme', async () => {
    expect((await open('Sin archivo', -60)).body.code).toBe('archive.not_found');
    expect((await open('Corrida', 45)).body.code).toBe('archive.not_found');
    expect((await open('Corrida', 500)).body.code).toBe('programme.not_found');
    expect((await open('Ninguno', -60)).status).toBe(400);
  });

  it('ends with the days of the archive', async () => {
    const set = (days: number | null, kind: 'shift' | null) =>
      test.app.db
        .updateTable('channel_source')
        .set({ catchup_days: days, catchup: kind })
        .where('channel_id', '=', ids['Corrida'] ?? '')
        .execute();
    await test.clock.advance(26 * 3_600_000);
    await set(1, 'shift');
    expect((await open('Corrida', -60)).body.code).toBe('archive.not_found');
    await set(3, 'shift');
    expect((await open('Corrida', -60)).status).toBe(200);
    await set(null, 'shift');
    expect((await open('Corrida', -60)).body.code).toBe('archive.not_found');
  });
});
