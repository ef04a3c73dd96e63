import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createOlderDatabase, createTestDatabase } from '../../test/index.ts';
import { migrations } from './index.ts';
import { migrateToLatest } from '../run-migrations.ts';

it('how titles write their words is noted for those that were there before, and for new and changed ones', async () => {
  const { db, close } = await createOlderDatabase(Object.keys(migrations).filter((name) => name < '0036'));
  onTestFinished(close);
  const add = (id: string, title: string) =>
    sql`
      insert into video (id, title, title_sort, title_folded, search_text, tipo)
      values (${id}, ${title}, ${title}, ${title}, ${title}, 'pelicula')`.execute(db);
  const formsOf = async (word: string) => {
    const { rows } = await sql<{
      written: string | null;
    }>`select written from search_word where word = ${word} order by written`.execute(db);
    return rows.map(({ written }) => written);
  };
  await add('1', 'spider-man: et ii');
  await migrateToLatest(db);
  expect(await formsOf('spiderman')).toEqual(['spider man']);
  expect(await formsOf('spider')).toEqual([null]);
  expect(await formsOf('et')).toEqual([null]);
  expect(await formsOf('ii')).toEqual([null]);

  await add('2', 's.w.a.t. ac/dc 2049');
  await add('3', 'swat');
  expect(await formsOf('swat')).toEqual(['s w a t', null]);
  expect(await formsOf('acdc')).toEqual(['ac dc']);
  expect(await formsOf('2049')).toEqual([]);

  await sql`update video set title_folded = 'wall·e' where id = '3'`.execute(db);
  expect(await formsOf('walle')).toEqual(['wall e']);
});

it('the words of a title are those between blanks and signs, however long the title is', async () => {
  const { db, close } = await createTestDatabase();
  onTestFinished(close);
  const termsOf = async (title: string) => {
    const { rows } = await sql<{ terms: string }>`select search_terms(${title})::text as terms`.execute(db);
    return rows[0]?.terms;
  };
  expect(await termsOf("ay, carmela! wall·e (8) 81⁄2 d'artagnan \\ ñu")).toBe(
    "'2' '8' '81' 'artagnan' 'ay' 'carmela' 'd' 'e' 'wall' 'ñu'",
  );
  expect(await termsOf('… - ')).toBe('');
  expect((await termsOf('夜'.repeat(4_000)))?.length).toBe(502);
});
