import { Migrator, sql, type Kysely, type Migration } from 'kysely';
import { schemaLock, setUpLock } from './connection/advisory-locks.ts';
import { DatabaseStartError } from './connection/database-start-error.ts';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema/index.ts';

export interface MigrationOptions {
  /**
   * Called before the first change of a schema that an older version of the product has made, for example to back its
   * data up; other servers that start wait meanwhile. Nothing is changed when it rejects.
   */
  beforehand?: () => Promise<void>;
}

/**
 * Migrates the database to the schema of this product version. Each migration runs in its own transaction, so that a
 * crash leaves the database at the last complete migration; servers that start together wait for each other.
 *
 * @returns the names of the migrations applied by this call, in order; empty when the schema was up to date
 * @throws {DatabaseStartError} when a newer version of the product has migrated this database, and when the user of the
 * connection may not create tables in it
 */
export async function migrateToLatest(
  db: Kysely<Database>,
  options: MigrationOptions = {},
): Promise<string[]> {
  return runMigrations(db, migrations, options);
}

/**
 * Runs the given schema migrations, with the transactions and the lock of {@link migrateToLatest}; tests pass lists of
 * their own.
 */
export async function runMigrations<T>(
  db: Kysely<T>,
  list: Readonly<Record<string, Migration>>,
  options: MigrationOptions = {},
): Promise<string[]> {
  return runLocked(db, schemaLock, async (connection) => {
    try {
      return await applyPending(connection, list, options);
    } catch (error) {
      throw (await explainMissingRight(connection, error)) ?? error;
    }
  });
}

/** Sets an empty database up (demo, first administrator) while no other server does. */
export const setUpAlone = <T>(db: Kysely<Database>, setUp: () => Promise<T>): Promise<T> =>
  runLocked(db, setUpLock, setUp);

function runLocked<D, T>(
  db: Kysely<D>,
  lock: number,
  run: (connection: Kysely<D>) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    // Lifts the statement time limit: a migration, or waiting for that of another server, may take longer than any request.
    await sql`select set_config('statement_timeout', '0', false)`.execute(connection);
    await sql`select pg_advisory_lock(${lock})`.execute(connection);
    try {
      return await run(connection);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function applyPending<T>(
  connection: Kysely<T>,
  list: Readonly<Record<string, Migration>>,
  { beforehand }: MigrationOptions,
): Promise<string[]> {
  const before = await listApplied(connection);
  refuseNewerSchema(before, list);
  const isOlder = before.length > 0 && Object.keys(list).some((name) => !before.includes(name));
  if (isOlder) await beforehand?.();
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => ({ ...list }) } });
  const applied: string[] = [];
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (error !== undefined) {
      throw error;
    }
    const name = results?.[0]?.migrationName;
    if (name === undefined) {
      return applied;
    }
    applied.push(name);
  }
}

/** Lists the names of the migrations that were applied to a database; none for an empty database. */
async function listApplied<T>(connection: Kysely<T>): Promise<string[]> {
  const table = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(connection);
  if (table.rows[0]?.found !== true) {
    return [];
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    connection,
  );
  return rows.map(({ name }) => name);
}

/** The errors «insufficient privilege» and «invalid schema name», the second where the user may use no schema at all. */
const missingRights: ReadonlySet<string> = new Set(['42501', '3F000']);

/**
 * Says which right the user of the connection lacks, if a migration failed for want of one: since PostgreSQL 15 only the owner
 * of a database creates tables in it.
 *
 * @see https://www.postgresql.org/docs/15/release-15.html (the default permissions of the schema «public»)
 */
async function explainMissingRight<T>(
  connection: Kysely<T>,
  error: unknown,
): Promise<DatabaseStartError | undefined> {
  if (!(error instanceof Error && 'code' in error && missingRights.has(String(error.code)))) return undefined;
  const { rows } = await sql<{ user: string; database: string; mayCreate: boolean }>`
    select quote_ident(current_user) as user, quote_ident(current_database()) as database,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayCreate"
  `.execute(connection);
  const { user, database, mayCreate } = rows[0] ?? { user: '', database: '', mayCreate: false };
  const help = mayCreate
    ? 'Sus tablas son de otro usuario: escribe en DATABASE_URL el usuario con el que se crearon.'
    : 'Ejecuta esto en esa base de datos como administrador de Postgres, y arranca de nuevo: ' +
      `GRANT CREATE ON DATABASE ${database} TO ${user}; GRANT USAGE, CREATE ON SCHEMA public TO ${user};`;
  return new DatabaseStartError(
    `El usuario ${user} no puede cambiar la base de datos ${database} (${error.message}). ${help}`,
    { cause: error },
  );
}

function refuseNewerSchema(applied: readonly string[], list: Readonly<Record<string, Migration>>): void {
  const unknown = applied.find((name) => !Object.hasOwn(list, name));
  if (unknown !== undefined) {
    throw new DatabaseStartError(
      `La base de datos es de una versión más nueva de Butaca (tiene la migración ${unknown}). ` +
        'Actualiza Butaca, o restaura en una base de datos vacía una copia de seguridad hecha con esta versión.',
    );
  }
}
