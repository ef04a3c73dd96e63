import { sql, type Kysely, type Migration } from 'kysely';

/** The tables whose foreign keys to `provider` imports paid for each title. Sources are fewer, and keep theirs. */
const titles = ['video', 'chapter'] as const;

/**
 * Replaces the foreign keys from films and chapters to providers by triggers that check the providers of all rows of a
 * statement at once, and that keep a provider with titles from being deleted. Postgres checks a foreign key row by row.
 *
 * @see docs/decisions/020-import-weight.md
 */
export const providerWeightMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of titles)
      await sql`alter table ${sql.id(table)} drop constraint ${sql.id(`${table}_provider_id_fkey`)}`.execute(
        db,
      );
    await sql`
      create or replace function require_providers() returns trigger language plpgsql as $$
      begin
        if exists (
          select from (select distinct provider_id as id from added) as named
          where id is not null and not exists (select from provider where provider.id = named.id)
        ) then
          raise foreign_key_violation using
            message = 'a title belongs to no provider', constraint = tg_table_name || '_provider_id_required';
        end if;
        return null;
      end $$`.execute(db);
    for (const table of titles)
      await sql`
        create trigger ${sql.id(`${table}_require_providers`)} after insert on ${sql.id(table)}
        referencing new table as added for each statement execute function require_providers()`.execute(db);
    await sql`
      create or replace function keep_provider_in_use() returns trigger language plpgsql as $$
      begin
        if exists (select from video where provider_id = old.id)
          or exists (select from chapter where provider_id = old.id) then
          raise foreign_key_violation using
            message = 'titles belong to the provider', constraint = 'provider_in_use';
        end if;
        return old;
      end $$`.execute(db);
    await sql`
      create trigger provider_keep_in_use before delete on provider
      for each row execute function keep_provider_in_use()`.execute(db);
  },
};
