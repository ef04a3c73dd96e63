import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeSeasons, type ChapterDraft, type SeasonDraft } from './write-seasons.ts';
import { insertVideo } from './write-video.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const addSeries = (): Promise<string> =>
  database.db
    .transaction()
    .execute((trx) => insertVideo(trx, { title: 'El faro', description: '', tipo: 'serie', genres: [] }));
const write = (videoId: string, drafts: readonly SeasonDraft[]) =>
  database.db.transaction().execute((trx) => writeSeasons(trx, videoId, drafts));

/** Reads the stored seasons of a video with their chapters, in the order of the series. */
async function read(videoId: string) {
  const seasons = await database.db
    .selectFrom('season')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('season_number')
    .execute();
  const chapters = await database.db
    .selectFrom('chapter')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('position')
    .execute();
  return seasons.map((season) => ({
    ...season,
    chapters: chapters.filter((chapter) => chapter.season_id === season.id),
  }));
}
const chaptersOf = async (videoId: string) => (await read(videoId)).flatMap(({ chapters }) => chapters);

let made = 0;
const newAddress = (): string => {
  made += 1;
  return `http://cine.ejemplo/${made}.mp4`;
};
const season = (seasonNumber: number, chapters: ChapterDraft[], more: object = {}): SeasonDraft => ({
  seasonNumber,
  chapters,
  ...more,
});

describe('the seasons of a series', () => {
  it('are stored with their chapters as sent, and fields that were not sent are empty', async () => {
    const id = await addSeries();
    const address = newAddress();
    const changes = await write(id, [
      season(2, [
        { title: 'Uno', address },
        { title: 'Dos', chapterNumber: 7 },
      ]),
    ]);
    expect(changes).toEqual({ chapters: { added: 2, changed: 0, removed: 0 }, isTouched: true, tagged: 0 });
    expect(await read(id)).toMatchObject([
      {
        season_number: 2,
        title: '',
        chapters: [
          { title: 'Uno', chapter_number: 1, position: 0, duration: '0:00', address, thumbnail: null },
          { title: 'Dos', chapter_number: 7, position: 1, description: '', address: null },
        ],
      },
    ]);
  });

  it('report what an edit changed', async () => {
    const id = await addSeries();
    const [a, b, c] = [newAddress(), newAddress(), newAddress()];
    await write(id, [
      season(1, [
        { title: 'A', address: a },
        { title: 'B', address: b },
      ]),
    ]);
    expect(
      await write(id, [
        season(1, [
          { title: 'A', address: a },
          { title: 'B.', address: b },
        ]),
      ]),
    ).toEqual({
      chapters: { added: 0, changed: 1, removed: 0 },
      isTouched: true,
      tagged: 0,
    });
    expect(
      await write(id, [
        season(1, [
          { title: 'A', address: a },
          { title: 'C', address: c },
        ]),
      ]),
    ).toEqual({
      chapters: { added: 1, changed: 0, removed: 1 },
      isTouched: true,
      tagged: 0,
    });
    expect(
      await write(id, [
        season(
          1,
          [
            { title: 'A', address: a },
            { title: 'C', address: c },
          ],
          { title: 'I' },
        ),
      ]),
    ).toEqual({
      chapters: { added: 0, changed: 0, removed: 0 },
      isTouched: true,
      tagged: 0,
    });
  });

  it('keep each chapter by its id, or by its address when no id is sent', async () => {
    const id = await addSeries();
    const [a, b] = [newAddress(), newAddress()];
    await write(id, [
      season(1, [
        { title: 'A', address: a },
        { title: 'B', address: b },
      ]),
    ]);
    const [first, second] = await chaptersOf(id);
    await write(id, [
      season(1, [
        { id: second?.id, title: 'B', address: newAddress() },
        { title: 'A', address: a },
      ]),
    ]);
    expect((await chaptersOf(id)).map((chapter) => chapter.id)).toEqual([second?.id, first?.id]);
  });

  it('keep a chapter’s id although its address moves to another chapter with an id', async () => {
    const id = await addSeries();
    const [a, b] = [newAddress(), newAddress()];
    await write(id, [
      season(1, [
        { title: 'A', address: a },
        { title: 'B', address: b },
      ]),
    ]);
    const [first, second] = await chaptersOf(id);
    await write(id, [
      season(1, [
        { id: first?.id, title: 'A', address: b },
        { id: second?.id, title: 'B', address: a },
        { title: 'C', address: newAddress() },
      ]),
    ]);
    const after = await chaptersOf(id);
    expect(after.slice(0, 2).map((chapter) => [chapter.id, chapter.address])).toEqual([
      [first?.id, b],
      [second?.id, a],
    ]);
    expect([first?.id, second?.id]).not.toContain(after[2]?.id);
  });

  it('keep a season by its number, and two seasons can swap their numbers', async () => {
    const id = await addSeries();
    const [a, b] = [newAddress(), newAddress()];
    await write(id, [season(1, [{ title: 'A', address: a }]), season(2, [{ title: 'B', address: b }])]);
    const [one, two] = await read(id);
    await write(id, [
      season(1, [{ title: 'B', address: b }], { id: two?.id }),
      season(2, [{ title: 'A', address: a }], { id: one?.id }),
    ]);
    expect((await read(id)).map((each) => [each.id, each.season_number])).toEqual([
      [two?.id, 1],
      [one?.id, 2],
    ]);
    await write(id, [season(2, [{ title: 'A', address: a }])]);
    expect((await read(id)).map((each) => each.id)).toEqual([one?.id]);
  });

  it('keep an image of a chapter that was not sent, and lose one that was sent empty', async () => {
    const id = await addSeries();
    const address = newAddress();
    const save = (more: object) => write(id, [season(1, [{ title: 'A', address, ...more }])]);
    await save({ thumbnail: 'http://i.tv/1.jpg' });
    await save({});
    expect((await chaptersOf(id))[0]?.thumbnail).toBe('http://i.tv/1.jpg');
    await save({ thumbnail: null });
    expect((await chaptersOf(id))[0]?.thumbnail).toBeNull();
  });

  it('never take over a chapter of another series, nor its address', async () => {
    const other = await addSeries();
    const address = newAddress();
    await write(other, [season(1, [{ title: 'Ajeno', address }])]);
    const [foreign] = await chaptersOf(other);
    const id = await addSeries();
    await write(id, [season(1, [{ id: foreign?.id, title: 'Mío', address: newAddress() }])]);
    expect((await chaptersOf(id))[0]?.id).not.toBe(foreign?.id);
    await expect(write(id, [season(1, [{ title: 'Mío', address }])])).rejects.toMatchObject({
      constraint: 'chapter_address_hash_key',
    });
    expect(await chaptersOf(other)).toEqual([foreign]);
  });
});

