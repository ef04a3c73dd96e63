import type { ServerResponse } from 'node:http';
import { missingKeptDays } from '@butaca/contract';
import {
  createTransportStream,
  createVirtualClock,
  startFakeListProvider,
  type FakeListProvider,
} from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let fake: FakeListProvider;
let id: string;
const clock = createVirtualClock(new Date().toISOString());

const settle = { timeout: 20_000 };
const find = async () =>
  (await test.call('GET /api/admin/providers', {}, admin)).body.providers.find(({ _id }) => _id === id);

async function settled() {
  return vi.waitFor(async () => {
    const provider = await find();
    if (provider === undefined || provider.state === 'refreshing') throw new Error('still refreshing');
    return provider;
  }, settle);
}

async function refresh() {
  await test.call('POST /api/admin/providers/:id/refresh', { params: { id } }, admin);
  return settled();
}

/** Starts a server with a provider whose first list is published. */
async function publish(
  names: readonly string[],
  extension: FakeListProvider['extension'] = '.m3u8',
): Promise<void> {
  fake.names = [...names];
  fake.extension = extension;
  const { body } = await test.call(
    'POST /api/admin/providers',
    { body: { address: fake.address, name: 'Mi proveedor' } },
    admin,
  );
  id = body._id;
  const importId = (await settled()).waitingImportId ?? '';
  const params = { id: importId };
  await test.call('POST /api/admin/imports/:id/publish', { params, body: { groups: [] } }, admin);
}

const channelNames = async () =>
  (await test.call('GET /api/channels/list', { query: {} }, admin)).body.channels
    .map(({ name }) => name)
    .toSorted();
const titles = async () =>
  (await test.call('GET /api/videos', { query: { limit: '100' } }, admin)).body.videos
    .map(({ title }) => title)
    .toSorted();
const remove = () => test.call('DELETE /api/admin/providers/:id', { params: { id } }, admin);
const restore = () => test.call('POST /api/admin/providers/:id/restore', { params: { id } }, admin);

/** Lets the days pass after which what is hidden is deleted. */
async function passTwoWeeks(): Promise<void> {
  const earlier = sql`- make_interval(days => ${missingKeptDays + 1})`;
  for (const table of ['channel', 'channel_source', 'video', 'chapter'])
    await sql`update ${sql.table(table)} set missing_since = missing_since ${earlier}`.execute(test.db);
  await sql`update provider set removed_at = removed_at ${earlier}`.execute(test.db);
  await lookForMissing();
}

/** Lets the time pass after which the server looks again for what is to be deleted. */
const lookForMissing = () => clock.advance(30_000);

