import pg from 'pg';

/** A database table as a backup describes it: name and columns, and whether its rows are only temporary. */
export interface TableShape {
  name: string;
  /** The table's column names, without generated columns, whose values Postgres computes. */
  columns: string[];
  /**
   * Whether the table is unlogged (`create unlogged table`): its rows are temporary, and Postgres itself empties it
   * after a crash.
   */
  isUnlogged: boolean;
}

/**
 * Tables that are left out of backups: nobody is to be signed in after a restore, and secrets stay with their
 * installation. Second factors are sealed with such a secret. Invitations that were used or revoked since must not be
 * valid again, nor codes of televisions. The words of searches are written again by the triggers of the tables that
 * contain the titles. Programmes and what was found in guides are read from the guides again. The push subscriptions of
 * browsers belong to sessions; each person turns notices on again.
 */
const excludedTables: ReadonlySet<string> = new Set([
  'session',
  'activation',
  'instance_secret',
  'second_factor',
  'recovery_code',
  'invitation',
  'search_word',
  'guide_channel',
  'guide_match',
  'guide_link',
  'programme',
  'programme_title',
  'push_subscription',
  'push_notice',
]);

/** Whether backups contain the rows of a table: not those of temporary tables, sessions and secrets. */
export const isBackedUp = ({ name, isUnlogged }: TableShape): boolean =>
  !isUnlogged && !excludedTables.has(name);

interface Row {
  name: string;
  columns: string[];
  is_unlogged: boolean;
  refers_to: string[];
}

/** Lists the tables of the product's database, each after the tables that its rows refer to. */
export async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<Row>(`
    select class.relname::text as name,
      class.relpersistence = 'u' as is_unlogged,
      array(
        select attname::text from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(
        select distinct other.relname::text from pg_constraint
        join pg_class as other on other.oid = confrelid
        where conrelid = class.oid and contype = 'f' and confrelid <> class.oid
        union
        -- Titles name their provider, and chapters their season, without a foreign key; triggers verify them when they
        -- are inserted.
        select case attname when 'provider_id' then 'provider' else 'season' end from pg_attribute
        where attrelid = class.oid and attname in ('provider_id', 'season_id') and not attisdropped) as refers_to
    from pg_class as class
    where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
      and class.relname not like 'kysely\\_%'
    order by class.relname`);
  return inFillingOrder(rows).map(({ name, columns, is_unlogged: isUnlogged }) => ({
    name,
    columns,
    isUnlogged,
  }));
}

/** Lists the names of the migrations applied to a database; empty for a database that was never migrated. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const table = await client.query<{ found: boolean }>(
    `select to_regclass('kysely_migration') is not null as found`,
  );
  if (table.rows[0]?.found !== true) return [];
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

export const identifier = (name: string): string => pg.escapeIdentifier(name);
export const identifiers = (names: readonly string[]): string => names.map(identifier).join(', ');

function inFillingOrder(rows: readonly Row[]): Row[] {
  const ordered: Row[] = [];
  const placed = new Set<string>();
  let left = [...rows];
  while (left.length > 0) {
    const ready = left.filter((row) => row.refers_to.every((name) => placed.has(name)));
    if (ready.length === 0) {
      throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`);
    }
    for (const row of ready) placed.add(row.name);
    ordered.push(...ready);
    left = left.filter((row) => !placed.has(row.name));
  }
  return ordered;
}
