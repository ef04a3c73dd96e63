import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertChannel, updateChannel } from './write-channel.ts';
import { listSources, sentSources, writeSources, type SourceDraft, type SourceRow } from './write-sources.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let made = 0;
async function addChannel(drafts: readonly SourceDraft[], options = {}): Promise<string> {
  made += 1;
  const id = `canal-${made}`;
  await database.db.transaction().execute(async (trx) => {
    await insertChannel(trx, { id, name: `Canal ${made} (1080p)`, section: 'General', number: made });
    await writeSources(trx, id, drafts, options);
  });
  return id;
}
const write = (id: string, drafts: readonly SourceDraft[], options = {}) =>
  database.db.transaction().execute((trx) => writeSources(trx, id, drafts, options));
const read = (id: string): Promise<SourceRow[]> => listSources(database.db, id);
const address = (name: string): string => `http://tv.ejemplo/${name}.m3u8`;

describe('the sources of a channel', () => {
  it('are stored in the order sent', async () => {
    const id = await addChannel([{ url: address('a') }, { url: address('b') }, { url: address('c') }]);
    const [a, b, c] = await read(id);
    await write(id, [
      { id: c?.id, url: address('c') },
      { id: a?.id, url: address('a') },
    ]);
    const after = await read(id);
    expect(after.map((row) => [row.id, row.position])).toEqual([
      [c?.id, 0],
      [a?.id, 1],
    ]);
    expect(after.map((row) => row.id)).not.toContain(b?.id);
  });

  it('can swap their addresses', async () => {
    const id = await addChannel([{ url: address('d') }, { url: address('e') }]);
    const [first, second] = await read(id);
    await write(id, [
      { id: first?.id, url: address('e') },
      { id: second?.id, url: address('d') },
    ]);
    expect((await read(id)).map((row) => [row.id, row.address])).toEqual([
      [first?.id, address('e')],
      [second?.id, address('d')],
    ]);
  });

  it('keep the provider key while the address stays, and lose it with a new address', async () => {
    const id = await addChannel([{ url: address('f') }]);
    const [source] = await read(id);
    await database.db
      .updateTable('channel_source')
      .set({ provider_key: 'tv.ejemplo/live/9' })
      .where('channel_id', '=', id)
      .execute();
    await write(id, [{ id: source?.id, url: address('f'), referrer: 'http://tv.ejemplo/' }]);
    expect(await read(id)).toMatchObject([
      { provider_key: 'tv.ejemplo/live/9', referrer: 'http://tv.ejemplo/' },
    ]);
    expect((await read(id))[0]?.created_at).toEqual(source?.created_at);
    await write(id, [{ id: source?.id, url: address('g') }]);
    expect(await read(id)).toMatchObject([{ id: source?.id, provider_key: null, address: address('g') }]);
  });

  it('keep headers that were not sent, and lose those that were sent empty', async () => {
    const id = await addChannel([{ url: address('h'), userAgent: 'Reproductor', referrer: 'http://r.tv/' }]);
    const [{ id: sourceId } = { id: '' }] = await read(id);
    await write(id, [{ id: sourceId, url: address('h') }]);
    expect(await read(id)).toMatchObject([{ user_agent: 'Reproductor', referrer: 'http://r.tv/' }]);
    await write(id, [{ id: sourceId, url: address('h'), userAgent: '', referrer: null }]);
    expect(await read(id)).toMatchObject([{ user_agent: null, referrer: null }]);
  });

  it('take the cookie and origin that were sent, and lose a cookie that was not sent with a new address', async () => {
    const headers = { cookie: 'clave=1', origin: 'http://portal.tv' };
    const id = await addChannel([{ url: address('s'), ...headers }]);
    expect(await read(id)).toMatchObject([headers]);
    const [{ id: sourceId } = { id: '' }] = await read(id);
    await write(id, [{ id: sourceId, url: address('s') }]);
    expect(await read(id)).toMatchObject([headers]);
    await write(id, [{ id: sourceId, url: address('t'), cookie: 'clave=2' }]);
    expect(await read(id)).toMatchObject([{ cookie: 'clave=2', origin: 'http://portal.tv' }]);
    await write(id, [{ id: sourceId, url: address('u') }]);
    expect(await read(id)).toMatchObject([{ cookie: null, origin: 'http://portal.tv' }]);
    await write(id, [{ id: sourceId, url: address('u'), cookie: 'clave=3' }]);
    await write(id, [{ id: sourceId, url: address('u'), cookie: '', origin: null }]);
    expect(await read(id)).toMatchObject([{ cookie: null, origin: null }]);
  });

  it('never take over a source of another channel, nor the same source twice', async () => {
    const other = await addChannel([{ url: address('i'), userAgent: 'Ajeno' }]);
    const [foreign] = await read(other);
    const id = await addChannel([{ id: foreign?.id, url: address('j') }]);
    const [own] = await read(id);
    expect([own?.id === foreign?.id, own?.user_agent]).toEqual([false, null]);
    await write(id, [
      { id: own?.id, url: address('k') },
      { id: own?.id, url: address('l') },
    ]);
    const after = await read(id);
    expect(after.map((row) => row.id === own?.id)).toEqual([true, false]);
    expect(await read(other)).toEqual([foreign]);
  });

  it('are refused and stay unchanged when another source or channel has one of their addresses', async () => {
    await addChannel([{ url: address('m') }]);
    const id = await addChannel([{ url: address('n') }]);
    const before = await read(id);
    for (const urls of [
      [address('o'), address('m')],
      [address('o'), address('o')],
      [address('o'), 'HTTP://TV.ejemplo:80/o.m3u8'],
    ]) {
      await expect(
        write(
          id,
          urls.map((url) => ({ url })),
        ),
      ).rejects.toMatchObject({ code: 'channel.duplicate' });
    }
    expect(await read(id)).toEqual(before);
  });

  it('may be internal media only when they already are, or when that is allowed', async () => {
    const internal = 'internal:demo/live/a/index.m3u8';
    const id = await addChannel([{ url: internal }], { mayBeInternal: true });
    await write(id, [{ url: address('p') }, { url: internal }]);
    expect((await read(id)).map((row) => row.address)).toEqual([address('p'), internal]);
    await expect(
      write(id, [{ url: address('p') }, { url: 'internal:demo/live/b/index.m3u8' }]),
    ).rejects.toMatchObject({
      code: 'input.invalid',
      details: [{ path: 'sources.1.url', message: 'Debe ser una dirección completa.' }],
    });
  });

  it.each([
    [address('q'), 'hls', true],
    ['http://tv.ejemplo/q.mpd', 'dash', true],
    ['rtmp://tv.ejemplo/q', undefined, false],
  ])(
    'with the address %s have the right stream kind and playability',
    async (url, streamKind, isPlayable) => {
      const [source] = await read(await addChannel([{ url }]));
      expect(source?.is_playable).toBe(isPlayable);
      if (streamKind !== undefined) expect(source?.stream_kind).toBe(streamKind);
    },
  );
});

