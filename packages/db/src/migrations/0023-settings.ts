import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The table has one row: its primary key admits only `true`.
  sql`
    create table setting (
      id boolean not null default true,
      new_account_plan text not null default 'gplay',
      terminos_address text not null default '',
      terminos_text text not null default '',
      privacidad_address text not null default '',
      privacidad_text text not null default '',
      soporte_address text not null default '',
      soporte_text text not null default '',
      updated_at timestamptz not null default now(),
      constraint setting_pkey primary key (id),
      constraint setting_id_check check (id),
      constraint setting_new_account_plan_fkey foreign key (new_account_plan) references plan (key),
      constraint setting_terminos_check check (terminos_address = '' or terminos_text = ''),
      constraint setting_privacidad_check check (privacidad_address = '' or privacidad_text = ''),
      constraint setting_soporte_check check (soporte_address = '' or soporte_text = '')
    )`,
  sql`insert into setting default values`,
  // What the page of plans shows of a plan; an empty name stands for the name that the product gives the plan.
  sql`
    alter table plan
      add column name text not null default '',
      add column price text not null default '',
      add column is_hidden boolean not null default false,
      add column position integer not null default 0`,
  sql`
    update plan
    set position = coalesce(array_position(array['gplay', 'estandar', 'cinefilo', 'sports', 'premium'], key) - 1, 0)`,
  // Whether «Abrir a todos los planes» opened the title or channel of this entry of an import, so that undoing closes
  // exactly those again.
  sql`alter table import_entry add column is_opened boolean not null default false`,
];

/** Adds the settings of the product, what the page of plans shows of each plan, and which imported entries were opened. */
export const settingsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
