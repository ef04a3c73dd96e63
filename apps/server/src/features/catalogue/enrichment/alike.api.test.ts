import { countWaitingForLocks } from '@butaca/db/testing';
import { createVirtualClock } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoFilm } from '../../../../test/demo-film.ts';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { createAlikeRepository } from './alike.repository.ts';

const clock = createVirtualClock(new Date().toISOString());
let test: TestApp;
let viewer: Person;
let ids: ReadonlyMap<string, string>;

const film = (slug: string, more: object = {}) => demoFilm(slug, { genres: ['Esgrima'], ...more });

const idOf = (slug: string): string => ids.get(slug) ?? '';

beforeAll(async () => {
  // The rows of the home page are awaited for half a second, which does not pass here unless a test lets it.
  test = await startTestApp({}, { clock });
  ids = await test.app.demoTargets.videos.addDemo([
    film('Relámpago', { genres: ['Terror', 'Misterio'], description: 'Un faro abandonado en la tormenta.' }),
    film('Relámpago 2', { genres: ['Comedia'] }),
    film('Ambos géneros', { genres: ['Terror', 'Misterio'] }),
    film('Un género', { genres: ['Terror', 'Comedia'] }),
    film('Habla del faro', { genres: ['Terror', 'Comedia'], description: 'Otro faro abandonado.' }),
    film('Vista por los mismos', { genres: ['Musical'] }),
    film('De pago', { genres: ['Terror', 'Misterio'], requiresPlan: ['premium'] }),
    film('Nada en común', { genres: ['Musical'] }),
    ...Array.from({ length: 8 }, (_, index) => film(`Relleno ${index}`)),
    film('Dragón', { mainSection: 'ZONA_KIDS', genres: ['Infantil', 'Terror'] }),
    film('Conejo', { mainSection: 'ZONA_KIDS', genres: ['Infantil'] }),
    { ...film('Oso'), tipo: 'zona kids', mainSection: null, genres: ['Infantil'] },
    { ...film('Pato'), tipo: 'serie', mainSection: null, subcategoria: 'ZONA KIDS', genres: ['Animación'] },
  ]);
  viewer = await test.viewer();
});
afterAll(() => test[Symbol.asyncDispose]());

async function recommend(slug: string, person = viewer) {
  const { body } = await test.call(
    'GET /api/enrichment/:itemType/:itemId/recommendations',
    { params: { itemType: 'movie', itemId: idOf(slug) } },
    person,
  );
  return body;
}

const watch = (person: Person, slug: string, progress = 1) =>
  test.call(
    'PUT /api/videos/:id/progress',
    {
      params: { id: idOf(slug) },
      body: { lastTime: 5_000 * progress, duration: 5_000, progress, completed: progress === 1 },
    },
    person,
  );

async function titlesFor(slug: string, person = viewer): Promise<string[]> {
  return (await recommend(slug, person)).recommendations.map(({ title }) => title);
}

const keep = (person: Person, slug: string) =>
  test.call('PUT /api/favourites/:itemType/:id', { params: { itemType: 'video', id: idOf(slug) } }, person);
const homeOf = async (person: Person) => (await test.call('GET /api/home', {}, person)).body;
const titlesOf = (rows: readonly { videos: { title: string }[] }[]) =>
  rows.flatMap(({ videos }) => videos.map(({ title }) => title));

