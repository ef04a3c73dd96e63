import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDeviceId, startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';

let test: TestApp;
let viewer: Person;
let ids: ReadonlyMap<string, string>;
let nowMs = Date.parse('2026-11-21T12:00:00Z');

const id = (slug: string): string => ids.get(slug) ?? '';
const chapter = (chapterNumber: number) => ({ chapterNumber, title: `Capítulo ${chapterNumber}` });
const series = (slug: string) => ({
  slug,
  title: slug,
  description: '',
  tipo: 'serie' as const,
  genres: [],
  seasons: [
    { seasonNumber: 1, chapters: [chapter(1), chapter(2)] },
    { seasonNumber: 2, chapters: [chapter(1)] },
  ],
});

beforeAll(async () => {
  test = await startTestApp(
    {},
    { clock: { ...systemClock, now: () => new Date(nowMs), steadyMs: () => nowMs } },
  );
  viewer = await test.viewer('premium');
  ids = await test.app.demoTargets.videos.addDemo([
    ...['film', 'otra', 'tercera', 'vista', 'muchas'].map((slug) => ({
      slug,
      title: slug,
      description: '',
      tipo: 'pelicula' as const,
      genres: [],
    })),
    ...['serie', 'aparte'].map(series),
  ]);
});
afterAll(() => test[Symbol.asyncDispose]());

type Body = Parameters<typeof test.call<'PUT /api/videos/:id/progress'>>[1] extends
  | { body: infer B }
  | undefined
  ? B
  : never;

const saveAs = (person: Person, slug: string, body: Body) => {
  nowMs += 1_000;
  return test.call('PUT /api/videos/:id/progress', { params: { id: id(slug) }, body }, person);
};
const save = (slug: string, body: Body) => saveAs(viewer, slug, body);
const read = async (slug: string, person = viewer) =>
  (await test.call('GET /api/videos/:id/progress', { params: { id: id(slug) } }, person)).body.watchProgress;
const open = async (slug: string, person = viewer) =>
  (await test.call('GET /api/videos/:id', { params: { id: id(slug) } }, person)).body;
const continuing = async (person = viewer) =>
  (await test.call('GET /api/videos/user/continue-watching', undefined, person)).body.map(
    ({ title }) => title,
  );