beforeAll(async () => {
  test = await startTestApp({ UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' }, { clock });
  admin = await test.admin();
  await test.app.startBackgroundWork();
});
beforeEach(async () => {
  await test.clearCatalogue();
  fake = await startFakeListProvider();
});
afterEach(() => fake[Symbol.asyncDispose]());
afterAll(() => test[Symbol.asyncDispose]());

describe('films and chapters that a list lacks', () => {
  const all = ['El faro (2024)', 'La ola (2020)', 'Marea S01E01', 'Marea S01E02 La tormenta', 'Risco S01E01'];

  /** The titles of the chapters of a series, as viewers see them. */
  async function chaptersOf(title: string): Promise<string[]> {
    const { body } = await test.call('GET /api/videos', { query: { limit: '100' } }, admin);
    const video = body.videos.find((each) => each.title === title);
    const found = await test.call(
      'GET /api/videos/:id',
      { params: { id: video?._id ?? '' }, query: {} },
      admin,
    );
    const { seasons } = found.body as { seasons?: { chapters: { title: string }[] }[] };
    return (seasons ?? []).flatMap(({ chapters }) => chapters.map((chapter) => chapter.title));
  }

  const foundChapters = async () =>
    (await test.call('GET /api/search', { query: { q: 'tormenta' } }, admin)).body.chapters.map(
      ({ title }) => title,
    );

  it('are hidden, with series of which nothing is left, and come back with the list', async () => {
    await publish(all, '.mkv');
    expect(await titles()).toEqual(['El faro', 'La ola', 'Marea', 'Risco']);
    fake.names = ['El faro (2024)', 'Marea S01E01', 'Nueva (2026)'];
    expect(await refresh()).toMatchObject({ change: 'Cambios: 1 añadido, 3 ocultos.' });
    expect(await titles()).toEqual(['El faro', 'Marea', 'Nueva']);
    expect(await chaptersOf('Marea')).toEqual(['Capítulo 1']);
    expect(await foundChapters()).toEqual([]);
    fake.names = all;
    await refresh();
    expect(await titles()).toEqual(['El faro', 'La ola', 'Marea', 'Risco']);
    expect(await chaptersOf('Marea')).toEqual(['Capítulo 1', 'La tormenta']);
    expect(await foundChapters()).toEqual(['La tormenta']);
  });

  it('are deleted two weeks later, but for what an administrator has activated again', async () => {
    await publish(all, '.mkv');
    fake.names = ['El faro (2024)', 'Marea S01E01', 'Nueva (2026)'];
    await refresh();
    const kept = await test.db
      .selectFrom('video')
      .select('id')
      .where('title', '=', 'La ola')
      .executeTakeFirstOrThrow();
    const { body: detail } = await test.call(
      'GET /api/videos/:id?view=admin',
      { params: { id: kept.id } },
      admin,
    );
    const { status } = await test.call(
      'PUT /api/videos/:id',
      { params: { id: kept.id }, body: { ...detail, active: true } as never },
      admin,
    );
    expect(status).toBe(200);
    await passTwoWeeks();
    await vi.waitFor(async () => {
      const left = await test.db.selectFrom('video').select('title').orderBy('title').execute();
      expect(left.map(({ title }) => title)).toEqual(['El faro', 'La ola', 'Marea', 'Nueva']);
    }, settle);
    const chapters = await test.db.selectFrom('chapter').select('title').execute();
    expect(chapters).toEqual([{ title: 'Capítulo 1' }]);
  });

  it('are shown again when the import that hid them is undone', async () => {
    await publish(all, '.mkv');
    fake.names = ['El faro (2024)', 'Marea S01E01', 'Nueva (2026)'];
    const { lastImportId } = await refresh();
    await test.call('POST /api/admin/imports/:id/undo', { params: { id: lastImportId ?? '' } }, admin);
    expect(await titles()).toEqual(['El faro', 'La ola', 'Marea', 'Risco']);
    expect(await chaptersOf('Marea')).toEqual(['Capítulo 1', 'La tormenta']);
  });
});

describe('a removed provider', () => {
  it('hides what only it has, and comes back whole', async () => {
    await publish(['Uno', 'Dos']);
    await test.upload(admin, 'propia.m3u', '#EXTM3U\n#EXTINF:-1,Uno\nhttp://otra.ejemplo/uno.m3u8\n');
    expect((await remove()).body.provider.state).toBe('removed');
    expect(await channelNames()).toEqual(['Uno']);
    const played = await test.db
      .selectFrom('channel_source')
      .innerJoin('channel', 'channel.id', 'channel_source.channel_id')
      .select('address')
      .where('channel.name', '=', 'Uno')
      .where('position', '=', 0)
      .executeTakeFirst();
    expect(played?.address).toBe('http://otra.ejemplo/uno.m3u8');
    expect((await remove()).body.code).toBe('provider.removed');
    await restore();
    expect(await channelNames()).toEqual(['Dos', 'Uno']);
    expect(await find()).toMatchObject({ state: 'idle', items: { sources: 2, hidden: 0 } });
    expect((await restore()).body.code).toBe('provider.not_removed');
  });

  it('is cut for whoever watches it', async () => {
    fake.upstream.serve('/live/', (_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      response.write(Buffer.alloc(188 * 64, 0x47));
    });
    await publish(['Uno'], '.ts');
    const origin = await test.origin();
    const { body } = await test.call('GET /api/channels/list', { query: {} }, admin);
    const params = { id: body.channels[0]?._id ?? '' };
    const viewer = await test.viewer('premium');
    const opened = await test.call('GET /api/channels/id/:id', { params, query: { can: 'any' } }, viewer);
    const stream = await fetch(origin + opened.body.url);
    const reader = stream.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await remove();
    // The provider sends no more and never ends, so that only the gateway can end the stream.
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })().catch(() => 'cut'),
    ).resolves.toBeOneOf(['cut', undefined]);
    const again = await fetch(origin + opened.body.url);
    expect(again.status).toBe(403);
  });

  it('cuts nobody who watches a channel that another provider has too', async () => {
    const stream = createTransportStream({ groupFrames: 2 });
    const frames = () => Buffer.concat([stream.frame(), stream.frame(), stream.frame()]);
    const sending = new Set<ServerResponse>();
    fake.upstream.serve('/otra/', (_request, response) => {
      sending.add(response);
      response.writeHead(200, { 'content-type': 'video/mp2t' });
      response.write(frames());
    });
    await publish(['Uno', 'Dos'], '.ts');
    const own = `#EXTM3U\n#EXTINF:-1,Uno\n${fake.upstream.origin}/otra/uno.ts\n`;
    await test.upload(admin, 'propia.m3u', own);
    const origin = await test.origin();
    const { body } = await test.call('GET /api/channels/list', { query: {} }, admin);
    const params = { id: body.channels.find(({ name }) => name === 'Uno')?._id ?? '' };
    const viewer = await test.viewer('premium');
    const opened = await test.call('GET /api/channels/id/:id', { params, query: { can: 'any' } }, viewer);
    const played = await fetch(origin + opened.body.url);
    expect(played.status).toBe(200);
    const reader = played.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    expect((await remove()).body.provider.items).toMatchObject({ sources: 2, hidden: 2 });
    for (const response of sending) response.write(frames());
    expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  });

  it('is deleted with everything of it two weeks later, and not before', async () => {
    await publish(['Uno', 'Dos']);
    await remove();
    await lookForMissing();
    expect(await find()).toMatchObject({ state: 'removed', items: { sources: 2 } });
    await passTwoWeeks();
    await vi.waitFor(async () => expect(await find()).toBeUndefined(), settle);
    expect(await test.db.selectFrom('channel').select('id').execute()).toEqual([]);
  });

  it('cannot be one of the product itself, which is shown only where something belongs to it', async () => {
    expect((await test.call('GET /api/admin/providers', {}, admin)).body.providers).toEqual([]);
    const body = { name: 'A mano', url: 'http://tv.ejemplo/1.m3u8', section: 'General' };
    await test.call('POST /api/channels/admin', { body }, admin);
    id = 'manual';
    expect(await find()).toMatchObject({ name: 'Agregado a mano', items: { sources: 1 } });
    expect((await remove()).body.code).toBe('provider.built_in');
    // «Listas anteriores», which the migration has made, is a list as others are.
    await sql`
      insert into provider (id, name, kind, is_built_in) values ('previous', 'Listas anteriores', 'file', true)`.execute(
      test.db,
    );
    await sql`update channel_source set provider_id = 'previous'`.execute(test.db);
    id = 'previous';
    expect((await remove()).body.provider).toMatchObject({ state: 'removed', items: { hidden: 1 } });
  });
});
