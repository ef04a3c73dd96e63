import type { GuideMatchState } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide } from '../../../../test/make-guide.ts';

let test: GuideTest;
beforeAll(async () => {
  test = await startGuideTest();
});
beforeEach(async () => {
  await test.app.clearCatalogue();
});
afterAll(() => test[Symbol.asyncDispose]());

const guideChannels = { 'Uno.es@HD': 'Uno HD', 'Uno.es@SD': 'Uno SD', 'Dos.es': 'Dos', 'Tres.es': 'Tres' };
const guide = makeGuide(
  guideChannels,
  Object.entries(guideChannels).map(([channel, name]) => ({
    channel,
    start: new Date('2026-11-30T11:00:00Z'),
    stop: new Date('2026-11-30T14:00:00Z'),
    title: `En ${name}`,
  })),
);

/** Adds a channel of which two channels of the guide may be meant, and one that is certain. */
async function addUnsure() {
  const channels = await test.addChannels({ Uno: 'tvg-id="Uno.es"', Dos: 'tvg-id="Dos.es"' });
  test.upstream.answer('/g.xml', { body: guide });
  const source = await test.addSource('/g.xml');
  return { source, uno: channels['Uno'] ?? '', dos: channels['Dos'] ?? '' };
}
const list = async (state: GuideMatchState = 'unsure', q = '') =>
  (await test.app.call('GET /api/admin/guide/matches', { query: { state, q } }, test.admin)).body;
const search = async (query: { q: string; source?: string; page?: string; limit?: string }) => {
  const { body } = await test.app.call('GET /api/admin/guide/channels', { query }, test.admin);
  return { total: body.total, ids: body.channels.map(({ guideId }) => guideId) };
};
const decide = (id: string, body: { sourceId: string | null; guideId: string | null }) =>
  test.app.call('PUT /api/admin/guide/matches/:id', { params: { id }, body }, test.admin);
const undo = (id: string) =>
  test.app.call('DELETE /api/admin/guide/matches/:id', { params: { id } }, test.admin);
const nowOn = async (id: string) => {
  const { body } = await test.app.call('GET /api/guide/now', { query: {} }, test.admin);
  return body.channels.find(({ channelId }) => channelId === id)?.now?.title;
};
const coverage = async () =>
  (await test.app.call('GET /api/admin/guide/sources', {}, test.admin)).body.coverage.sentence;

it('waits with its candidates for who decides, and is decided and undone at once', async () => {
  const { source, uno } = await addUnsure();
  expect(await coverage()).toBe('1 de 2 canales tiene guía; 1 por confirmar');
  expect((await list('matched')).matches).toMatchObject([{ name: 'Dos', reason: 'tvg-id' }]);
  const { matches, total } = await list();
  expect(total).toBe(1);
  expect(matches[0]).toMatchObject({ channelId: uno, name: 'Uno', decision: null });
  expect(matches[0]?.candidates.map(({ guideId, names }) => [guideId, names])).toEqual([
    ['Uno.es@HD', ['Uno HD']],
    ['Uno.es@SD', ['Uno SD']],
  ]);
  expect(await nowOn(uno)).toBeUndefined();

  const { body } = await decide(uno, { sourceId: source._id, guideId: 'Uno.es@SD' });
  expect(body.decision).toMatchObject({ guideId: 'Uno.es@SD', username: 'jefa' });
  // Its programmes were not kept, because nobody had chosen it when the guide was read.
  await expect.poll(() => nowOn(uno), { timeout: 10_000 }).toBe('En Uno SD');
  expect((await list()).total).toBe(0);
  expect((await list('decided')).matches.map(({ name }) => name)).toEqual(['Uno']);
  expect(await coverage()).toBe('2 de 2 canales tienen guía');

  expect((await undo(uno)).body.decision).toBeNull();
  expect(await nowOn(uno)).toBeUndefined();
  expect((await list()).total).toBe(1);
  expect((await undo(uno)).body.code).toBe('guide.not_decided');
  const { body: audit } = await test.app.call('GET /api/admin/audit', { query: {} }, test.admin);
  expect(audit.entries.slice(0, 2).map(({ action }) => action)).toEqual(['guide.undo', 'guide.decide']);
});

