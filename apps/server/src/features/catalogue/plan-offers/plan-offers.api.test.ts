import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
});
afterAll(() => test[Symbol.asyncDispose]());

const read = async (person: Person) => (await test.call('GET /api/plans', {}, person)).body;
const set = (
  plans: {
    key: 'gplay' | 'premium' | 'sports';
    name?: string;
    price?: string;
    isHidden?: boolean;
    position?: number;
  }[],
) => test.call('PUT /api/admin/plans', { body: { plans } }, admin);
const addFilm = (title: string, more: object = {}) =>
  test.call(
    'POST /api/videos',
    {
      body: { title, tipo: 'pelicula', url: `https://vod.example/${encodeURIComponent(title)}.mp4`, ...more },
    },
    admin,
  );

describe('the page of plans', () => {
  it('has the person’s own plan alone while the catalogue is empty', async () => {
    const viewer = await test.viewer('estandar');
    const { current, plans, request } = await read(viewer);
    expect(current).toBe('estandar');
    expect(request).toBeNull();
    expect(plans.map(({ key, name, areas, samples }) => [key, name, areas, samples])).toEqual([
      ['estandar', 'Estándar', [], []],
    ]);
  });

  it('counts what each plan opens, and shows first what the plan before does not open', async () => {
    const viewer = await test.viewer();
    await addFilm('Para todos');
    await addFilm('En 4K', { mainSection: 'CINE_4K', requiresPlan: [] });
    await addFilm('Solo premium', { requiresPlan: ['premium'] });
    await addFilm('Medianoche', { requiresPlan: ['premium'], genres: ['Adultos'] });
    await test.call(
      'POST /api/channels/admin',
      { body: { name: 'Canal Uno', url: 'https://tv.example/1.m3u8' } },
      admin,
    );
    const { plans } = await read(viewer);
    const areasOf = (key: string) =>
      plans.find((plan) => plan.key === key)?.areas.map(({ name, open, total }) => [name, open, total]);
    expect(areasOf('gplay')).toEqual([
      ['TV en Vivo', 0, 1],
      ['Películas', 1, 3],
      ['CINE 4K UHD', 0, 1],
    ]);
    expect(areasOf('premium')).toEqual([
      ['TV en Vivo', 1, 1],
      ['Películas', 3, 3],
      ['CINE 4K UHD', 1, 1],
    ]);
    const samplesOf = (key: string) =>
      plans.find((plan) => plan.key === key)?.samples.map(({ title }) => title);
    expect(samplesOf('gplay')).toEqual(['Para todos']);
    expect(samplesOf('sports')).toEqual(['Canal Uno', 'Para todos']);
    expect(samplesOf('premium')?.toSorted()).toEqual(['Canal Uno', 'En 4K', 'Para todos', 'Solo premium']);
  });

  it('has cards only for plans that differ, and for a person’s own plan and the one that they ask for', async () => {
    const keysFor = async (person: Person) => (await read(person)).plans.map(({ key }) => key);
    expect(await keysFor(await test.viewer('gplay'))).toEqual(['gplay', 'cinefilo', 'sports', 'premium']);
    expect(await keysFor(await test.viewer('estandar'))).toEqual([
      'estandar',
      'cinefilo',
      'sports',
      'premium',
    ]);
    expect(await keysFor(admin)).toEqual(['gplay', 'cinefilo', 'sports', 'premium']);
    const asking = await test.viewer('gplay');
    await test.call('POST /api/plans/request', { body: { plan: 'estandar' } }, asking);
    expect(await keysFor(asking)).toEqual(['gplay', 'estandar', 'cinefilo', 'sports', 'premium']);
  });

  it('tells administrators what every plan opens, and which plans open the same', async () => {
    const { status, body } = await test.call('GET /api/admin/plans/openings', {}, admin);
    expect(status).toBe(200);
    expect(body.map(({ key, open, total, alike }) => [key, open, total, alike])).toEqual([
      ['gplay', 1, 5, ['estandar']],
      ['estandar', 1, 5, ['gplay']],
      ['cinefilo', 2, 5, []],
      ['sports', 2, 5, []],
      ['premium', 5, 5, []],
    ]);
    expect(body[2]?.areas).toEqual([
      { key: 'tv', name: 'TV en Vivo', open: 0, total: 1 },
      { key: 'pelicula', name: 'Películas', open: 1, total: 3 },
      { key: 'CINE_4K', name: 'CINE 4K UHD', open: 1, total: 1 },
    ]);
    const viewer = await test.viewer();
    expect((await test.call('GET /api/admin/plans/openings', {}, viewer)).status).toBe(403);
  });

  it('names no address of a stream or of a provider’s image', async () => {
    await addFilm('Con cartel', { customThumbnail: 'https://carteles.example/secreto.jpg' });
    const text = JSON.stringify(await read(await test.viewer()));
    expect(text).toContain('/api/images/video/');
    expect(text).not.toMatch(/vod\.example|tv\.example|carteles\.example/);
  });

  it('follows the operator’s names, prices and order, and leaves hidden plans out', async () => {
    await set([
      { key: 'premium', name: 'Todo incluido', price: '9,99 € al mes', position: 0 },
      { key: 'gplay', position: 4 },
      { key: 'sports', isHidden: true },
    ]);
    const { plans } = await read(await test.viewer());
    expect(plans.map(({ key }) => key)).not.toContain('sports');
    expect(plans[0]).toMatchObject({ key: 'premium', name: 'Todo incluido', price: '9,99 € al mes' });
    expect(plans.at(-1)?.key).toBe('gplay');
    expect((await read(await test.viewer('sports'))).plans.map(({ key }) => key)).toContain('sports');
    const { body: audit } = await test.call('GET /api/admin/audit', { query: { action: 'plan' } }, admin);
    expect(audit.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          subjectId: 'sports',
          before: { isHidden: false },
          after: { isHidden: true },
        }),
      ]),
    );
  });

  it.each([
    { key: 'premium' as const, name: 'x'.repeat(41) },
    { key: 'premium' as const, price: 'x'.repeat(61) },
    { key: 'premium' as const, position: 5 },
    { key: 'premium' as const, position: -1 },
  ])('refuses %o', async (change) => {
    expect((await set([change])).body.code).toBe('input.invalid');
  });

  it('is for people who are signed in', async () => {
    expect((await test.call('GET /api/plans', {})).status).toBe(401);
  });
});