describe('the progress of a film', () => {
  it('is null until something of it was watched', async () => {
    expect(await read('film')).toBeNull();
  });

  it('is the last save, visible to its person only', async () => {
    const { status, body } = await save('film', { lastTime: 120.5, duration: 6_000 });
    expect(status).toBe(200);
    expect(body.watchProgress).toMatchObject({ lastTime: 120.5, duration: 6_000, completed: false });
    expect(await read('film')).toEqual(body.watchProgress);
    expect((await open('film')).watchProgress).toEqual(body.watchProgress);
    expect(await read('film', await test.viewer('premium'))).toBeNull();
  });

  it('leaves «Continuar Viendo» when the film is watched, and returns when it is begun again', async () => {
    await save('vista', { lastTime: 10, duration: 100 });
    expect(await continuing()).toContain('vista');
    await save('vista', { lastTime: 96, duration: 100 });
    expect(await continuing()).not.toContain('vista');
    await save('vista', { lastTime: 5, duration: 100, restart: true });
    expect(await continuing()).toContain('vista');
  });

  it('returns to «Continuar Viendo» when the film is watched on after «Quitar»', async () => {
    await save('otra', { lastTime: 10, duration: 100 });
    await test.call('DELETE /api/videos/user/continue-watching/:id', { params: { id: id('otra') } }, viewer);
    expect(await continuing()).not.toContain('otra');
    expect((await read('otra'))?.lastTime).toBe(10);
    await save('otra', { lastTime: 20, duration: 100 });
    expect(await continuing()).toContain('otra');
  });

  it('of one account can be neither seen nor removed by another, an administrator’s included', async () => {
    const mine = await test.viewer('premium');
    await saveAs(mine, 'film', { lastTime: 700, duration: 3_600 });
    for (const other of [await test.viewer('premium'), await test.admin()]) {
      expect([await read('film', other), await continuing(other)]).toEqual([null, []]);
      const params = { id: id('film') };
      await test.call('DELETE /api/videos/user/continue-watching/:id', { params }, other);
    }
    expect(await read('film', mine)).toMatchObject({ lastTime: 700 });
    expect(await continuing(mine)).toHaveLength(1);
  });

  it('says when it was saved on another device', async () => {
    await save('otra', { lastTime: 30, duration: 100 });
    expect((await read('otra'))?.savedElsewhere).toBe(false);
    const phone = await test.login(viewer, newDeviceId());
    expect((await read('otra', phone))?.savedElsewhere).toBe(true);
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00'])(
    'is refused with a time before 1970: %s',
    async (at) => {
      const before = await read('tercera');
      const { status, body } = await save('tercera', { lastTime: 33, duration: 100, at });
      expect([status, body.code, body.details]).toEqual([
        400,
        'input.invalid',
        [{ path: 'at', message: 'Debe ser una fecha desde 1970.' }],
      ]);
      expect(await read('tercera')).toEqual(before);
    },
  );

  it('accepts a time in the past, and treats a time in the future as now', async () => {
    const at = (offsetMs: number) => new Date(nowMs + offsetMs).toISOString();
    await save('tercera', { lastTime: 50, duration: 100, at: at(3_600_000) });
    expect(Date.parse((await read('tercera'))?.lastWatched ?? '')).toBe(nowMs);
    await save('tercera', { lastTime: 10, duration: 100, at: at(-3_600_000) });
    expect((await read('tercera'))?.lastTime).toBe(50);
  });
});

describe('progress saved after the clock of the machine was set back an hour', () => {
  it.each([
    ['without a time', () => ({})],
    ['with the time of a moment ago', () => ({ at: new Date(nowMs - 500).toISOString() })],
  ])('is kept for a film and for a chapter, %s', async (_what, at) => {
    const person = await test.viewer('premium');
    const chapterOne = { lastSeason: 1, lastChapter: 1 };
    await saveAs(person, 'film', { lastTime: 100, duration: 6_000 });
    await saveAs(person, 'serie', { lastTime: 100, duration: 6_000, ...chapterOne });
    nowMs -= 3_600_000;
    const film = await saveAs(person, 'film', { lastTime: 200, duration: 6_000, ...at() });
    const series = await saveAs(person, 'serie', { lastTime: 200, duration: 6_000, ...chapterOne, ...at() });
    expect([film.status, film.body.watchProgress?.lastTime]).toEqual([200, 200]);
    expect([series.status, series.body.watchProgress?.lastTime]).toEqual([200, 200]);
    expect((await read('film', person))?.lastTime).toBe(200);
    expect((await open('serie', person)).seasons[0]?.chapters[0]?.lastTime).toBe(200);
    nowMs += 3_600_000;
  });
});

describe('the start-up guard of saved progress', () => {
  it('keeps the position for a minute after opening, unless the person begins again', async () => {
    const person = await test.viewer('premium');
    await saveAs(person, 'film', { lastTime: 600, duration: 6_000 });
    await open('film', person);
    const { body } = await saveAs(person, 'film', { lastTime: 1.5, duration: 6_000 });
    expect(body.watchProgress?.lastTime).toBe(600);
    await saveAs(person, 'film', { lastTime: 1.5, duration: 6_000, restart: true });
    expect((await read('film', person))?.lastTime).toBe(1.5);
  });
});

describe('the progress of a series', () => {
  it('is kept for each chapter, and moves on to the next chapter at the end of one', async () => {
    await save('serie', { lastTime: 300, duration: 1_200, lastSeason: 1, lastChapter: 1 });
    expect(await read('serie')).toMatchObject({
      lastTime: 300,
      progress: 0.25,
      lastSeason: 1,
      lastChapter: 1,
    });
    await save('serie', { lastTime: 1_199, duration: 1_200, completed: true, lastSeason: 1, lastChapter: 1 });
    expect(await read('serie')).toMatchObject({ lastTime: 0, progress: 0, lastSeason: 1, lastChapter: 2 });
    await save('serie', { lastTime: 60, duration: 1_200, lastSeason: 1, lastChapter: 2 });
    const { seasons, watchProgress } = await open('serie');
    expect(watchProgress).toMatchObject({ lastTime: 60, lastSeason: 1, lastChapter: 2, completed: false });
    expect(
      seasons.flatMap(({ chapters }) => chapters).map(({ progress, lastTime }) => [progress, lastTime]),
    ).toEqual([
      [1, 0],
      [0.05, 60],
      [0, 0],
    ]);
  });

  it('is completed at the end of the last chapter', async () => {
    await save('aparte', { lastTime: 1, duration: 100, lastSeason: 2, lastChapter: 1, completed: true });
    expect((await read('aparte'))?.completed).toBe(true);
    expect(await continuing()).not.toContain('aparte');
  });

  it('does not change for a save of a deleted chapter or without a chapter', async () => {
    const person = await test.viewer('premium');
    const end = { lastTime: 99, duration: 100, completed: true };
    const before = { lastTime: 70, lastSeason: 1, lastChapter: 2, completed: false };
    await saveAs(person, 'serie', { lastTime: 70, duration: 100, lastSeason: 1, lastChapter: 2 });
    for (const named of [{ lastSeason: 8, lastChapter: 3 }, {}]) {
      const { status, body } = await saveAs(person, 'serie', { ...end, ...named });
      expect([status, body.watchProgress]).toEqual([200, expect.objectContaining(before)]);
    }
    expect(await continuing(person)).toContain('serie');
  });

  it('accepts a late save from offline watching for its own chapter only', async () => {
    const person = await test.viewer('premium');
    await saveAs(person, 'serie', { lastTime: 70, duration: 100, lastSeason: 1, lastChapter: 2 });
    const at = new Date(nowMs - 60_000).toISOString();
    await saveAs(person, 'serie', { lastTime: 40, duration: 100, lastSeason: 1, lastChapter: 1, at });
    expect(await read('serie', person)).toMatchObject({ lastChapter: 2, lastTime: 70 });
    expect((await open('serie', person)).seasons[0]?.chapters[0]?.lastTime).toBe(40);
  });
});

it('simultaneous saves of progress are all answered, and the newest of each person is kept', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => test.viewer('premium')));
  const answers = await Promise.all(
    people.flatMap((person, index) =>
      Array.from({ length: 20 }, (_, step) =>
        test.call(
          'PUT /api/videos/:id/progress',
          {
            params: { id: id('muchas') },
            body: {
              lastTime: index * 100 + step,
              duration: 10_000,
              at: new Date(nowMs - 100_000 + step).toISOString(),
            },
          },
          person,
        ),
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  for (const [index, person] of people.entries()) {
    expect((await read('muchas', person))?.lastTime).toBe(index * 100 + 19);
  }
});

describe('an invalid save of progress', () => {
  it.each([
    ['no time', {}],
    ['a negative time', { lastTime: -1 }],
    ['a text', { lastTime: '12' }],
    ['null', { lastTime: null }],
    ['a negative length', { lastTime: 1, duration: -5 }],
    ['a length beyond any film', { lastTime: 1, duration: 1e300 }],
    ['half a chapter', { lastTime: 1, lastChapter: 1.5 }],
    ['a chapter beyond numbers', { lastTime: 1, lastChapter: 1e12 }],
    ['no date', { lastTime: 1, at: 'ayer' }],
  ])('is refused: %s', async (_what, body) => {
    const before = await read('film');
    const { status, body: answer } = await save('film', body as Body);
    expect([status, answer.code]).toEqual([400, 'input.invalid']);
    expect(await read('film')).toEqual(before);
  });

  it('is refused for an unknown video, and without a session', async () => {
    const sent = { params: { id: 'nadie' }, body: { lastTime: 1 } };
    expect((await test.call('PUT /api/videos/:id/progress', sent, viewer)).body.code).toBe('video.not_found');
    expect((await test.call('PUT /api/videos/:id/progress', sent)).status).toBe(401);
    expect((await test.call('GET /api/videos/:id/progress', sent, viewer)).status).toBe(404);
  });
});

describe('an end that the file of the film contradicts', () => {
  it('completes nothing, and the position counts by the duration of the file', async () => {
    const url = 'http://cine.ejemplo/larga.mp4';
    const film = { title: 'Larga', url, tipo: 'pelicula' as const, genres: ['Drama'] };
    const created = await test.call('POST /api/videos', { body: film }, await test.admin());
    const facts = {
      container: 'mov,mp4,m4a,3gp,3g2,mj2',
      durationSeconds: 1_320,
      startSeconds: 0,
      endSeconds: 1_320,
      video: null,
      audio: [],
      subtitles: [],
    };
    // Files are inspected with ffprobe, which this test has no need of.
    await test.db
      .insertInto('media_file')
      .values({
        address_hash: Buffer.from(hash('sha256', url, 'hex'), 'hex'),
        probed_at: new Date(),
        facts: JSON.stringify(facts),
      })
      .execute();
    const put = (body: Body) =>
      test.call('PUT /api/videos/:id/progress', { params: { id: created.body._id }, body }, viewer);
    const cut = await put({ lastTime: 5.98, duration: 5.98, progress: 1, completed: true });
    expect(cut.status).toBe(200);
    expect(cut.body.watchProgress).toMatchObject({ lastTime: 5.98, duration: 1_320, completed: false });
    nowMs += 1_000;
    const whole = await put({ lastTime: 1_319, duration: 1_319, progress: 1, completed: true });
    expect(whole.body.watchProgress).toMatchObject({ completed: true });
  });
});