it('is undone to what was decided before, and then to nothing', async () => {
  const { source, uno } = await addUnsure();
  await decide(uno, { sourceId: source._id, guideId: 'Uno.es@HD' });
  await decide(uno, { sourceId: null, guideId: null });
  await decide(uno, { sourceId: null, guideId: null });
  expect((await undo(uno)).body.decision).toMatchObject({ sourceId: source._id, guideId: 'Uno.es@HD' });
  await expect.poll(() => nowOn(uno), { timeout: 10_000 }).toBe('En Uno HD');
  expect((await undo(uno)).body.decision).toBeNull();
  expect((await list()).total).toBe(1);
});

it('is undone to nothing where the guide that was decided before is gone', async () => {
  const { source, uno } = await addUnsure();
  await decide(uno, { sourceId: source._id, guideId: 'Uno.es@HD' });
  await decide(uno, { sourceId: null, guideId: null });
  await test.settled(source._id);
  await test.app.call('DELETE /api/admin/guide/sources/:id', { params: { id: source._id } }, test.admin);
  expect((await undo(uno)).body.decision).toBeNull();
});

it('stays decided when the guide is read again and when its list gives it another name', async () => {
  const { source, uno, dos } = await addUnsure();
  await decide(uno, { sourceId: source._id, guideId: 'Tres.es' });
  await decide(dos, { sourceId: null, guideId: null });
  await test.settled(source._id);
  const before = await test.app.call('GET /api/channels/list', { query: {} }, test.admin);
  await test.app.upload(
    test.admin,
    'canales.m3u',
    '#EXTM3U\n#EXTINF:-1 tvg-id="Otro.es",Otro nombre\nhttp://tv.example/Uno.m3u8\n',
  );
  await test.refresh(source._id);
  const after = await test.app.call('GET /api/channels/list', { query: {} }, test.admin);
  expect(after.body.channels.map(({ _id }) => _id)).toEqual(before.body.channels.map(({ _id }) => _id));
  expect(await nowOn(uno)).toBe('En Tres');
  expect(await nowOn(dos)).toBeUndefined();
  expect((await list('decided')).total).toBe(2);
});

it('refuses what no guide has, half a choice, and unknown channels', async () => {
  const { source, uno } = await addUnsure();
  expect((await decide(uno, { sourceId: source._id, guideId: 'Nada' })).body.code).toBe(
    'guide.channel_unknown',
  );
  expect((await decide(uno, { sourceId: source._id, guideId: null })).body.code).toBe('input.invalid');
  expect((await decide('ninguno', { sourceId: null, guideId: null })).body.code).toBe('channel.not_found');
  expect((await list()).total).toBe(1);
});

it('lists the channels by how it stands with their guide, and by their names', async () => {
  const { source, dos } = await addUnsure();
  await test.addChannels({ Música: 'tvg-id="Nada.es"' });
  await test.refresh(source._id);
  const names = async (state: GuideMatchState, q?: string) =>
    (await list(state, q)).matches.map(({ name }) => name);
  expect(await names('unsure')).toEqual(['Uno']);
  expect(await names('matched')).toEqual(['Dos']);
  expect(await names('none')).toEqual(['Música']);
  expect(await names('none', 'MUSICA')).toEqual(['Música']);
  expect(await names('matched', '100%')).toEqual([]);
  const shown = await test.app.call('GET /api/admin/guide/matches/:id', { params: { id: dos } }, test.admin);
  const link = { sourceId: source._id, guideId: 'Dos.es', names: ['Dos'] };
  expect(shown.body).toMatchObject({ channelId: dos, decision: null, link });
  expect((await decide(dos, { sourceId: source._id, guideId: 'Tres.es' })).body.link?.guideId).toBe(
    'Tres.es',
  );
  expect(await names('decided')).toEqual(['Dos']);
  expect((await decide(dos, { sourceId: null, guideId: null })).body.link).toBeNull();
  expect((await undo(dos)).body.link?.guideId).toBe('Tres.es');
});

