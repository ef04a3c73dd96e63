import { sql, type Kysely, type Migration } from 'kysely';

/** The signs that stand between the words of a title besides blanks, as in migration 0036. */
const signs = '.,;:!?()[]{}"\'«»“”‘’–—-_/|&+*#@%=<>…·~⁄$^`\\´¨€£°™®©★•│┃';
const blanks = ' '.repeat(signs.length);

/** What Postgres says of a chapter without a season, whichever trigger has found it. */
const refuse = sql`
  raise foreign_key_violation using
    message = 'a chapter belongs to no season', constraint = 'chapter_season_id_required';`;

const statements = [
  // Returns the same words as before, so that the indexes of 0036 stay valid. Looking for 55 signs at each letter of a
  // title cost more than everything else, and most folded titles have none of them. The function is not strict, because
  // Postgres puts the body of a strict one into the query only if all of its parts are strict, and otherwise starts a query
  // of its own for each title.
  sql`
    create or replace function search_terms(folded text) returns tsvector
    language sql immutable parallel safe as $$
      select array_to_tsvector(array_remove(string_to_array(
        case when folded ~ '[^a-z0-9 ]' then translate(left(folded, 500), ${sql.lit(signs)}, ${sql.lit(blanks)})
          else left(folded, 500) end, ' '), ''))
    $$`,
  // Most chapters have only a number, and are recognised without the regular expression. Returns the same as before.
  sql`
    create or replace function searched_chapter_title(title text) returns text
    language plpgsql immutable strict parallel safe cost 500 as $$
    begin
      if title like 'Capítulo %' and ltrim(substr(title, 10), '0123456789') = '' then return ''; end if;
      if title ~* '^(cap[ií]tulo|episodio|episode|cap|ep)?[ .]*[0-9]*$' then return ''; end if;
      return lower(regexp_replace(normalize(title, NFKD), '[\\u0300-\\u036f¿¡]', '', 'g'));
    end $$`,
  // The chapters of a list share a few titles, such as «Capítulo 3», so each different title is folded once.
  sql`
    create or replace function note_chapter_words() returns trigger language plpgsql as $$
    begin
      perform note_search_words((
        select array_agg(searched_chapter_title(title)) from (select distinct title from noted) as different));
      return null;
    end $$`,
  sql`alter table chapter drop constraint chapter_season_id_fkey`,
  // Locks the seasons as a foreign key does: whoever deletes one waits until the chapters are committed, and the chapters wait
  // for whoever is deleting one.
  sql`
    create or replace function require_seasons() returns trigger language plpgsql as $$
    begin
      perform from season where id in (select season_id from added) for key share;
      if exists (
        select from (select distinct season_id as id from added) as named
        where not exists (select from season where season.id = named.id)
      ) then
        ${refuse}
      end if;
      return null;
    end $$`,
  sql`
    create trigger chapter_require_seasons after insert on chapter
    referencing new table as added for each statement execute function require_seasons()`,
  sql`
    create or replace function require_changed_season() returns trigger language plpgsql as $$
    begin
      perform from season where id = new.season_id for key share;
      if not found then
        ${refuse}
      end if;
      return null;
    end $$`,
  sql`
    create trigger chapter_require_changed_season after update of season_id on chapter
    for each row when (old.season_id is distinct from new.season_id) execute function require_changed_season()`,
  sql`
    create or replace function forget_chapters() returns trigger language plpgsql as $$
    begin
      delete from chapter where season_id = old.id;
      return null;
    end $$`,
  sql`
    create trigger season_forget_chapters after delete on season
    for each row execute function forget_chapters()`,
];

/**
 * Makes the insertion of many titles cheaper: the words of a title are found without a query for each title, and the titles
 * and seasons of all chapters of a statement are looked at once each instead of row by row.
 *
 * @see docs/decisions/081-cheaper-titles.md
 */
export const titleWeightMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
