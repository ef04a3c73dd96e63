import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countWaitingForLocks, createTestDatabase, type TestDatabase } from '../../test/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const explain = async (query: string): Promise<string> => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (verbose) ${sql.raw(query)}`.execute(
    database.db,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

describe('the words of a title', () => {
  const titles = [
    'el faro 2049',
    '  mar   abierto ',
    "d'artagnan y wall·e: ac/dc (8)",
    'ñandú – 81⁄2 \\ mañana',
    'ΩΩ ωμέγα',
    '夜'.repeat(600),
    'a-b '.repeat(400),
    '',
    null,
  ];

  it('are the same as without looking for signs first', async () => {
    const { rows } = await sql<{ title: string | null; terms: string; expected: string }>`
      select title, search_terms(title)::text as terms,
        array_to_tsvector(array_remove(string_to_array(
          translate(left(title, 500), ${signs}, ${' '.repeat(signs.length)}), ' '), ''))::text as expected
      from unnest(${titles}::text[]) as title`.execute(database.db);
    expect(rows).toHaveLength(titles.length);
    for (const { terms, expected } of rows) expect(terms).toBe(expected);
  });

  it('are found by an index, and Postgres starts no query of its own for each title', async () => {
    expect(await explain('select search_terms(title_folded) from video')).toContain('array_to_tsvector(');
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo)
      select n, 't', 't', 'faro ' || n, 't', 'pelicula' from generate_series(1, 3000) as n`.execute(
      database.db,
    );
    await sql`analyze video`.execute(database.db);
    expect(
      await explain(
        "select id from video where active and search_terms(title_folded) @@ 'faro & 606'::tsquery",
      ),
    ).toContain('video_terms_idx');
  });
});

it('only a number is no searched title of a chapter', async () => {
  const { rows } = await sql<{ title: string; searched: string }>`
    select title, searched_chapter_title(title) as searched
    from unnest(array['Capítulo 12', 'Capítulo ', 'capitulo 3', '7', 'Ep. 4', 'Capítulo 2: El Ñu', 'Capítulo doble'])
      as title`.execute(database.db);
  expect(rows.map(({ searched }) => searched)).toEqual([
    '',
    '',
    '',
    '',
    '',
    'capitulo 2: el nu',
    'capitulo doble',
  ]);
});

describe('a chapter and its season', () => {
  beforeEach(async () => {
    await sql`delete from video`.execute(database.db);
    await sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo)
      values ('serie', 't', 't', 't', 't', 'serie')`.execute(database.db);
    await sql`
      insert into season (id, video_id, season_number, title)
      values ('una', 'serie', 1, ''), ('otra', 'serie', 2, '')`.execute(database.db);
  });
  const addChapters = (seasons: readonly string[], db = database.db) =>
    sql`
      insert into chapter (id, season_id, video_id, position, chapter_number, title)
      select 'c' || nth, season, 'serie', nth, nth, 'Capítulo ' || nth
      from unnest(${[...seasons]}::text[]) with ordinality as each (season, nth)`.execute(db);
  const move = (season: string) =>
    sql`update chapter set season_id = ${season} where id = 'c1'`.execute(database.db);
  const removeSeason = (id: string) => sql`delete from season where id = ${id}`.execute(database.db);
  const chapters = async () => {
    const { rows } = await sql<{ id: string }>`select id from chapter order by id`.execute(database.db);
    return rows.map(({ id }) => id);
  };
  const refusal = { code: '23503', constraint: 'chapter_season_id_required' };

  it('refuses all chapters of a statement when the season of one of them does not exist', async () => {
    await expect(addChapters(['una', 'ninguna', 'otra'])).rejects.toMatchObject(refusal);
    expect(await chapters()).toEqual([]);
    await addChapters(['una', 'otra']);
    await expect(move('ninguna')).rejects.toMatchObject(refusal);
    await move('otra');
  });

  it('removes the chapters with their season, and with their series', async () => {
    await addChapters(['una', 'otra', 'una']);
    await removeSeason('una');
    expect(await chapters()).toEqual(['c2']);
    await sql`delete from video`.execute(database.db);
    expect(await chapters()).toEqual([]);
  });

  it('lets whoever deletes a season wait for chapters that are being added, and removes them too', async () => {
    let removing: Promise<unknown> | undefined;
    await database.db.transaction().execute(async (trx) => {
      await addChapters(['una', 'otra'], trx);
      removing = removeSeason('una');
      await expect.poll(() => countWaitingForLocks(database.db)).toBe(1);
    });
    await removing;
    expect(await chapters()).toEqual(['c2']);
  });

  it('refuses chapters whose season is deleted while they are added', async () => {
    let adding: Promise<unknown> | undefined;
    await database.db.transaction().execute(async (trx) => {
      await sql`delete from season where id = 'una'`.execute(trx);
      adding = addChapters(['una', 'otra']).catch((error: unknown) => error);
      await expect.poll(() => countWaitingForLocks(database.db)).toBe(1);
    });
    expect(await adding).toMatchObject(refusal);
    expect(await chapters()).toEqual([]);
  });
});

const signs = '.,;:!?()[]{}"\'«»“”‘’–—-_/|&+*#@%=<>…·~⁄$^`\\´¨€£°™®©★•│┃';
