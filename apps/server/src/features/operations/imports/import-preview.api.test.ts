import type { EntryChoice, GroupChoice, ImportRow, PlanKey } from '@butaca/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { listEntry as entry, uploadList } from '../../../../test/upload-list.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
beforeEach(() => test.clearCatalogue());
afterAll(() => test[Symbol.asyncDispose]());

const inGroup = (group: string) => `group-title="${group}"`;

async function preview(content: string) {
  const { status, body } = await uploadList(test, admin, 'POST /api/admin/imports/preview', {
    content: `#EXTM3U\n${content}`,
    form: { kind: 'mixed' },
  });
  expect(status).toBe(200);
  return body;
}

const choose = (
  id: string,
  body: { groups?: GroupChoice[]; entries?: EntryChoice[]; plans?: PlanKey[] | null },
  person = admin,
) => test.call('PUT /api/admin/imports/:id/choices', { params: { id }, body }, person);
const publish = async (id: string) =>
  (await test.call('POST /api/admin/imports/:id/publish', { params: { id }, body: {} }, admin)).body;
const detail = async (id: string) =>
  (await test.call('GET /api/admin/imports/:id', { params: { id } }, admin)).body;
const rowsOf = async (id: string, query: Record<string, string> = {}) =>
  (await test.call('GET /api/admin/imports/:id/rows', { params: { id }, query }, admin)).body;
const titlesOf = async (id: string, query: Record<string, string> = {}) =>
  (await rowsOf(id, query)).rows.map(({ title }) => title);
const catalogue = async () => {
  const { videos } = (await test.call('GET /api/videos', { query: { limit: '3000' } }, admin)).body;
  const { channels } = (await test.call('GET /api/channels/admin/list', { query: {} }, admin)).body;
  return [
    ...videos.map(({ tipo, title }) => `${tipo} ${title}`),
    ...channels.map(({ name }) => name),
  ].toSorted();
};
const reading = (changes: Partial<NonNullable<ImportRow['reading']>>) => ({
  tipo: 'canal',
  isChosen: false,
  doubt: null,
  languages: [],
  quality: null,
  country: null,
  edition: null,
  isAdult: false,
  form: null,
  ...changes,
});

const varied =
  entry('Canal Uno', 'http://a.tv/1.ts', inGroup('Varios')) +
  entry('Duna (2021)', 'http://a.tv/2', inGroup('Cine')) +
  entry('Canal Dos', 'http://a.tv/3.ts', inGroup('Varios')) +
  entry('Mi serie S01E02', 'http://a.tv/4.ts', inGroup('Varios'));

describe('the counts of an import', () => {
  it('explain how entries become channels, in the preview and when it is published', async () => {
    const { _id: id, ...counted } = await preview(
      entry('La 1 FHD', 'http://a.tv/1.ts') +
        entry('La 1 HD', 'http://a.tv/2.ts') +
        entry('La 2', 'http://a.tv/3.ts'),
    );
    const explained = {
      channels: 2,
      otherSources: 1,
      otherVersions: 0,
      explanation: '3 entradas: 2 canales; 1 es otra fuente de un canal de la misma lista.',
    };
    expect(counted).toMatchObject(explained);
    const published = await publish(id);
    expect(published).toMatchObject(explained);
    expect(published.message).toBe(
      'Lista procesada: 2 elementos añadidos, 1 fuente o versión más, 0 actualizados, 0 duplicados, 0 omitidos.',
    );
    const { imports } = (await test.call('GET /api/admin/imports', undefined, admin)).body;
    expect(imports[0]).toMatchObject(explained);
  });
});

