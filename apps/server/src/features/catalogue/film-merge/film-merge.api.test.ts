import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
let admin: Person;
let viewer: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.admin();
  viewer = await test.viewer();
});
afterAll(() => test[Symbol.asyncDispose]());

const addFilm = async (title: string): Promise<string> => {
  const { status, body } = await test.call(
    'POST /api/videos',
    {
      body: {
        title,
        tipo: 'pelicula',
        url: `https://a.tv/${encodeURIComponent(title)}.mp4`,
      },
    },
    admin,
  );
  expect(status).toBe(201);
  return body._id;
};

const stats = async () => (await test.call('GET /api/admin/migration/stats', {}, admin)).body;

describe('access to the film merge', () => {
  it.each([
    ['GET /api/admin/migration/stats', {}],
    ['GET /api/admin/migration/chapters', { query: { key: 'x' } }],
    ['GET /api/admin/migration/progress', {}],
    ['POST /api/admin/migration/execute', {}],
    ['POST /api/admin/migration/undo', {}],
  ] as const)('%s is for administrators alone', async (route, sent) => {
    expect(await test.call(route, sent as never)).toMatchObject({
      status: 401,
      body: { code: 'session.required' },
    });
    expect(await test.call(route, sent as never, viewer)).toMatchObject({
      status: 403,
      body: { code: 'role.forbidden' },
    });
    expect([200, 409]).toContain((await test.call(route, sent as never, admin)).status);
  });
});

describe('a film merge through the API', () => {
  it('finds nothing in an empty catalogue, and there is nothing to undo', async () => {
    expect(await stats()).toEqual({
      totalMovieChapters: 0,
      totalSeries: 0,
      totalSeasons: 0,
      seriesDetails: [],
      nameless: [],
      totalNameless: 0,
      totalRepeated: 0,
      lastRun: null,
    });
    expect(await test.call('POST /api/admin/migration/undo', {}, admin)).toMatchObject({
      status: 409,
      body: { code: 'migration.nothing_to_undo' },
    });
  });

  it('shows a dry run, runs after a backup, is visible to viewers, and is undone', async () => {
    const films = [
      await addFilm('El faro 1x01 La llegada'),
      await addFilm('El faro 2x01 Vuelta'),
      await addFilm('El faro 2x01 Vuelta [LAT]'),
      await addFilm('9x11 Suelta'),
      await addFilm('Casablanca'),
    ];
    const dry = await stats();
    expect(dry).toMatchObject({
      totalMovieChapters: 4,
      totalSeries: 1,
      totalSeasons: 2,
      seriesDetails: [
        {
          name: 'El faro',
          totalChapters: 2,
          totalSeasons: 2,
          seasons: [1, 2],
          isKnown: false,
        },
      ],
      nameless: [{ totalChapters: 1, examples: ['9x11 Suelta'] }],
      totalNameless: 1,
      totalRepeated: 1,
      lastRun: null,
    });
    const chapters = await test.call(
      'GET /api/admin/migration/chapters',
      { query: { key: dry.seriesDetails[0]?.key ?? '' } },
      admin,
    );
    expect(chapters.body.chapters.map(({ _id, title, isRepeated }) => [_id, title, isRepeated])).toEqual([
      [films[0], 'La llegada', false],
      [films[1], 'Vuelta', false],
      [films[2], 'Vuelta', true],
    ]);

    const save = await test.call(
      'PUT /api/videos/:id/progress',
      { params: { id: films[0] ?? '' }, body: { lastTime: 300, duration: 1_000 } },
      viewer,
    );
    expect(save.status).toBe(200);

    const done = await test.call(
      'POST /api/admin/migration/execute',
      { body: { names: { [dry.nameless[0]?.key ?? '']: 'Suelta al fin' } } },
      admin,
    );
    expect(done).toMatchObject({
      status: 200,
      body: { totalProcessed: 3, seriesCreated: 2, seriesUpdated: 0, moviesDeleted: 3 },
    });
    expect(done.body.seriesDetails).toEqual(['El faro', 'Suelta al fin']);
    const backups = await test.call('GET /api/admin/backups', {}, admin);
    expect(backups.body.backups).toMatchObject([
      { name: done.body.backupName, origin: 'migration', contents: { videos: 5 } },
    ]);

    const series = await test.call('GET /api/videos', { query: { tipo: 'serie' } }, viewer);
    const faro = series.body.videos.find(({ title }) => title === 'El faro');
    expect(faro).toMatchObject({ seasonCount: 2, chapterCount: 2 });
    const opened = await test.call('GET /api/videos/:id', { params: { id: faro?._id ?? '' } }, viewer);
    expect(opened.body.seasons?.[0]?.chapters?.[0]).toMatchObject({ title: 'La llegada', progress: 0.3 });
    const continuing = await test.call('GET /api/videos/user/continue-watching', {}, viewer);
    expect(continuing.body).toMatchObject([
      { _id: faro?._id, watchProgress: { lastTime: 300, lastSeason: 1, lastChapter: 1 } },
    ]);

    const after = await stats();
    expect(after).toMatchObject({ totalSeries: 0, lastRun: { username: 'jefa', moviesDeleted: 3 } });
    expect(await test.call('POST /api/admin/migration/execute', {}, admin)).toMatchObject({
      status: 200,
      body: { totalProcessed: 0, seriesCreated: 0, moviesDeleted: 0 },
    });

    const undone = await test.call('POST /api/admin/migration/undo', {}, admin);
    expect(undone.body).toEqual({
      message: 'Migración deshecha: 3 películas recuperadas, 2 series eliminadas.',
      moviesRestored: 3,
      seriesDeleted: 2,
    });
    expect(await stats()).toEqual(dry);
    expect((await test.call('GET /api/videos/:id', { params: { id: films[0] ?? '' } }, viewer)).status).toBe(
      200,
    );
    const again = await test.call('GET /api/videos/user/continue-watching', {}, viewer);
    expect(again.body).toMatchObject([{ _id: films[0], watchProgress: { lastTime: 300 } }]);
    const audit = await test.call('GET /api/admin/audit', { query: { action: 'migration' } }, admin);
    expect(audit.body.entries.map(({ action }) => action)).toEqual(['migration.undo', 'migration.execute']);
  });

  it('is refused while another one runs', async () => {
    const execute = () => test.call('POST /api/admin/migration/execute', {}, admin);
    const answers = await Promise.all([execute(), execute(), execute()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toBe(
      'Ya hay una migración en curso. Espera a que termine y vuelve a intentarlo.',
    );
  });

  it.each([
    [{ names: { a: 7 } }],
    [{ names: { a: 'x'.repeat(301) } }],
    [{ names: 'El faro' }],
    [{ names: { ['k'.repeat(401)]: 'x' } }],
  ])('refuses invalid names: %#', async (body) => {
    const answer = await test.call('POST /api/admin/migration/execute', { body: body as never }, admin);
    expect(answer).toMatchObject({ status: 400, body: { code: 'input.invalid' } });
  });
});
