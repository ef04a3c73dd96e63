import { videoInputSchema } from '@butaca/contract';
import { createTestDatabase } from '@butaca/db/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVideoAdministration } from './administration.repository.ts';
import { toAdminDetail } from './administration.view.ts';
import { toVideoDraft, type CheckedVideo } from './video-draft.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let statements = 0;
let administration: ReturnType<typeof createVideoAdministration>;

beforeAll(async () => {
  database = await createTestDatabase();
  administration = createVideoAdministration(
    database.db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }),
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const actor = { accountId: null, username: 'jefa' };
let made = 0;
const address = (): string => {
  made += 1;
  return `http://cine.ejemplo/${made}.mp4`;
};
const read = ({ url, ...body }: { url?: string | null }) =>
  videoInputSchema.parse({ ...body, url: url ?? '' }) as CheckedVideo;
const create = async (body: object) => show(await administration.create(toVideoDraft(read(body)), actor));
const save = (id: string, body: object) => administration.update(id, read(body), actor);
const show = async (id: string) => {
  const found = await administration.find(id);
  if (found === undefined) throw new Error('no video');
  return toAdminDetail(found.row, found.seasons, found.versions);
};
const countActs = async (subjectId: string) =>
  (await database.db.selectFrom('audit_entry').select('id').where('subject_id', '=', subjectId).execute())
    .length;
const version = async () =>
  (await database.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version;

const film = (more: object = {}) => ({ title: 'Una película', tipo: 'pelicula', url: address(), ...more });
const series = (titles: readonly string[], more: object = {}) => ({
  title: 'Una serie',
  tipo: 'novela',
  seasons: [{ seasonNumber: 1, chapters: titles.map((title) => ({ title, url: address() })) }],
  ...more,
});

it('the audit log never cuts a description inside a surrogate pair', async () => {
  const description = `${'x'.repeat(299)}😀 y más`;
  const { _id } = await create(film({ description }));
  const { after } = await database.db
    .selectFrom('audit_entry')
    .select('after')
    .where('subject_id', '=', _id)
    .executeTakeFirstOrThrow();
  expect(after).toMatchObject({ description: `${'x'.repeat(299)}😀` });
});

it('a film with a new address loses the request headers of the old one', async () => {
  const video = await create(film());
  await database.db
    .updateTable('video')
    .set({ user_agent: 'VLC/3', referrer: 'http://viejo.ejemplo/' })
    .where('id', '=', video._id)
    .execute();
  const headers = async () => {
    const row = (await administration.find(video._id))?.row;
    return [row?.user_agent, row?.referrer];
  };
  await save(video._id, film({ url: video.url, title: 'La misma' }));
  expect(await headers()).toEqual(['VLC/3', 'http://viejo.ejemplo/']);
  await save(video._id, film());
  expect(await headers()).toEqual([null, null]);
});

it('request headers move with the address when two chapters swap addresses', async () => {
  const video = await create(series(['A', 'B', 'C']));
  const [season] = video.seasons;
  const [a, b, c] = season?.chapters ?? [];
  await sql`update chapter set user_agent = title where video_id = ${video._id}`.execute(database.db);
  const chapters = [
    { ...a, url: b?.url },
    { ...b, url: a?.url },
    { ...c, url: address() },
  ];
  await save(video._id, { ...video, seasons: [{ ...season, chapters }] });
  const { rows } = await sql<{
    title: string;
    user_agent: string | null;
  }>`select title, user_agent from chapter where video_id = ${video._id} order by position`.execute(
    database.db,
  );
  expect(rows.map(({ title, user_agent }) => [title, user_agent])).toEqual([
    ['A', 'B'],
    ['B', 'A'],
    ['C', null],
  ]);
});

it('a search counts all its hits, so that the last page can be reached', async () => {
  await sql`insert into video (id, title, title_sort, title_folded, search_text, tipo)
    select 'muchas-' || n, 'Muchísimas', 'muchisimas', 'muchisimas', 'muchisimas', 'pelicula' from generate_series(1, 10001) n`.execute(
    database.db,
  );
  const filter = { search: 'muchisimas' };
  const total = await administration.count(filter);
  expect(total).toBe(10_001);
  expect(await administration.listPage(filter, { page: 201, limit: 50 }, total)).toHaveLength(1);
});

it('a novela of a thousand reversed chapters is saved in as many statements as one of two', async () => {
  const countSaving = async (count: number): Promise<number> => {
    const video = await create(series(Array.from({ length: count }, (_, index) => `Capítulo ${index}`)));
    const seasons = video.seasons.map((season) => ({
      ...season,
      chapters: season.chapters.toReversed().map((each, index) => ({ ...each, chapterNumber: index + 1 })),
    }));
    statements = 0;
    await save(video._id, { ...video, seasons });
    const spent = statements;
    expect((await show(video._id)).seasons[0]?.chapters[0]?._id).toBe(seasons[0]?.chapters[0]?._id);
    return spent;
  };
  expect(await countSaving(1_000)).toBe(await countSaving(2));
});

it('a save without changes writes no audit entry and no catalogue version', async () => {
  const video = await create(series(['A', 'B']));
  const before = [await version(), await countActs(video._id)];
  await save(video._id, video);
  expect([await version(), await countActs(video._id)]).toEqual(before);
  await save(video._id, { ...video, seasons: video.seasons.map((one) => ({ ...one, title: 'Otra' })) });
  expect([await version(), await countActs(video._id)]).toEqual(before.map((count) => count + 1));
});

it('a save is refused when somebody else saved after it was loaded', async () => {
  const loaded = await create(series(['A', 'B']));
  const renamed = { ...loaded, title: 'De otra persona' };
  await save(loaded._id, renamed);
  await expect(save(loaded._id, { ...loaded, title: 'Tarde' })).rejects.toMatchObject({
    code: 'resource.conflict',
  });
  const current = await show(loaded._id);
  expect(current.title).toBe('De otra persona');
  await save(loaded._id, { ...current, title: 'A tiempo' });
  expect((await show(loaded._id)).title).toBe('A tiempo');
});

it('a save is refused when an import added a chapter after it was loaded', async () => {
  const loaded = await create(series(['A']));
  await sql`insert into chapter (id, season_id, video_id, position, chapter_number, title)
    values (${`${loaded._id.slice(0, 20)}-b`}, ${loaded.seasons[0]?._id}, ${loaded._id}, 1, 2, 'B')`.execute(
    database.db,
  );
  await expect(save(loaded._id, { ...loaded, title: 'Tarde' })).rejects.toMatchObject({
    code: 'resource.conflict',
  });
  expect((await show(loaded._id)).seasons[0]?.chapters.map(({ title }) => title)).toEqual(['A', 'B']);
});
