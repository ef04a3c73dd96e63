import { getGuide, getGuideNow } from '@butaca/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGuideTest, type GuideTest } from '../../../../test/guide-test.ts';
import { makeGuide } from '../../../../test/make-guide.ts';
import type { Person } from '../../../../test/test-app.ts';

let test: GuideTest;
let viewer: Person;
let ids: Record<string, string>;

const hostileTitle = '"Él" \\ <y> 🎬 & ella';
const icon = '<icon src="http://guia.example/ana/palabra/foto.png"/>';
const episode = (subtitle: string, number: string) =>
  `<sub-title>${subtitle}</sub-title><desc>Trata de ${subtitle}.</desc><episode-num system="xmltv_ns">0.${number}.</episode-num>${icon}`;

beforeAll(async () => {
  test = await startGuideTest();
  viewer = await test.app.viewer('premium');
  ids = await test.addChannels({
    Uno: 'tvg-id="Uno.es" group-title="General"',
    Dos: 'tvg-id="Dos.es" group-title="Cine"',
    Tres: 'tvg-id="Tres.es" group-title="Cine"',
    Solo: 'group-title="Cine"',
  });
  const at = test.at;
  const body = makeGuide({ 'Uno.es': 'Uno', 'Dos.es': 'Dos', 'Tres.es': 'Tres' }, [
    { channel: 'Uno.es', start: at(-90), stop: at(-30), title: 'Ya pasó' },
    { channel: 'Uno.es', start: at(-30), stop: at(30), title: 'El Camión', more: episode('Salida', '0') },
    { channel: 'Uno.es', start: at(30), stop: at(90), title: 'El Camión', more: episode('Llegada', '1') },
    { channel: 'Uno.es', start: at(90), stop: at(120), title: 'Noticias' },
    {
      channel: 'Dos.es',
      start: at(700),
      stop: at(760),
      title: '&quot;Él&quot; \\ &lt;y&gt; 🎬 &amp; ella',
      more: `${episode('Ñandú', '0')}<category>Cine, "clásico"</category><category>Niños</category><new/>`,
    },
    { channel: 'Dos.es', start: at(600), stop: at(660), title: 'El camion', more: episode('Salida', '0') },
    { channel: 'Tres.es', start: at(-10), stop: at(120), title: 'Película de la tarde' },
  ]);
  test.upstream.answer('/g.xml', { body });
  await test.addSource('/g.xml');
});
afterAll(() => test[Symbol.asyncDispose]());

const minutes = (value: number) => test.at(value).toISOString();
const guide = (channels: string, from: string, to: string, person: Person | undefined = viewer) =>
  test.app.call('GET /api/guide', { query: { channels, from, to } }, person);
const now = async (section?: string) =>
  (await test.app.call('GET /api/guide/now', { query: section === undefined ? {} : { section } }, viewer))
    .body;
const sheet = (id: string, start: string) =>
  test.app.call('GET /api/guide/programmes/:id/:start', { params: { id, start } }, viewer);
const search = async (q: string) =>
  (await test.app.call('GET /api/guide/search', { query: { q } }, viewer)).body.programmes.map(
    ({ title, channel }) => `${channel.name}: ${title}`,
  );

describe('the programmes of channels', () => {
  it('are those that are shown between two instants, also the one that is on at the first', async () => {
    const { body } = await guide(`${ids['Uno']},${ids['Solo']}`, minutes(0), minutes(90));
    expect(body.now).toBe(test.clock.now().toISOString());
    expect(
      body.channels.map(({ channelId, programmes }) => [
        channelId,
        programmes.map(({ subtitle }) => subtitle),
      ]),
    ).toEqual([
      [ids['Uno'], ['Salida', 'Llegada']],
      [ids['Solo'], []],
    ]);
  });

  it('are as the contract says, with every kind of text', async () => {
    const { body } = await guide(`${ids['Dos']},${ids['Solo']}`, minutes(690), minutes(760));
    expect(getGuide.output.parse(body)).toEqual(body);
    expect(body.channels).toEqual([
      {
        channelId: ids['Dos'],
        programmes: [
          {
            startsAt: minutes(700),
            endsAt: minutes(760),
            title: hostileTitle,
            subtitle: 'Ñandú',
            season: 1,
            episode: 1,
            categories: ['Cine, "clásico"', 'Niños'],
            isNew: true,
            isLive: false,
            canPlayFromStart: false,
          },
        ],
      },
      { channelId: ids['Solo'], programmes: [] },
    ]);
    const bare = (await guide(ids['Tres'] ?? '', minutes(0), minutes(60))).body;
    expect(getGuide.output.parse(bare)).toEqual(bare);
    expect(bare.channels[0]?.programmes).toMatchObject([{ subtitle: null, season: null, categories: [] }]);
  });

  it('come in the order of the request, and as one answer for a minute', async () => {
    const ask = () => guide(`${ids['Tres']},${ids['Uno']}`, minutes(0), minutes(60));
    const first = await ask();
    expect(first.body.channels.map(({ channelId }) => channelId)).toEqual([ids['Tres'], ids['Uno']]);
    expect((await ask()).headers['etag']).toBe(first.headers['etag']);
  });

  it('name neither addresses nor passwords of the guide', async () => {
    const { body } = await sheet(ids['Uno'] ?? '', minutes(0));
    expect(JSON.stringify(body)).not.toContain('palabra');
    expect(JSON.stringify(body)).not.toContain('http');
  });

  it('are not those of channels that lists do not show, nor for visitors', async () => {
    const { body } = await guide('ninguno', minutes(0), minutes(60));
    expect(body.channels).toEqual([]);
    expect((await guide(ids['Uno'] ?? '', minutes(0), minutes(60), { ...viewer, token: '' })).status).toBe(
      401,
    );
    const params = { id: ids['Tres'] ?? '' };
    const setActive = (active: boolean) =>
      test.app.call('PUT /api/channels/admin/:id', { params, body: { active } }, test.admin);
    await setActive(false);
    expect((await guide(ids['Tres'] ?? '', minutes(0), minutes(60))).body.channels).toEqual([]);
    expect((await now()).channels.map(({ channelId }) => channelId)).not.toContain(ids['Tres']);
    expect((await sheet(ids['Tres'] ?? '', minutes(0))).body.code).toBe('channel.not_found');
    expect(await search('pelicula')).toEqual([]);
    await setActive(true);
  });

  it.each([
    ['more than six hours', () => guide('a', minutes(0), minutes(361))],
    ['the end before the beginning', () => guide('a', minutes(60), minutes(0))],
    ['no zone', () => guide('a', '2026-11-30T12:00:00', minutes(60))],
    [
      'too many channels',
      () => guide(Array.from({ length: 61 }, (_, n) => n).join(','), minutes(0), minutes(60)),
    ],
    ['no channel', () => guide('', minutes(0), minutes(60))],
  ])('are refused for %s', async (_what, ask) => {
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'input.invalid' } });
  });
});

