import { itemKeyOf, type ChannelInput, type Viewer } from '@butaca/contract';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateChannel } from '../../../shared/channel/write-channel.ts';
import { readSearch } from '../../../shared/search/search-query.ts';
import { createChannelsRepository, type ChannelsRepository } from './channels.repository.ts';
import { channelsFeature, type Channels } from './index.ts';

const actor = { accountId: null, username: 'jefa' };
const viewer: Viewer = { role: 'user', plan: 'sports' };
const premium: Viewer = { role: 'user', plan: 'premium' };
const admin: Viewer = { role: 'admin', plan: 'gplay' };

let database: TestDatabase;
let repository: ChannelsRepository;
let channels: Channels;
let version = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  repository = createChannelsRepository(database.db);
  channels = channelsFeature({
    db: database.db,
    version: {
      current: () => version,
      advance() {
        version += 1;
      },
    },
    streams: { issue: ({ streamKind }) => ({ url: '/api/stream/x', streamKind }) },
    openPlaylists: async () => [],
    deliver: async (source) => source,
    subtitlesOf: async () => [],
    readSourceHealth: () => undefined,
    logoPath: ({ logo }) => logo,
  });
});
afterAll(() => database.close());

let made = 0;
/**
 * Adds a channel with a new stream address to the test's database and increments the catalogue version; returns the
 * channel's id.
 */
async function add(input: Partial<ChannelInput> = {}): Promise<string> {
  made += 1;
  version += 1;
  const url = `https://a.example/vivo/${made}.m3u8`;
  return repository.insert({ name: `Canal ${made}`, url, ...input }, { actor });
}

/** Changes a channel in the test's database and increments the catalogue version, so that cached lists become stale. */
async function change(id: string, patch: Parameters<ChannelsRepository['update']>[1]): Promise<boolean> {
  version += 1;
  return repository.update(id, patch, actor);
}

const keyOf = (id: string) => itemKeyOf('channel', id);
const check = (id: string, person: Viewer) => channels.checkStream(keyOf(id), person);

describe('the right to go on receiving a channel', () => {
  it('depends on the plan of each person', async () => {
    const id = await add({ requiresPlan: ['premium'] });
    expect(await check(id, viewer)).toBe('plan_denied');
    expect(await check(id, premium)).toBe('allowed');
    expect(await check(id, admin)).toBe('allowed');
  });

  it('ends for viewers when the channel is deactivated, and for everybody when it is deleted', async () => {
    const id = await add();
    expect(await check(id, viewer)).toBe('allowed');
    await change(id, { active: false });
    expect([await check(id, viewer), await check(id, admin)]).toEqual(['item_gone', 'allowed']);
    await repository.remove(id, actor);
    version += 1;
    expect(await check(id, admin)).toBe('item_gone');
  });

  it('is checked anew as soon as the catalogue has changed', async () => {
    const id = await add();
    expect(await check(id, viewer)).toBe('allowed');
    await change(id, { requiresPlan: ['premium'] });
    expect(await check(id, viewer)).toBe('plan_denied');
  });

  it('is not decided for an item that is not a channel', () => {
    expect(channels.checkStream(itemKeyOf('video', 'uno'), viewer)).toBeUndefined();
  });
});

describe('a channel in other features', () => {
  it('has a title by its item key; a video and a deleted channel have none', async () => {
    const id = await add({ name: 'La Primera' });
    expect(await channels.titleOf(keyOf(id))).toBe('La Primera');
    expect(await channels.titleOf(keyOf('ninguno'))).toBeUndefined();
    expect(await channels.titleOf(itemKeyOf('video', id))).toBeUndefined();
  });

  it('has its logo while it is active', async () => {
    const logo = 'https://a.example/logo.png';
    const id = await add({ logo });
    expect(await channels.findLogo(id)).toBe(logo);
    await change(id, { active: false });
    expect(await channels.findLogo(id)).toBeUndefined();
    expect(await channels.findLogo(await add())).toBeUndefined();
    expect(await channels.findLogo('ninguno')).toBeUndefined();
  });

  it('has a card at its place in the request, unless it is inactive or deleted', async () => {
    const ids = [await add(), await add(), await add({ active: false })];
    const asked = [ids[2] ?? '', ids[1] ?? '', 'ninguno', ids[0] ?? ''];
    expect((await channels.cardsOf(asked, viewer)).map(({ _id }) => _id)).toEqual([ids[1], ids[0]]);
    expect(await channels.cardsOf([], viewer)).toEqual([]);
  });

  it('has a locked card for a person whose plan does not open it', async () => {
    const id = await add({ requiresPlan: ['premium'] });
    const locked = async (person: Viewer) => (await channels.cardsOf([id], person))[0]?.locked;
    expect([await locked(viewer), await locked(premium), await locked(admin)]).toEqual([true, false, false]);
  });
});

