import { sql, type Kysely, type Migration, type RawBuilder } from 'kysely';

const columns = [
  sql`alter table setting add column hide_adults boolean not null default false`,
  // Whether an administrator has set or taken away the mark `is_adult` in the editor; imports then leave it alone.
  sql`alter table video add column is_adult_edited boolean not null default false`,
  sql`alter table channel add column is_adult_edited boolean not null default false`,
];

/** What the words for adults are part of without saying that something is for adults only. */
const harmless = [
  'adults? swim|adult[oa]?s? (mayor|joven|jóven|contempor|educa|anima)[[:alpha:]]*',
  '(young|joven(es)?|jóvenes|animaci[oó]n|animation|dibujos|educaci[oó]n)( para| y| de| for)? adult[oa]?s?',
  'niñ[oa]s y adult[oa]s',
].join('|');
const words = 'adult[oa]?s?|xxx|porn[[:alpha:]]*|er[oó]tic[[:alpha:]]*|eros|hentai';

/** SQL condition that a text in lower case says that what it names is for adults. */
const saysAdults = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  regexp_replace(${text}, ${harmless}, '', 'g')
    ~ ${`(^|[^[:alpha:]])(${words})($|[^[:alpha:]])|[+] ?18($|[^0-9])|(^|[^0-9])18 ?[+]`}`;

/**
 * Adds the setting that hides what is for adults, and marks the titles and channels that imports before the column
 * `is_adult` brought, by their groups, genres, categories and sections.
 */
export const adultsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of columns) await statement.execute(db);
    await sql`
      update video set is_adult = true
      where ${saysAdults(sql`lower(concat_ws(' ; ', group_title, subcategoria, subtipo, array_to_string(genres, ' ; ')))`)}`.execute(
      db,
    );
    await sql`update channel set is_adult = true where ${saysAdults(sql`lower(section)`)}`.execute(db);
  },
};