describe('the doubtful entries of a preview', () => {
  it('come first with their reason, are counted, and can be listed alone', async () => {
    const { _id: id, doubtful, groups } = await preview(varied);
    const doubts = (await rowsOf(id)).rows.map((row) => [row.title, row.reading?.doubt ?? null]);
    expect(doubts).toEqual([
      ['Duna (2021)', 'Parece una película por su grupo y su año, pero su dirección no lo dice.'],
      ['Canal Uno', null],
      ['Canal Dos', null],
      ['Mi serie S01E02', null],
    ]);
    expect(doubtful).toBe(1);
    expect(groups.map(({ group, doubtful: count }) => [group, count])).toEqual([
      ['Varios', 0],
      ['Cine', 1],
    ]);
    expect(await rowsOf(id, { doubtful: 'true' })).toMatchObject({ total: 1, totalPages: 1 });
    expect(await titlesOf(id, { doubtful: 'true' })).toEqual(['Duna (2021)']);
    expect(await titlesOf(id, { doubtful: 'true', outcome: 'skipped' })).toEqual([]);
    for (const [page, titles] of [
      ['1', ['Duna (2021)', 'Canal Uno', 'Canal Dos']],
      ['2', ['Mi serie S01E02']],
    ] as const)
      expect(await titlesOf(id, { page, limit: '3' })).toEqual(titles);
  });

  it('are none once the list is published', async () => {
    const { _id: id } = await preview(varied);
    await publish(id);
    expect(await detail(id)).toMatchObject({ doubtful: 0, status: 'done' });
    expect(await rowsOf(id, { doubtful: 'true' })).toMatchObject({ total: 0, rows: [] });
    const readings = (await rowsOf(id)).rows.map((row) => row.reading);
    expect(readings.map((read) => [read?.isChosen, read?.doubt, read?.form])).toEqual(
      Array.from({ length: 4 }, () => [false, null, null]),
    );
  });

  it('have beside them what their names and groups say', async () => {
    const { _id: id } = await preview(
      entry('Duna (2021) Latino 1080p', 'http://a.tv/movie/u/p/2.mkv', inGroup('XXX')) +
        entry('MX | Canal 5', 'http://a.tv/5.ts'),
    );
    expect((await rowsOf(id)).rows.map((row) => row.reading)).toEqual([
      reading({
        tipo: 'pelicula',
        languages: ['es-419'],
        quality: 'FHD',
        isAdult: true,
        form: '… (año) … #… · película',
      }),
      reading({ country: 'mx', form: '… | … #' }),
    ]);
  });
});

describe('a kind that is chosen in a preview', () => {
  it('for an entry is what it is read as, and is published', async () => {
    const { _id: id } = await preview(
      varied + entry('Otra serie - 07', 'http://a.tv/7.ts', inGroup('Varios')),
    );
    const entries: EntryChoice[] = [
      { position: 2, tipo: 'documental' },
      { position: 5, tipo: 'anime' },
    ];
    const { status, body } = await choose(id, { entries });
    expect([status, body.status, body.doubtful]).toEqual([200, 'preview', 0]);
    const { rows } = await rowsOf(id);
    expect(
      rows.filter((row) => row.reading?.isChosen === true).map((row) => [row.title, row.reading?.tipo]),
    ).toEqual([
      ['Duna (2021)', 'documental'],
      ['Otra serie - 07', 'anime'],
    ]);
    expect(await catalogue()).toEqual([]);
    expect((await choose(id, { entries })).body).toEqual(body);
    await publish(id);
    expect(await catalogue()).toEqual([
      'Canal Dos',
      'Canal Uno',
      'anime Otra serie',
      'documental Duna',
      'serie Mi serie',
    ]);
  });

  it('can be taken back', async () => {
    const { _id: id } = await preview(varied);
    await choose(id, { entries: [{ position: 2, tipo: 'canal' }] });
    const { body } = await choose(id, { entries: [{ position: 2, tipo: null }] });
    expect(body.doubtful).toBe(1);
    expect((await rowsOf(id)).rows[0]?.reading).toMatchObject({ tipo: 'pelicula', isChosen: false });
  });

  it('for a group holds for all of its entries, also for thousands', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      entry(
        `Cosas ${Math.floor(index / 100)}a - ${(index % 100) + 1}`,
        `http://a.tv/${index + 10}.ts`,
        inGroup('Cosas'),
      ),
    );
    const { _id: id, groups } = await preview(many.join(''));
    expect(groups).toMatchObject([{ group: 'Cosas', tipo: 'canal', entries: 5_000 }]);
    const { body } = await choose(id, { groups: [{ group: 'Cosas', isIncluded: true, tipo: 'serie' }] });
    expect(body).toMatchObject({
      status: 'preview',
      series: 50,
      channels: 0,
      groups: [{ group: 'Cosas', tipo: 'serie', kind: 'live', doubtful: 0 }],
    });
  });

  it('keeps a group that is left out in sight, and takes it in again as it was', async () => {
    const { _id: id } = await preview(varied);
    const out = await choose(id, { groups: [{ group: 'Varios', isIncluded: false, tipo: 'canal' }] });
    expect(out.body.groups).toMatchObject([
      { group: 'Varios', isIncluded: false, entries: 3 },
      { group: 'Cine', isIncluded: true },
    ]);
    expect(out.body).toMatchObject({ skipped: 3, errorCount: 0 });
    await choose(id, { groups: [{ group: 'Varios', isIncluded: true }] });
    await publish(id);
    expect(await catalogue()).toEqual(['Canal Dos', 'Canal Uno', 'pelicula Duna', 'serie Mi serie']);
  });

  it('is answered at once where the client asks for it, and the list is read in the background', async () => {
    const { _id: id } = await preview(varied);
    const response = await test.app.http.inject({
      method: 'PUT',
      url: `/api/admin/imports/${id}/choices`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-device-id': admin.deviceId,
        prefer: 'respond-async',
      },
      payload: { entries: [{ position: 2, tipo: 'canal' }] },
    });
    expect([response.statusCode, response.json()]).toEqual([202, { importId: id }]);
    await expect.poll(async () => (await detail(id)).status).toBe('preview');
    expect((await detail(id)).doubtful).toBe(0);
  });

  it('keeps who may see what the import brings', async () => {
    const { _id: id } = await preview(varied);
    const plansOf = async () => (await detail(id)).options.plans;
    await choose(id, { plans: ['premium'] });
    expect(await plansOf()).toEqual(['premium']);
    await choose(id, { groups: [] });
    expect(await plansOf()).toEqual(['premium']);
    await choose(id, { plans: null });
    expect(await plansOf()).toBeNull();
    await choose(id, { plans: ['premium'] });
    await publish(id);
    expect(await plansOf()).toEqual(['premium']);
  });

  it('is refused for what is no preview, for bad choices, and for viewers', async () => {
    const { _id: id } = await preview(varied);
    const entries: EntryChoice[] = [{ position: 1, tipo: 'anime' }];
    expect((await choose('nada', { entries })).body.code).toBe('import.not_found');
    expect((await choose(id, { entries: [{ position: 0, tipo: 'anime' }] })).status).toBe(400);
    expect((await choose(id, { entries }, await test.viewer('premium'))).status).toBe(403);
    await publish(id);
    expect((await choose(id, { entries })).body.code).toBe('import.not_preview');
  });
});