describe('a search for channels', () => {
  it.each([
    ['all its words, in any order', 'noche búho', ['Búho de Noche']],
    ['parts of words', 'úh', ['Búho de Noche', 'Búho HD 100%']],
    ['words without their signs', '%100_', ['Búho HD 100%']],
    ['words whatever signs stand between them', 'búho_de\\noche', ['Búho de Noche']],
    ['nothing by signs alone', '\\', []],
    ['a word that none has', 'búho mañana', []],
  ])('matches %s', async (_what, words, names) => {
    if ((await channels.search(readSearch('búho'), 9, viewer)).length === 0) {
      await add({ name: 'Búho de Noche' });
      await add({ name: 'Búho HD 100%' });
      await add({ name: 'Búho apagado', active: false });
    }
    expect((await channels.search(readSearch(words), 9, viewer)).map(({ name }) => name)).toEqual(names);
  });

  it('returns at most the requested number', async () => {
    for (const name of ['Zeta C', 'Zeta A', 'Zeta B']) await add({ name });
    expect((await channels.search(readSearch('zeta'), 2, viewer)).map(({ name }) => name)).toEqual([
      'Zeta A',
      'Zeta B',
    ]);
  });
});

it('the featured channels are ordered by their numbers, which they get as they are added', async () => {
  await add({ name: 'Último', isFeatured: true });
  await add({ name: 'Antes', isFeatured: true });
  await add({ name: 'Fuera', isFeatured: true, active: false });
  const demo = { name: 'Zzz de muestra', url: 'internal:demo/live/zzz/index.m3u8', isFeatured: true };
  await channels.addDemo(demo, { channelNumber: 1, colour: '#112233', tvgId: 'demo' });
  const names = async (limit: number) => (await channels.featured(limit, viewer)).map(({ name }) => name);
  expect(await names(9)).toEqual(['Último', 'Antes', 'Zzz de muestra']);
  expect(await names(1)).toEqual(['Último']);
  const numbers = (await channels.featured(9, viewer)).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(3);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(await channels.countDemo()).toBe(1);
  const all = await channels.countAll();
  await channels.removeDemo();
  expect([await channels.countAll(), await channels.countDemo()]).toEqual([all - 1, 0]);
});

describe('the administrators’ list of channels', () => {
  const page = async (search: string, more: { page?: number; section?: string } = {}) => {
    const { rows, total } = await repository.listPage({
      page: more.page ?? 1,
      limit: 2,
      search,
      section: more.section,
    });
    return [rows.map(({ name }) => name), total];
  };

  it('is searched regardless of accents, in one or all sections, in pages', async () => {
    for (const name of ['Ópera 1', 'ópera 2']) await add({ name, section: 'Música', active: false });
    await add({ name: 'Opera 3', section: 'Cultura' });
    expect(await page('OPERA')).toEqual([['Ópera 1', 'ópera 2'], 3]);
    expect(await page('OPERA', { page: 2 })).toEqual([['Opera 3'], 3]);
    expect(await page('OPERA', { page: 3 })).toEqual([[], 3]);
    expect(await page('ópera', { section: 'Cultura' })).toEqual([['Opera 3'], 1]);
    expect(await page('oper_')).toEqual([[], 0]);
  });
});

describe('an edit of a channel', () => {
  const acts = async (id: string) =>
    (
      await database.db
        .selectFrom('audit_entry')
        .select('action')
        .where('subject_id', '=', id)
        .orderBy('at')
        .execute()
    ).map(({ action }) => action);

  it('that changes nothing is not recorded', async () => {
    const id = await add({ description: 'Igual' });
    expect(await change(id, { description: 'Igual' })).toBe(false);
    expect(await change(id, { description: 'Otra' })).toBe(true);
    expect(await acts(id)).toEqual(['channel.create', 'channel.update']);
  });

  it.each(['logo', 'customThumbnail', 'thumbnail'] as const)(
    'cannot set %s to internal media, but may keep it',
    async (field) => {
      const image = 'internal:demo/canales/musa.svg';
      await expect(add({ [field]: image })).rejects.toMatchObject({
        code: 'input.invalid',
        details: [{ path: field, message: 'Debe ser una dirección http:// o https://.' }],
      });
      const id = await add();
      await expect(change(id, { [field]: image })).rejects.toMatchObject({ code: 'input.invalid' });
      await database.db.transaction().execute((trx) => updateChannel(trx, id, { logo: image }));
      expect(await change(id, { [field]: image, description: field })).toBe(true);
    },
  );

  it('of an unknown channel fails with channel.not_found, and its deletion finds nothing', async () => {
    await expect(change('ninguno', { name: 'Otro' })).rejects.toMatchObject({ code: 'channel.not_found' });
    expect(await repository.remove('ninguno', actor)).toBeUndefined();
    expect(await repository.findDetail('ninguno')).toBeUndefined();
  });

  it('with an outdated revision is a conflict and changes nothing', async () => {
    const id = await add({ name: 'Primero' });
    await expect(change(id, { name: 'Segundo', revision: 'antigua' })).rejects.toMatchObject({
      code: 'resource.conflict',
    });
    expect((await repository.find(id))?.name).toBe('Primero');
  });

  it('that fails leaves all addresses of the channel unchanged', async () => {
    const taken = 'https://a.example/tomada.m3u8';
    await add({ url: taken });
    const id = await add({ url: 'https://a.example/propia.m3u8' });
    const sources = [{ url: 'https://a.example/nueva.m3u8' }, { url: taken }];
    await expect(change(id, { name: 'Otro', sources })).rejects.toMatchObject({ code: 'channel.duplicate' });
    const kept = await repository.findDetail(id);
    expect(kept?.sources.map(({ address }) => address)).toEqual(['https://a.example/propia.m3u8']);
    expect(await acts(id)).toEqual(['channel.create']);
  });
});