it('two chapters with one address are refused, also when one of them exists already', async () => {
  const id = await addSeries();
  const address = newAddress();
  const twice = [
    { title: 'A', address },
    { title: 'B', address },
  ];
  const isRefused = () =>
    expect(write(id, [season(1, twice)])).rejects.toMatchObject({ constraint: 'chapter_address_hash_key' });
  await isRefused();
  await write(id, [season(1, [{ title: 'A', address }])]);
  await isRefused();
  expect(await chaptersOf(id)).toHaveLength(1);
});

it('any series is stored as it was sent, and sending it again changes nothing', async () => {
  const id = await addSeries();
  const pool = Array.from({ length: 6 }, newAddress);
  const chapter = fc.record({
    title: fc.constantFrom('A', 'B', 'Ñandú 🎬'),
    chapterNumber: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
    description: fc.constantFrom('', 'x'),
    nth: fc.nat(pool.length - 1),
  });
  const drafts = fc
    .uniqueArray(fc.integer({ min: 0, max: 3 }), { maxLength: 3 })
    .chain((numbers) =>
      fc.tuple(fc.constant(numbers), fc.tuple(...numbers.map(() => fc.array(chapter, { maxLength: 3 })))),
    );
  await fc.assert(
    fc.asyncProperty(drafts, async ([numbers, chapters]) => {
      const used = new Set<number>();
      const sent = numbers.map((seasonNumber, index) =>
        season(
          seasonNumber,
          (chapters[index] ?? []).map(({ nth, ...each }) => {
            const isFree = !used.has(nth);
            used.add(nth);
            return { ...each, ...(isFree && { address: pool[nth] }) };
          }),
        ),
      );
      await write(id, sent);
      const stored = await read(id);
      const expected = sent.toSorted((one, other) => one.seasonNumber - other.seasonNumber);
      expect(stored.map((each) => each.season_number)).toEqual(expected.map((each) => each.seasonNumber));
      expect(
        stored.map((each) => each.chapters.map((one) => [one.title, one.chapter_number, one.address])),
      ).toEqual(
        expected.map((each) =>
          each.chapters.map((one, index) => [one.title, one.chapterNumber ?? index + 1, one.address ?? null]),
        ),
      );
      const ids = sent.map((each) => ({
        ...each,
        chapters: each.chapters.map((one, index) => ({
          ...one,
          id: stored.find((known) => known.season_number === each.seasonNumber)?.chapters[index]?.id,
        })),
      }));
      expect(await write(id, ids)).toEqual({
        chapters: { added: 0, changed: 0, removed: 0 },
        isTouched: false,
        tagged: 0,
      });
    }),
    { numRuns: 15 },
  );
});