describe('what is on now and next', () => {
  it('is as the contract says', async () => {
    const body = await now();
    expect(getGuideNow.output.parse(body)).toEqual(body);
    expect(body.channels).toHaveLength(3);
  });

  it('is known of a section, the same for a minute, and new with the next one and with a new guide', async () => {
    const first = await now('General');
    expect(first.now).toBe(minutes(0));
    expect(first.channels).toMatchObject([
      { channelId: ids['Uno'], now: { subtitle: 'Salida' }, next: { subtitle: 'Llegada' } },
    ]);
    expect((await now('Cine')).channels).toMatchObject([
      { channelId: ids['Dos'], now: null, next: { title: 'El camion' } },
      { channelId: ids['Tres'], now: { title: 'Película de la tarde' }, next: null },
    ]);
    await test.clock.advance(31 * 60_000);
    expect((await now('General')).channels).toMatchObject([
      { now: { subtitle: 'Llegada' }, next: { title: 'Noticias' } },
    ]);
  });
});

describe('what some channels show now and next', () => {
  it('is known by their ids, and only of those with a guide that viewers see', async () => {
    const channels = [ids['Tres'], ids['Solo'], 'ninguno', ids['Uno']].join(',');
    const { body } = await test.app.call('GET /api/guide/now', { query: { channels } }, viewer);
    expect(getGuideNow.output.parse(body)).toEqual(body);
    expect(body.channels).toMatchObject([
      { channelId: ids['Tres'], now: { title: 'Película de la tarde' }, next: null, archiveDays: null },
      { channelId: ids['Uno'], now: { subtitle: 'Llegada' }, next: { title: 'Noticias' } },
    ]);
  });

  it('is not asked for together with a section', async () => {
    const query = { channels: ids['Uno'] ?? '', section: 'General' };
    expect((await test.app.call('GET /api/guide/now', { query }, viewer)).body).toMatchObject({
      code: 'input.invalid',
      details: [{ path: 'channels', message: 'Elige «section» o «channels», no los dos.' }],
    });
  });
});

describe('the sheet of a programme', () => {
  it('has its other showings and the next episodes of its series', async () => {
    const { body } = await sheet(ids['Uno'] ?? '', minutes(0));
    expect(body).toMatchObject({
      channel: { name: 'Uno' },
      programme: { title: 'El Camión', description: 'Trata de Salida.', season: 1, episode: 1 },
    });
    expect(body.otherShowings.map(({ channel, startsAt }) => [channel.name, startsAt])).toEqual([
      ['Dos', minutes(600)],
    ]);
    expect(body.nextEpisodes.map(({ subtitle }) => subtitle)).toEqual(['Llegada']);
  });

  it('does not exist where the guide has nothing', async () => {
    expect((await sheet(ids['Solo'] ?? '', minutes(0))).body.code).toBe('programme.not_found');
    expect((await sheet(ids['Uno'] ?? '', minutes(5_000))).body.code).toBe('programme.not_found');
    expect((await sheet(ids['Uno'] ?? '', 'ayer')).status).toBe(400);
  });
});

describe('a search for programmes', () => {
  it('finds each title once for each channel, now or later, without regard to accents', async () => {
    expect(await search('camion')).toEqual(['Uno: El Camión', 'Dos: El camion']);
    expect(await search('TARDE pelicula')).toEqual(['Tres: Película de la tarde']);
    expect(await search('ya paso')).toEqual([]);
    expect(await search('100%')).toEqual([]);
  });
});
