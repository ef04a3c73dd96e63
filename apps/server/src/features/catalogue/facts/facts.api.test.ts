import { importWriteLock } from '@butaca/db';
import { fakeTmdbKey, startFakeTmdb, type FakeSource, type FakeWork } from '@butaca/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type Person, type TestApp } from '../../../../test/test-app.ts';
import { uploadList } from '../../../../test/upload-list.ts';

let fake: FakeSource;
let test: TestApp;
let admin: Person;

beforeAll(async () => {
  fake = await startFakeTmdb();
  test = await startTestApp(
    { UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' },
    { factSourceUrls: { tmdb: fake.baseUrl } },
  );
  admin = await test.admin();
  await test.app.startBackgroundWork();
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});

const matrix: FakeWork = {
  id: 603,
  kind: 'film',
  name: 'Matrix',
  originalName: 'The Matrix',
  date: '1999-03-31',
  runtime: 136,
  overview: 'Un programador despierta.',
  genres: ['Acción'],
  cast: ['Ana Uno'],
  director: 'Lana Dos',
  rating: 8.2,
  trailer: 'dQw4w9WgXcQ',
};
const labyrinth: FakeWork = {
  id: 2,
  kind: 'film',
  name: 'El laberinto del fauno',
  originalName: 'El laberinto del fauno',
  date: '2006-10-11',
  overview: 'Una niña y un fauno.',
};
const carrie = (id: number, year: number): FakeWork => ({
  id,
  kind: 'film',
  name: 'Carrie',
  originalName: 'Carrie',
  date: `${year}-11-03`,
  overview: `La de ${year}.`,
});

const list = (...names: string[]): string =>
  ['#EXTM3U', ...names.flatMap((name) => [`#EXTINF:-1,${name}`, addressOf(name)])].join('\n');
const addressOf = (name: string): string =>
  `http://127.0.0.1:9/movie/u/p/${Buffer.from(name).toString('hex')}.mkv`;

beforeEach(async () => {
  await test.clearCatalogue();
  await test.db.deleteFrom('title_match').execute();
  await test.db.deleteFrom('work_facts').execute();
  await test.db
    .updateTable('fact_source')
    .set({ sealed_key: null, error_code: null, error_count: 0, failing_since: null, retry_at: null })
    .execute();
  Object.assign(fake, {
    manner: 'good',
    calls: [],
    works: [matrix, labyrinth, carrie(3, 1976), carrie(4, 2013)],
  });
  await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
});

const facts = async () => (await test.call('GET /api/admin/facts', {}, admin)).body;
const useKey = () => test.call('PUT /api/admin/facts', { body: { tmdbKey: fakeTmdbKey } }, admin);
const looked = () => expect.poll(async () => (await facts()).state).toBe('done');
async function importList(...names: string[]): Promise<void> {
  const { status } = await uploadList(test, admin, 'POST /api/videos/upload-text', {
    content: list(...names),
    form: { categoria: 'pelicula', subcategoria: 'POR_GENERO' },
  });
  expect(status).toBeLessThan(300);
}

async function findVideo(title: string) {
  const { id } = await test.db
    .selectFrom('video')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return { id, card: (await test.call('GET /api/videos/:id', { params: { id } }, admin)).body };
}
const describedAs = async (title: string) => (await findVideo(title)).card.description;
const matches = async (state: 'unsure' | 'decided' | 'matched') =>
  (await test.call('GET /api/admin/facts/matches', { query: { state } }, admin)).body.matches;

describe('facts of titles of a list', () => {
  it('come from TMDB once its key is pasted, and say from where', async () => {
    await importList('Matrix (1999) 1080p [LAT]', 'El laberinto del fauno');
    expect(await facts()).toMatchObject({ state: 'off', titles: 2, looked: 0 });
    expect((await useKey()).body.sources[0]).toMatchObject({ key: 'tmdb', keyFrom: 'panel' });
    await looked();
    const { id, card } = await findVideo('Matrix');
    expect(card).toMatchObject({
      description: 'Un programador despierta.',
      rating: 8.2,
      trailerUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    });
    expect(card.thumbnail).toContain(id);
    expect(card.backdrop).toContain(id);
    const row = await test.db.selectFrom('video').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      tmdb_thumbnail: 'https://image.tmdb.org/t/p/w500/cartel603.jpg',
      duration_seconds: 8_160,
      director: 'Lana Dos',
      cast_names: ['Ana Uno'],
      fact_sources: { description: 'tmdb', backdrop: 'tmdb', tmdb_thumbnail: 'tmdb' },
    });
    // The year is shown, and does not become a part of what identifies the title.
    const fauno = await findVideo('El laberinto del fauno');
    expect(fauno.card.releaseYear).toBe(2006);
    expect(
      await test.db.selectFrom('video').select('release_year').where('id', '=', fauno.id).execute(),
    ).toEqual([{ release_year: null }]);
    expect((await facts()).sentence).toBe('2 de 2 títulos, 0 por confirmar');
    // The key is sealed, and in no log.
    const { sealed_key: sealed } = await test.db
      .selectFrom('fact_source')
      .select('sealed_key')
      .where('name', '=', 'tmdb')
      .executeTakeFirstOrThrow();
    expect(sealed?.includes(fakeTmdbKey)).toBe(false);
    expect(test.logged.join('')).not.toContain(fakeTmdbKey);
  });

  it('wait for a decision where that is not certain, with candidates and an undo', async () => {
    await importList('Carrie', 'Matrix (1999)');
    await useKey();
    await looked();
    const [match] = await matches('unsure');
    expect(match).toMatchObject({ title: 'Carrie', titles: 1, work: null, decision: null });
    expect(match?.candidates.map(({ year }) => year)).toEqual([1976, 2013]);
    expect(await describedAs('Carrie')).toBe('');
    const id = match?._id ?? '';
    const decided = await test.call(
      'PUT /api/admin/facts/matches/:id',
      { params: { id }, body: { source: 'tmdb', workId: 'movie/4' } },
      admin,
    );
    expect(decided.body).toMatchObject({ work: { year: 2013 }, decision: { username: 'jefa' } });
    await expect.poll(() => describedAs('Carrie')).toBe('La de 2013.');
    const undone = await test.call('DELETE /api/admin/facts/matches/:id', { params: { id } }, admin);
    expect(undone.body).toMatchObject({ work: null, decision: null });
    expect(await describedAs('Carrie')).toBe('');
    const again = await test.call('DELETE /api/admin/facts/matches/:id', { params: { id } }, admin);
    expect([again.status, again.body.code]).toEqual([404, 'match.not_decided']);
    const other = { params: { id }, body: { source: 'tmdb', workId: 'movie/603' } } as const;
    expect((await test.call('PUT /api/admin/facts/matches/:id', other, admin)).body.code).toBe(
      'match.candidate_unknown',
    );
  });

  it('are not decided while an import writes, and nothing has changed then', async () => {
    await importList('Carrie');
    await useKey();
    await looked();
    const [match] = await matches('unsure');
    const importing = await test.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(${importWriteLock})`.execute(importing);
    const chosen = { params: { id: match?._id ?? '' }, body: { source: 'tmdb', workId: 'movie/3' } } as const;
    const refused = await test.call('PUT /api/admin/facts/matches/:id', chosen, admin);
    expect([refused.status, refused.body.code]).toEqual([409, 'import.running']);
    await importing.rollback().execute();
    expect(await matches('unsure')).toEqual([match]);
    expect((await test.call('PUT /api/admin/facts/matches/:id', chosen, admin)).status).toBe(200);
  });

  it('keep what was decided when the list is imported again', async () => {
    await importList('Carrie');
    await useKey();
    await looked();
    const [match] = await matches('unsure');
    await test.call(
      'PUT /api/admin/facts/matches/:id',
      { params: { id: match?._id ?? '' }, body: { source: 'tmdb', workId: 'movie/3' } },
      admin,
    );
    await expect.poll(() => describedAs('Carrie')).toBe('La de 1976.');
    await test.db.deleteFrom('video').execute();
    await importList('Carrie 1080p [LAT]');
    expect(await test.db.selectFrom('video').select('title').execute()).toEqual([{ title: 'Carrie' }]);
    await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
    await expect.poll(() => describedAs('Carrie')).toBe('La de 1976.');
    expect((await matches('decided')).map(({ titles }) => titles)).toEqual([1]);
    // The import keeps a film in 4K as a title of its own; it is the same work.
    await importList('CARRIE 4K');
    await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
    await expect.poll(() => describedAs('CARRIE 4K')).toBe('La de 1976.');
    expect((await matches('decided')).map(({ titles }) => titles)).toEqual([2]);
  });

  it('are looked for again when a key comes that may know what was not recognised before', async () => {
    fake.works = [];
    await importList('Matrix (1999)');
    await useKey();
    await looked();
    fake.works = [matrix];
    await useKey();
    await expect.poll(() => describedAs('Matrix')).toBe('Un programador despierta.');
  });

  it('never replace what an administrator has written, until it goes back to the automatic', async () => {
    await importList('Matrix (1999)');
    await useKey();
    await looked();
    const { id } = await findVideo('Matrix');
    const stored = (await test.call('GET /api/videos/:id?view=admin', { params: { id } }, admin)).body;
    const saved = await test.call(
      'PUT /api/videos/:id',
      {
        params: { id },
        body: {
          title: stored.title,
          tipo: 'pelicula',
          url: stored.url ?? '',
          description: 'Escrita a mano.',
        },
      },
      admin,
    );
    expect(saved.status).toBe(200);
    await test.db
      .updateTable('title_match')
      .set({ next_look_at: new Date(0) })
      .execute();
    await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
    await expect
      .poll(async () =>
        (
          await test.db.selectFrom('title_match').select('next_look_at').executeTakeFirstOrThrow()
        ).next_look_at?.getTime(),
      )
      .toBeGreaterThan(0);
    expect(await describedAs('Matrix')).toBe('Escrita a mano.');
    const back = () =>
      test.call(
        'POST /api/admin/videos/:id/automatic',
        { params: { id }, body: { fields: ['description'] } },
        admin,
      );
    expect((await back()).body.message).toContain('Vuelve');
    expect(await describedAs('Matrix')).toBe('Un programador despierta.');
    expect((await back()).body.message).toContain('Nadie');
  });
});

describe('a source that does not answer', () => {
  it('is asked again only after the time that it names, and nothing is lost', async () => {
    fake.manner = 'busy';
    fake.retryAfterSeconds = 600;
    await importList('Matrix (1999)');
    await useKey();
    await expect.poll(async () => (await facts()).state).toBe('waiting');
    const { waitsUntil, sources } = await facts();
    expect(new Date(waitsUntil ?? 0).getTime() - Date.now()).toBeGreaterThan(500_000);
    // A failure of less than a day is not said.
    expect(sources[0]?.failure).toBeNull();
    expect(fake.calls).toHaveLength(1);
    fake.manner = 'good';
    await test.db.updateTable('fact_source').set({ retry_at: null }).execute();
    await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
    await looked();
    expect(await describedAs('Matrix')).toBe('Un programador despierta.');
  });

  it('says that a stored key cannot be opened, and what to do', async () => {
    await importList('Matrix (1999)');
    await test.db
      .updateTable('fact_source')
      .set({ sealed_key: Buffer.alloc(60) })
      .where('name', '=', 'tmdb')
      .execute();
    const { state, sources } = await facts();
    expect(state).toBe('off');
    expect(sources[0]?.failure).toContain('Vuelve a pegarla');
  });

  it('says at once that a key is refused, and takes another one', async () => {
    await importList('Matrix (1999)');
    await test.call('PUT /api/admin/facts', { body: { tmdbKey: 'f'.repeat(32) } }, admin);
    await expect.poll(async () => (await facts()).sources[0]?.failure ?? '').toContain('No acepta la clave');
    await useKey();
    await looked();
    expect((await facts()).sources[0]?.failure).toBeNull();
  });

  it.each([
    ['broken', 'down'],
    ['html', 'unreadable'],
  ] as const)(
    'is left alone for a minute when it is %s, and keeps its key to itself',
    async (manner, failure) => {
      fake.manner = manner;
      await importList('Matrix (1999)');
      await useKey();
      await expect.poll(async () => (await facts()).state).toBe('waiting');
      const stored = await test.db
        .selectFrom('fact_source')
        .select(['error_code', 'error_count'])
        .where('name', '=', 'tmdb')
        .executeTakeFirst();
      expect(stored).toEqual({ error_code: failure, error_count: 1 });
      expect(await describedAs('Matrix')).toBe('');
      expect(JSON.stringify(await facts()) + test.logged.join('')).not.toContain(fakeTmdbKey);
    },
  );
});

describe('looking', () => {
  it('stands still while it is paused', async () => {
    await test.call('PUT /api/admin/facts', { body: { isPaused: true } }, admin);
    await importList('Matrix (1999)');
    await useKey();
    expect(await facts()).toMatchObject({ state: 'paused', looked: 0 });
    await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
    await looked();
  });

  it('asks for featured titles first, then for the newest', async () => {
    await test.call('PUT /api/admin/facts', { body: { isPaused: true } }, admin);
    await importList('Carrie (1976)', 'Matrix (1999)', 'El laberinto del fauno');
    await test.db.updateTable('video').set({ is_featured: true }).where('title', '=', 'Matrix').execute();
    await useKey();
    await test.call('PUT /api/admin/facts', { body: { isPaused: false } }, admin);
    await looked();
    expect(fake.calls[0] ?? '').toContain('query=Matrix');
  });

  it('sends nothing of the demo and of what is for adults', async () => {
    await importList('Matrix (1999)');
    await test.db.updateTable('video').set({ is_adult: true }).execute();
    await useKey();
    expect(await facts()).toMatchObject({ state: 'done', titles: 0 });
    expect(fake.calls).toEqual([]);
  });

  it('is for administrators', async () => {
    const viewer = await test.viewer();
    expect((await test.call('GET /api/admin/facts', {}, viewer)).status).toBe(403);
    expect((await test.call('PUT /api/admin/facts', { body: { isPaused: true } }, viewer)).status).toBe(403);
  });
});