describe('recommendations without a model', () => {
  it('are the titles of the catalogue that share a fact with it, each with that fact as its reason', async () => {
    const { recommendations, source } = await recommend('Relámpago');
    expect(source).toBe('fallback');
    for (const { _id, video } of recommendations) expect(_id).toBe(video?._id);
    expect(Object.fromEntries(recommendations.map(({ title, reason }) => [title, reason]))).toEqual({
      'Relámpago 2': 'Su título empieza como «Relámpago».',
      'Ambos géneros': 'También es de misterio y terror.',
      'De pago': 'También es de misterio y terror.',
      'Habla del faro': 'También es de terror.',
      'Un género': 'También es de terror.',
    });
  });

  it('rank titles by shared genres, shared words and the same beginning, without the title', async () => {
    const titles = await titlesFor('Relámpago');
    expect(titles).not.toContain('Relámpago');
    expect(titles).toContain('Relámpago 2');
    expect(titles.indexOf('Ambos géneros')).toBeLessThan(titles.indexOf('Un género'));
    expect(titles.indexOf('Habla del faro')).toBeLessThan(titles.indexOf('Un género'));
  });

  it('are the same for the same title each time', async () => {
    const repository = createAlikeRepository(test.db);
    const compared = {
      id: idOf('Relámpago'),
      titleSort: 'relampago',
      tipo: 'pelicula' as const,
      genres: ['terror', 'misterio'],
      mainSection: 'POR_GENERO',
      subcategoria: null,
      releaseYear: null,
      words: ['faro', 'abandonado', 'tormenta'],
      beginning: 'relampago%',
      isForKids: false,
    };
    const first = await repository.list(compared, 60);
    expect(first.length).toBeGreaterThan(6);
    for (let count = 0; count < 3; count += 1) expect(await repository.list(compared, 60)).toEqual(first);
  });

  it('are locked where the plan does not open them', async () => {
    const card = (await recommend('Relámpago')).recommendations.find(({ title }) => title === 'De pago');
    expect(card?.video?.locked).toBe(true);
    const premium = await test.viewer('premium');
    const open = (await recommend('Relámpago', premium)).recommendations.find(
      ({ title }) => title === 'De pago',
    );
    expect(open?.video?.locked).toBe(false);
  });

  it('of a children’s title are only children’s titles', async () => {
    const titles = await titlesFor('Dragón');
    expect(titles.toSorted()).toEqual(['Conejo', 'Oso', 'Pato']);
  });

  it('leave out inactive titles', async () => {
    await test.db
      .updateTable('video')
      .set({ active: false })
      .where('id', '=', idOf('Nada en común'))
      .execute();
    expect(await titlesFor('Vista por los mismos')).not.toContain('Nada en común');
  });

  it('leave out titles that the person has begun, for that person only', async () => {
    const person = await test.viewer();
    await watch(person, 'Ambos géneros', 0.5);
    expect(await titlesFor('Relámpago', person)).not.toContain('Ambos géneros');
    expect(await titlesFor('Relámpago')).toContain('Ambos géneros');
  });

  it('put first what other viewers of the title watched, and give that as the reason', async () => {
    for (let count = 0; count < 4; count += 1) {
      const person = await test.viewer();
      await watch(person, 'Un género');
      await watch(person, 'Vista por los mismos');
    }
    const { recommendations } = await recommend('Un género');
    expect(recommendations[0]).toMatchObject({
      title: 'Vista por los mismos',
      reason: 'Quienes vieron «Un género» también vieron este título.',
      similarity: 'alta',
    });
  });
});

describe('the home rows «Porque viste»', () => {
  it('are empty for a person who has watched nothing', async () => {
    const { body } = await test.call('GET /api/home', {}, await test.viewer());
    expect(body.becauseYouWatched).toEqual([]);
  });

  it('are at most two, for the last titles watched, without watched titles or duplicates', async () => {
    const person = await test.viewer();
    for (const slug of ['Relleno 0', 'Ambos géneros', 'Relámpago']) await watch(person, slug);
    const { body } = await test.call('GET /api/home', {}, person);
    const rows = body.becauseYouWatched;
    expect(rows.map(({ videoId }) => videoId)).toContain(idOf('Relámpago'));
    expect(rows.length).toBeLessThanOrEqual(2);
    const shown = rows.flatMap(({ videos }) => videos.map(({ title }) => title));
    expect(new Set(shown).size).toBe(shown.length);
    for (const watched of ['Relleno 0', 'Ambos géneros', 'Relámpago']) expect(shown).not.toContain(watched);
  });
});

describe('the home row «Títulos parecidos a …»', () => {
  it('is empty for a person whose list is empty', async () => {
    expect((await homeOf(await test.viewer())).moreLikeThis).toEqual([]);
  });

  it('is one row for the title added last to the list, without titles on the list or begun', async () => {
    const person = await test.viewer();
    for (const slug of ['Relleno 0', 'Un género', 'Relámpago']) await keep(person, slug);
    await watch(person, 'Ambos géneros', 0.1);
    const { moreLikeThis } = await homeOf(person);
    expect(moreLikeThis).toMatchObject([{ title: 'Relámpago', videoId: idOf('Relámpago') }]);
    const titles = titlesOf(moreLikeThis);
    expect(titles).toContain('Relámpago 2');
    for (const slug of ['Relámpago', 'Un género', 'Ambos géneros', 'Relleno 0']) {
      expect(titles).not.toContain(slug);
    }
  });

  it('never repeats the title of a «Porque viste» row, nor a title shown in one', async () => {
    const person = await test.viewer();
    for (const slug of ['Relleno 1', 'Relámpago']) await keep(person, slug);
    await watch(person, 'Relámpago');
    const { becauseYouWatched, moreLikeThis } = await homeOf(person);
    expect(becauseYouWatched.map(({ videoId }) => videoId)).toEqual([idOf('Relámpago')]);
    expect(moreLikeThis.map(({ videoId }) => videoId)).not.toContain(idOf('Relámpago'));
    const because = new Set(titlesOf(becauseYouWatched));
    expect(titlesOf(moreLikeThis).filter((title) => because.has(title))).toEqual([]);
  });

  it('of a children’s title holds only children’s titles, locked by the plan', async () => {
    const child = await test.viewer();
    await keep(child, 'Dragón');
    expect(titlesOf((await homeOf(child)).moreLikeThis).toSorted()).toEqual(['Conejo', 'Oso', 'Pato']);
    for (const [plan, locked] of [
      ['gplay', true],
      ['premium', false],
    ] as const) {
      const person = await test.viewer(plan);
      await keep(person, 'Relámpago');
      const shown = (await homeOf(person)).moreLikeThis.flatMap(({ videos }) => videos);
      expect(shown.find(({ title }) => title === 'De pago')?.locked).toBe(locked);
    }
  });

  it('loses a title as soon as the title is deactivated', async () => {
    const person = await test.viewer();
    await keep(person, 'Relámpago');
    expect(titlesOf((await homeOf(person)).moreLikeThis)).toContain('Relámpago 2');
    const boss = await test.admin();
    const sent = { params: { id: idOf('Relámpago 2') } };
    await test.call('DELETE /api/videos/:id', sent, boss);
    expect(titlesOf((await homeOf(person)).moreLikeThis)).not.toContain('Relámpago 2');
  });
});

