import { sql, type Kysely, type Migration } from 'kysely';

// A column that is added with a constant default, or without any, costs no writing of rows, however many there are.
const statements = [
  // What a preview says of each entry besides what becomes of it: the kind that it gets, why that kind is doubtful, and
  // what its name and group say; `form` is the form of its name and address, which entries that are alike share. Reports
  // of published imports leave these columns empty.
  sql`
    alter table import_entry
    add column tipo text, add column doubt text, add column languages text[], add column quality text,
    add column country text, add column edition text, add column is_adult boolean not null default false,
    add column form text`,
  // The preview lists doubtful entries first.
  sql`create index import_entry_doubt_idx on import_entry (import_id, position) where doubt is not null`,
  // `doubtful` counts the doubtful entries of a preview; `choices` has what an administrator has chosen for its groups
  // and entries, with which its list is read again.
  sql`
    alter table import
    add column doubtful integer not null default 0, add column choices jsonb not null default '{}'`,
  // Rules that an administrator has made of a choice for one entry, for all entries with names and addresses like its
  // own; they hold for each refresh, as the choices for groups do.
  sql`alter table provider add column name_rules jsonb not null default '[]'`,
];

/** Adds what the preview of an import shows of each entry, and what people choose there. */
export const previewChoicesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