describe('a kind that is chosen for everything alike', () => {
  const films = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      entry(`Cosa (${1990 + index})`, `http://a.tv/f${index}.ts`, inGroup('Varios')),
    ).join('') + entry('Canal Uno', 'http://a.tv/1.ts', inGroup('Varios'));
  const providerId = async () =>
    (await test.call('GET /api/admin/providers', undefined, admin)).body.providers.find(
      ({ name }) => name === 'lista.m3u',
    )?._id ?? '';
  const rulesOf = async (id: string) =>
    (await test.call('GET /api/admin/providers/:id/rules', { params: { id } }, admin)).body.rules;

  it('holds in the preview, is remembered for the provider, and can be forgotten there', async () => {
    const { _id: id, doubtful } = await preview(films(3));
    expect(doubtful).toBe(0);
    const entries: EntryChoice[] = [{ position: 1, tipo: 'pelicula', isForAlike: true }];
    const { body } = await choose(id, { entries });
    expect(body).toMatchObject({ movies: 3, channels: 1 });
    await publish(id);
    const provider = await providerId();
    const rules = await rulesOf(provider);
    expect(rules).toMatchObject([{ kind: 'form', name: '… (año)', tipo: 'pelicula', isIncluded: true }]);

    const again = await preview(films(5));
    expect(again).toMatchObject({ movies: 2, duplicates: 4, channels: 0 });

    const params = { id: provider, rule: rules[0]?._id ?? '' };
    for (const _time of ['once', 'again'])
      expect(
        (await test.call('DELETE /api/admin/providers/:id/rules/:rule', { params }, admin)).body,
      ).toEqual({
        rules: [],
      });
    expect((await preview(films(5))).groups).toMatchObject([{ group: 'Varios', tipo: 'canal' }]);
  });

  it('gives way to what is chosen for the entry or its group', async () => {
    const { _id: id } = await preview(films(2) + entry('Otra (1950)', 'http://a.tv/o.ts', inGroup('Otros')));
    await choose(id, {
      groups: [{ group: 'Otros', isIncluded: true, tipo: 'documental' }],
      entries: [
        { position: 1, tipo: 'pelicula', isForAlike: true },
        { position: 2, tipo: 'canal' },
      ],
    });
    await publish(id);
    expect(await catalogue()).toEqual(['Canal Uno', 'Cosa (1991)', 'documental Otra', 'pelicula Cosa']);
  });

  it('is refused for a name that is alike to nothing in particular, and for a provider that is none', async () => {
    const { _id: id } = await preview(films(1));
    const entries: EntryChoice[] = [{ position: 2, tipo: 'serie', isForAlike: true }];
    expect((await choose(id, { entries })).body.code).toBe('import.nothing_alike');
    const params = { id: 'nadie' };
    expect((await test.call('GET /api/admin/providers/:id/rules', { params }, admin)).body.code).toBe(
      'provider.not_found',
    );
  });
});