describe('recommendations of a title with a single viewer', () => {
  it('include what viewers of the most similar titles watched', async () => {
    const more = await test.app.demoTargets.videos.addDemo([
      film('Destino', { genres: ['Deporte'] }),
      film('Origen', { genres: ['Bélico'] }),
      film('Puente', { genres: ['Bélico'] }),
      ...Array.from({ length: 12 }, (_, index) => film(`Trinchera ${index}`, { genres: ['Bélico'] })),
    ]);
    ids = new Map([...ids, ...more]);
    const alone = await test.viewer();
    await watch(alone, 'Origen');
    await watch(alone, 'Puente');
    for (let count = 0; count < 4; count += 1) {
      const person = await test.viewer();
      await watch(person, 'Puente');
      await watch(person, 'Destino');
    }
    expect((await titlesFor('Origen')).slice(0, 2).toSorted()).toEqual(['Destino', 'Puente']);
  });
});

describe('a title that the catalogue has twice', () => {
  beforeAll(async () => {
    const western = (slug: string, title = slug) => film(slug, { title, genres: ['Western'] });
    const more = await test.app.demoTargets.videos.addDemo([
      western('doble', 'El Doble'),
      western('doble otra vez', 'EL DOBLE'),
      western('gemela', 'Gemela'),
      western('gemela otra vez', 'La gemela'),
      ...Array.from({ length: 4 }, (_, index) => western(`Desierto ${index}`)),
    ]);
    ids = new Map([...ids, ...more]);
  });
  const foldedOf = (titles: readonly string[]) => titles.map((title) => title.toLowerCase());

  it('is not recommended for its own copy, and two copies are recommended once', async () => {
    const titles = foldedOf(await titlesFor('doble'));
    expect(titles).not.toContain('el doble');
    expect(titles.filter((title) => title.endsWith('gemela'))).toHaveLength(1);
  });

  it('counts as begun when either copy is begun', async () => {
    for (const slug of ['gemela', 'gemela otra vez']) {
      const person = await test.viewer();
      await watch(person, slug, 0.5);
      const titles = foldedOf(await titlesFor('doble', person));
      expect(titles.filter((title) => title.endsWith('gemela'))).toEqual([]);
    }
  });

  it('gets one «Porque viste» row for both copies, and the row does not contain it', async () => {
    const person = await test.viewer();
    for (const slug of ['doble', 'doble otra vez']) {
      await watch(person, slug);
      await keep(person, slug);
    }
    const { becauseYouWatched, moreLikeThis } = await homeOf(person);
    expect([becauseYouWatched.length, moreLikeThis.length]).toEqual([1, 0]);
    expect(foldedOf(titlesOf(becauseYouWatched))).not.toContain('el doble');
  });

  it('is left out of «Títulos parecidos a …» when either copy is on the list', async () => {
    const person = await test.viewer();
    for (const slug of ['gemela', 'gemela otra vez', 'doble']) {
      await keep(person, slug);
      const titles = foldedOf(titlesOf((await homeOf(person)).moreLikeThis));
      expect(titles.filter((title) => title.endsWith('gemela'))).toEqual([]);
    }
  });
});

describe('the home page', () => {
  it('is answered without similar titles when finding them fails or takes too long', async () => {
    const more = await test.app.demoTargets.videos.addDemo([film('Recién llegada')]);
    ids = new Map([...ids, ...more]);
    const person = await test.viewer();
    await keep(person, 'Recién llegada');
    const expectBare = async () => {
      const { status, body } = await test.call('GET /api/home', {}, person);
      expect([status, body.moreLikeThis, body.becauseYouWatched]).toEqual([200, [], []]);
      expect(body.recentlyAdded.length).toBeGreaterThan(0);
    };
    await sql`alter table video_genre rename to elsewhere`.execute(test.db);
    await expectBare();
    expect(test.logged.join('\n')).toContain('the home page is without what is alike');
    await sql`alter table elsewhere rename to video_genre`.execute(test.db);
    await test.db.transaction().execute(async (holder) => {
      await sql`lock table video_genre in access exclusive mode`.execute(holder);
      const answered = expectBare();
      await vi.waitFor(async () => expect(await countWaitingForLocks(holder)).toBeGreaterThan(0));
      await clock.advance(500);
      await answered;
      // The query for similar videos still waits for the table lock, so the home page was answered without waiting for
      // it.
      expect(await countWaitingForLocks(holder)).toBeGreaterThan(0);
    });
    await vi.waitFor(async () => expect((await homeOf(person)).moreLikeThis).toHaveLength(1));
  });
});
