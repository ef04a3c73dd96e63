import { sql, type Kysely, type Migration } from 'kysely';

// A search also finds chapters by their titles, and forgives one slip of the keyboard: a word that nothing contains is
// replaced by a word of the catalogue that differs from it by one letter.
// @see docs/decisions/038-search-forgives-one-slip.md
const statements = [
  // The words of all titles and channel names. The index is not unique: two transactions that add the same word at once
  // would wait for each other, and an import holds its transaction open for a long time. A word may therefore stand
  // there twice. Words of deleted titles stay; searching for them finds nothing.
  sql`create table search_word (word text collate "C" not null)`,
  sql`create index search_word_idx on search_word (word)`,
  sql`
    create or replace function note_search_words(texts text[]) returns void language sql as $$
      insert into search_word (word)
      select word from (
        select distinct word
        from unnest(texts) as given (text),
          string_to_table(
            translate(given.text, '.,;:!?()[]{}"''«»“”‘’–—-_/|&+*#@%=<>…·~', repeat(' ', 38)), ' ') as word
        where length(word) between 4 and 24 and word !~ '^[0-9]+$'
      ) as noted
      where not exists (select from search_word as known where known.word = noted.word)
    $$`,
  // Folds the title of a chapter for a search (lower case, no accents); empty for a title that only numbers the chapter,
  // such as «Capítulo 3». The high cost keeps Postgres from evaluating it for every chapter of the catalogue.
  sql`
    create or replace function searched_chapter_title(title text) returns text
    language plpgsql immutable strict parallel safe cost 500 as $$
    begin
      if title ~* '^(cap[ií]tulo|episodio|episode|cap|ep)?[ .]*[0-9]*$' then return ''; end if;
      return lower(regexp_replace(normalize(title, NFKD), '[\\u0300-\\u036f¿¡]', '', 'g'));
    end $$`,
  sql`create index chapter_search_idx on chapter using gin (searched_chapter_title(title) gin_trgm_ops)`,
  ...[
    { table: 'video', column: 'title_folded', text: 'title_folded' },
    { table: 'channel', column: 'name_folded', text: 'name_folded' },
    { table: 'chapter', column: 'title', text: 'searched_chapter_title(title)' },
  ].flatMap(({ table, column, text }) => [
    sql`
      create or replace function ${sql.id(`note_${table}_words`)}() returns trigger language plpgsql as $$
      begin
        perform note_search_words((select array_agg(${sql.raw(text)}) from noted));
        return null;
      end $$`,
    sql`
      create trigger ${sql.id(`${table}_note_words`)} after insert on ${sql.id(table)}
      referencing new table as noted for each statement execute function ${sql.id(`note_${table}_words`)}()`,
    sql`
      create or replace function ${sql.id(`note_changed_${table}_words`)}() returns trigger language plpgsql as $$
      begin
        perform note_search_words((select array[${sql.raw(text)}] from (select new.*) as changed));
        return null;
      end $$`,
    sql`
      create trigger ${sql.id(`${table}_note_changed_words`)} after update of ${sql.id(column)} on ${sql.id(table)}
      for each row when (old.${sql.id(column)} is distinct from new.${sql.id(column)})
      execute function ${sql.id(`note_changed_${table}_words`)}()`,
    sql`select note_search_words((select array_agg(${sql.raw(text)}) from ${sql.id(table)}))`,
  ]),
];

/** Lets a search find chapters by their titles and forgive one slip of the keyboard. */
export const searchMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
