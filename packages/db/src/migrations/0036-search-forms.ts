import { sql, type Kysely, type Migration } from 'kysely';

// A search finds titles whose words are joined or apart, with or without signs: «spiderman» finds «Spider-Man».
// @see docs/decisions/075-search-as-people-type.md

/** The signs that stand between the words of a title besides blanks. */
const signs = '.,;:!?()[]{}"\'«»“”‘’–—-_/|&+*#@%=<>…·~⁄$^`\\´¨€£°™®©★•│┃';
const blanks = ' '.repeat(signs.length);

const statements = [
  // How titles write a word with signs: «spiderman» is written as «spider man». Null for a word without signs.
  sql`alter table search_word add column written text`,
  sql`create index search_word_written_idx on search_word (word) where written is not null`,
  // Notes words from two letters on, and parts of titles with signs inside, such as «e.t.» and «ac/dc:», joined. As
  // before, the signs are replaced last, in the different parts between blanks.
  sql`
    create or replace function note_search_words(texts text[]) returns void language sql as $$
      with spaced as (
        select trim(translate(part, '.,;:!?()[]{}"''«»“”‘’–—-_/|&+*#@%=<>…·~', repeat(' ', 38))) as words
        from (
          select distinct part
          from unnest(texts) as given (text), string_to_table(given.text, ' ') as part
          where length(part) >= 2 and ltrim(part, '0123456789') <> ''
        ) as parts
      ), noted as (
        select word, null as written from spaced, string_to_table(words, ' ') as word
        where length(word) between 2 and 24 and ltrim(word, '0123456789') <> ''
        union
        select replace(words, ' ', ''), regexp_replace(words, ' +', ' ', 'g') from spaced
        where position(' ' in words) > 0 and length(replace(words, ' ', '')) between 2 and 24
      )
      insert into search_word (word, written)
      select word, written from noted
      where not exists (
        select from search_word as known
        where known.word = noted.word and known.written is not distinct from noted.written)
    $$`,
  ...[
    { table: 'video', text: 'title_folded' },
    { table: 'channel', text: 'name_folded' },
    { table: 'chapter', text: 'searched_chapter_title(title)' },
  ].map(
    ({ table, text }) =>
      sql`select note_search_words((select array_agg(${sql.raw(text)}) from ${sql.id(table)}))`,
  ),
  // The words of a folded title (lower case, no accents), without signs. Of a longer title only the beginning is
  // searched, which keeps each word below the 2,046 bytes that Postgres allows.
  sql`
    create or replace function search_terms(folded text) returns tsvector
    language sql immutable strict parallel safe as $$
      select array_to_tsvector(array_remove(
        string_to_array(translate(left(folded, 500), ${sql.lit(signs)}, ${sql.lit(blanks)}), ' '), ''))
    $$`,
  sql`create index video_terms_idx on video using gin (search_terms(title_folded)) where active`,
  sql`create index channel_terms_idx on channel using gin (search_terms(name_folded)) where active`,
];

/** Lets a search find titles and channels whose words are written joined, apart or with signs. */
export const searchFormsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
