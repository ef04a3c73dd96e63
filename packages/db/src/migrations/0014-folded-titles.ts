import { sql, type Kysely, type Migration } from 'kysely';

// M3U imports recognise a title by its folded form (lower case, no accents), which so far was only the beginning of the
// search text; this migration stores it in a column of its own. For a title without a description, folded title and
// search text are equal, so the column is filled from the search text while the table is rewritten once; the few titles
// with a description are folded one by one. Films that undoing a merge would restore are stored as JSON, and their JSON
// gets the folded title too.

/**
 * Folds titles (lower case, no accents) as the product did when this migration was published; later changes of the
 * product's folding do not apply to it.
 */
function foldTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[¿¡]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}

const pageRows = 5_000;

async function foldDescribed(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; title: string }>`
      select id, title from video where description <> '' and id > ${after} order by id limit ${pageRows}`.execute(
      db,
    );
    const folded = rows.map(({ id, title }) => ({ id, folded: foldTitle(title) }));
    await sql`
      update video set title_folded = row.folded
      from jsonb_to_recordset(${JSON.stringify(folded)}::jsonb) as row (id text, folded text)
      where video.id = row.id`.execute(db);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageRows) return;
    after = last.id;
  }
}

async function foldKept(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; title: string }>`
    select content ->> 'id' as id, content ->> 'title' as title from migration_kept where kind = 'video'`.execute(
    db,
  );
  const folded = rows.map(({ id, title }) => ({ id, folded: foldTitle(title) }));
  await sql`
    update migration_kept set content = content || jsonb_build_object('title_folded', row.folded)
    from jsonb_to_recordset(${JSON.stringify(folded)}::jsonb) as row (id text, folded text)
    where kind = 'video' and content ->> 'id' = row.id`.execute(db);
}

/** Keeps the folded title of a video (lower case, no accents) in the column `title_folded`. */
export const foldedTitlesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table video add column title_folded text not null default ''`.execute(db);
    await sql`alter table video alter column title_folded type text using search_text`.execute(db);
    await foldDescribed(db);
    await foldKept(db);
  },
};
