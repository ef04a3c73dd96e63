import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp({}, { isDemo: true });
  admin = await app.admin();
});
afterAll(() => app[Symbol.asyncDispose]());

const listOf = (attributes: string, name = 'La Una') =>
  `#EXTM3U\n#EXTINF:-1 ${attributes},${name}\nhttp://tv.ejemplo/${encodeURIComponent(name)}.m3u8\n`;

async function findSource(name = 'La Una') {
  return app.db
    .selectFrom('channel_source')
    .innerJoin('channel', 'channel.id', 'channel_source.channel_id')
    .innerJoin('provider', 'provider.id', 'channel_source.provider_id')
    .select([
      'channel.id as channelId',
      'provider.name as provider',
      'catchup',
      'catchup_source',
      'catchup_days',
      'catchup_correction_hours',
      'guide_shift_hours',
    ])
    .where('channel.name', '=', name)
    .executeTakeFirstOrThrow();
}

const lastImport = async (): Promise<string> => {
  const { body } = await app.call('GET /api/admin/imports', {}, admin);
  return body.imports[0]?._id ?? '';
};

describe('an imported source', () => {
  it('has what its list says about the archive, and belongs to the list', async () => {
    const attributes =
      'catchup="append" catchup-source="?utc={utc}" catchup-days="7" catchup-correction="-1.5" tvg-shift="2"';
    await app.upload(admin, 'casa.m3u', listOf(attributes));
    expect(await findSource()).toMatchObject({
      provider: 'casa.m3u',
      catchup: 'append',
      catchup_source: '?utc={utc}',
      catchup_days: 7,
      catchup_correction_hours: -1.5,
      guide_shift_hours: 2,
    });
  });

  it('gets what another list says that has the same address, and belongs to that one', async () => {
    const { body } = await app.upload(admin, 'nueva.m3u', listOf('catchup="shift" catchup-days="3"'));
    expect(body).toMatchObject({ added: 0, updated: 0, duplicates: 1 });
    expect(await findSource()).toMatchObject({
      provider: 'nueva.m3u',
      catchup: 'shift',
      catchup_source: null,
      catchup_days: 3,
    });
  });

  it('has its provider and its archive of before when an import with a new address is undone', async () => {
    const keyed = (host: string, attributes: string) =>
      `#EXTM3U\n#EXTINF:-1 ${attributes},Con clave\nhttp://tv.ejemplo/live/${host}/${host}/77.ts\n`;
    await app.upload(admin, 'vieja.m3u', keyed('uno', 'catchup-days="5"'));
    const { body } = await app.upload(admin, 'reciente.m3u', keyed('dos', 'catchup-days="9"'));
    expect(body).toMatchObject({ updated: 1 });
    expect(await findSource('Con clave')).toMatchObject({ provider: 'reciente.m3u', catchup_days: 9 });
    await app.call('POST /api/admin/imports/:id/undo', { params: { id: await lastImport() } }, admin);
    expect(await findSource('Con clave')).toMatchObject({ provider: 'vieja.m3u', catchup_days: 5 });
  });

  it('belongs to no list any more when an administrator types another address, and keeps that', async () => {
    const { channelId } = await findSource();
    const typed = { url: 'http://otra.ejemplo/escrita.m3u8' };
    await app.call('PUT /api/channels/admin/:id', { params: { id: channelId }, body: typed }, admin);
    expect(await findSource()).toMatchObject({ provider: 'Agregado a mano', catchup: null });
    await app.upload(admin, 'nueva.m3u', listOf('').replace('http://tv.ejemplo/La%20Una.m3u8', typed.url));
    expect(await findSource()).toMatchObject({ provider: 'Agregado a mano' });
  });
});

it('what an administrator adds belongs to no list, and the demo to the demo', async () => {
  const body = { name: 'A mano', url: 'http://tv.ejemplo/mano.m3u8', section: 'General' };
  await app.call('POST /api/channels/admin', { body }, admin);
  expect(await findSource('A mano')).toMatchObject({ provider: 'Agregado a mano' });
  for (const table of ['channel_source', 'video', 'chapter'] as const) {
    const rows = await app.db
      .selectFrom(table)
      .select('provider_id')
      .distinct()
      .where('address', 'like', 'internal:%')
      .execute();
    expect(rows).toEqual([{ provider_id: 'demo' }]);
  }
});