describe('a renamed channel', () => {
  it('has its folded name and title key updated', async () => {
    const id = await addChannel([{ url: address('r') }]);
    const row = () =>
      database.db
        .selectFrom('channel')
        .select(['name', 'name_folded', 'title_key', 'section'])
        .where('id', '=', id)
        .executeTakeFirst();
    const set = (columns: object) =>
      database.db.transaction().execute((trx) => updateChannel(trx, id, columns));
    await set({ name: 'Telediario ÑU (720p)' });
    const named = {
      name: 'Telediario ÑU (720p)',
      name_folded: 'telediario nu (720p)',
      title_key: 'telediario nu',
    };
    expect(await row()).toEqual({ ...named, section: 'General' });
    await set({ section: 'Noticias' });
    expect(await row()).toEqual({ ...named, section: 'Noticias' });
  });
});

describe('the sources that an edit asks for', () => {
  const known = [
    { id: 'a', address: address('a') },
    { id: 'b', address: address('b') },
  ] as SourceRow[];

  it.each([
    ['nothing about them', { name: 'Otro' }, undefined],
    [
      'a list of them',
      { sources: [{ _id: 'b', url: 'http://x' }, { url: 'http://y' }] },
      [
        { id: 'b', url: 'http://x' },
        { id: undefined, url: 'http://y' },
      ],
    ],
    [
      'an address',
      { url: 'http://x' },
      [
        { id: 'a', url: 'http://x' },
        { id: 'b', url: address('b') },
      ],
    ],
    [
      'a header',
      { userAgent: 'Otro' },
      [
        { id: 'a', url: address('a'), userAgent: 'Otro' },
        { id: 'b', url: address('b') },
      ],
    ],
    [
      'a cookie',
      { cookie: 'clave=1' },
      [
        { id: 'a', url: address('a'), cookie: 'clave=1' },
        { id: 'b', url: address('b') },
      ],
    ],
    [
      'a header less',
      { referrer: null },
      [
        { id: 'a', url: address('a'), referrer: null },
        { id: 'b', url: address('b') },
      ],
    ],
  ])('are, when it sends %s, the present ones with that change', (_what, patch, drafts) => {
    expect(sentSources(patch, known)).toEqual(drafts);
  });

  it('are the one sent address when the channel had none', () => {
    expect(sentSources({ url: 'http://x' }, [])).toEqual([{ url: 'http://x' }]);
  });
});
