import { recommendationsSchema } from '@butaca/contract';
import { startFakeGenai, type FakeGenai } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoFilm as film } from '../../../../test/demo-film.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let genai: FakeGenai;
let test: TestApp;
let viewer: Person;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  genai = await startFakeGenai();
  test = await startTestApp({ GENAI_BASE_URL: genai.baseUrl, GENAI_API_KEY: 'clave-de-prueba' });
  ids = await test.app.demoTargets.videos.addDemo([
    ...['Una', 'Otra', 'Tercera', 'Ya no está'].map((title) => film(title)),
    film('De nuevo', { genres: ['Western'] }),
    film('De nuevo otra vez', { title: 'DE NUEVO', genres: ['Western'] }),
    film('La Marea Alta', { genres: ['Western'] }),
    film('De pago', { genres: ['Western'], requiresPlan: ['premium'] }),
    film('Solitaria', { genres: ['Ópera'] }),
    ...Array.from({ length: 10 }, (_, index) => film(`Relleno ${index}`)),
    ...['Oso', 'Pato', 'Gato'].map((title) => film(title, { mainSection: 'ZONA_KIDS' })),
  ]);
  viewer = await test.viewer();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await genai[Symbol.asyncDispose]();
});

function suggest(...titles: string[]): void {
  const recommendations = titles.map((title) => ({ title, reason: 'Se parece.', similarity: 'alta' }));
  const said = { recommendations, genres: ['Drama'], themes: ['Memoria'], mood: 'Sereno' };
  genai.answer('recommendations', { text: JSON.stringify(said) });
}

async function recommend(slug: string) {
  const { status, body } = await test.call(
    'GET /api/enrichment/:itemType/:itemId/recommendations',
    { params: { itemType: 'movie', itemId: ids.get(slug) ?? '' } },
    viewer,
  );
  expect(status).toBe(200);
  return recommendationsSchema.parse(body);
}

it('titles named by the model open when the catalogue has them, and are locked by the plan', async () => {
  suggest('la marea ALTA', 'De pago', 'De otra parte');
  const { recommendations, source } = await recommend('Una');
  expect(source).toBe('gemini');
  expect(recommendations).toHaveLength(6);
  expect(recommendations[0]).toMatchObject({
    title: 'La Marea Alta',
    reason: 'Se parece.',
    _id: ids.get('La Marea Alta'),
    video: { _id: ids.get('La Marea Alta'), locked: false },
  });
  expect(recommendations[1]).toMatchObject({ title: 'De pago', video: { locked: true } });
  expect(recommendations[5]).toMatchObject({ title: 'De otra parte', _id: null, video: null });
});

it('each recommendation says whether the model or the catalogue named it', async () => {
  suggest('De pago', 'De otra parte');
  const { recommendations } = await recommend('La Marea Alta');
  expect(recommendations.map(({ title, source }) => [title, source])).toEqual([
    ['De pago', 'gemini'],
    ['De nuevo', 'fallback'],
    ['De otra parte', 'gemini'],
  ]);
});

it('a title of the catalogue that shares nothing with the watched one is not recommended', async () => {
  suggest('De otra parte');
  const { recommendations } = await recommend('Solitaria');
  expect(recommendations.map(({ title }) => title)).toEqual(['De otra parte']);
});

it('children’s titles are not recommended beside other titles, even when the model names them', async () => {
  suggest('Oso', 'De pago');
  const { recommendations } = await recommend('De nuevo');
  const titles = recommendations.map(({ title }) => title);
  expect(titles[0]).toBe('De pago');
  expect(titles.filter((title) => /^(Oso|Pato|Gato)$/.test(title))).toEqual([]);
});

it('at most two recommendations are absent from the catalogue, and no title occurs twice', async () => {
  suggest('OTRA', 'Lejos', 'lejos', 'Más lejos', 'Aún más lejos', 'Tercera');
  const { recommendations } = await recommend('Otra');
  const titles = recommendations.map(({ title }) => title);
  expect(titles).not.toContain('OTRA');
  expect(titles).not.toContain('Otra');
  expect(titles[0]).toBe('Tercera');
  expect(recommendations.flatMap(({ _id, title }) => (_id === null ? title : []))).toEqual([
    'Lejos',
    'Más lejos',
  ]);
});

it('a title that the model names and the catalogue has twice is recommended once', async () => {
  suggest('De Nuevo', 'El de pago', 'Lejos');
  const { recommendations } = await recommend('De pago');
  const titles = recommendations.map(({ title }) => title.toLowerCase());
  expect(titles[0]).toBe('de nuevo');
  expect(titles.filter((title) => title === 'de nuevo')).toHaveLength(1);
  expect(titles).not.toContain('el de pago');
  expect(titles).not.toContain('de pago');
  expect(titles).toContain('lejos');
});

it('an inactive title that the model names is not opened', async () => {
  await test.db
    .updateTable('video')
    .set({ active: false })
    .where('id', '=', ids.get('Ya no está') ?? '')
    .execute();
  suggest('Ya no está');
  const { recommendations } = await recommend('Tercera');
  expect(recommendations.map(({ _id }) => _id)).not.toContain(ids.get('Ya no está'));
  expect(recommendations.find(({ title }) => title === 'Ya no está')?.video ?? null).toBeNull();
});

it('a children’s title has only children’s recommendations, whatever the model names', async () => {
  suggest('La Marea Alta', 'Terror de otra parte', 'Pato');
  const { recommendations, source } = await recommend('Oso');
  expect(source).toBe('gemini');
  expect(recommendations.map(({ title }) => title)).toEqual(['Pato', 'Gato']);
});