it('finds channels of guides by the words of their names and ids, page by page', async () => {
  const names = {
    'Uno.es': 'La Uno Acción',
    'UnoPlus.mx': 'Uno',
    'Dos.es': 'Dos_Acción',
    'Uno.ar': 'ACCION uno más',
  };
  test.upstream.answer('/n.xml', {
    body: makeGuide(
      names,
      Object.keys(names).map((channel) => ({
        channel,
        start: new Date('2026-11-30T11:00:00Z'),
        stop: new Date('2026-11-30T14:00:00Z'),
        title: 'Algo',
      })),
    ),
  });
  await test.addChannels({ Uno: 'tvg-id="Uno.es"' });
  const source = await test.addSource('/n.xml');
  expect(await search({ q: 'accion UNO' })).toEqual({ total: 2, ids: ['Uno.ar', 'Uno.es'] });
  expect(await search({ q: 'uno', limit: '2' })).toEqual({ total: 3, ids: ['UnoPlus.mx', 'Uno.es'] });
  expect(await search({ q: 'uno', limit: '2', page: '2' })).toEqual({ total: 3, ids: ['Uno.ar'] });
  expect(await search({ q: 'unoplus.mx' })).toEqual({ total: 1, ids: ['UnoPlus.mx'] });
  // The SQL wildcard `_` is searched as an ordinary character.
  expect(await search({ q: 's_a' })).toEqual({ total: 1, ids: ['Dos.es'] });
  expect(await search({ q: 'o_a' })).toEqual({ total: 0, ids: [] });
  expect((await search({ q: 'uno', source: source._id })).total).toBe(3);
  expect((await search({ q: 'uno', source: 'otra' })).total).toBe(0);
});

it('is found by its name, asked for where two countries share it, and left out where it plays 24/7', async () => {
  const channels = await test.addChannels({
    'Foro TV FHD': 'group-title="México"',
    'Canal 9 HD': 'group-title="Varios"',
    'Azteca Uno +1': 'group-title="México"',
    'Chespirito 24/7': 'tvg-id="Chespirito.mx"',
  });
  const names = {
    'Foro.mx': 'FOROtv',
    'Canal9.ar': 'Canal 9',
    'Canal9.cr': 'Canal 9',
    'AztecaUno.mx': 'Azteca Uno',
    'Chespirito.mx': 'Chespirito 24/7',
  };
  const showings = Object.keys(names).map((channel) => ({
    channel,
    start: new Date('2026-11-30T11:00:00Z'),
    stop: new Date('2026-11-30T14:00:00Z'),
    title: `En ${channel}`,
  }));
  test.upstream.answer('/nombres.xml', { body: makeGuide(names, showings) });
  const source = await test.addSource('/nombres.xml');
  expect(await nowOn(channels['Foro TV FHD'] ?? '')).toBe('En Foro.mx');
  const { matches } = await list();
  expect(matches.map(({ name, candidates }) => [name, candidates.map(({ guideId }) => guideId)])).toEqual([
    ['Canal 9 HD', ['Canal9.ar', 'Canal9.cr']],
    ['Azteca Uno +1', ['AztecaUno.mx']],
  ]);
  expect(await coverage()).toBe('1 de 4 canales tiene guía; 2 por confirmar');

  await decide(channels['Canal 9 HD'] ?? '', { sourceId: source._id, guideId: 'Canal9.cr' });
  await expect.poll(() => nowOn(channels['Canal 9 HD'] ?? ''), { timeout: 10_000 }).toBe('En Canal9.cr');
  expect((await list()).total).toBe(1);
});
