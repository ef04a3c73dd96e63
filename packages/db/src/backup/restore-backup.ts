/*
 * Restores a database from a backup file. First the file is read to its end, so that a damaged file changes nothing.
 * Then one transaction empties every table and fills it again from the file, which is verified a second time as it is
 * read. A backup of an older product version goes into tables of that version: the migrations that the backup names
 * create them, the backup fills them, and the later migrations bring them to the present schema. Sessions are in no
 * backup, so everybody has to sign in again; the secrets of the installation and the second factors of
 * its accounts are in no backup either, and are kept. If anything fails, or the process ends, the old data remain.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { restoreLock } from '../connection/advisory-locks.ts';
import { catalogueNotificationChannel } from '../connection/catalogue-version.ts';
import { migrations } from '../migrations/index.ts';
import { builtInProviders } from '../schema/built-in-providers.ts';
import type { Database } from '../schema/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHeader, BackupTable } from './backup-format.ts';
import { judgeSignature, readSigningKey } from './backup-signature.ts';
import {
  identifier,
  identifiers,
  isBackedUp,
  listMigrations,
  listTables,
  type TableShape,
} from './list-tables.ts';
import { connectForMaintenance, closeAfterFailure, kyselyOn } from '../connection/maintenance-client.ts';
import { readBackup, verifyBackup, type BackupPart } from './read-backup.ts';

/**
 * How long a restore waits for the exclusive locks on all tables, in milliseconds; meanwhile every other query on the
 * tables queues behind the restore.
 */
const lockTimeoutMs = 10_000;
const lockAttempts = 5;

export interface RestoreOptions {
  /**
   * A callback that a restore calls before it changes anything, for example to back up the old data; other restores are
   * already locked out.
   */
  beforehand?: () => Promise<void>;
  /**
   * A callback that a restore calls with its transaction when the tables hold the restored data, for example to add an
   * entry to the audit log.
   */
  afterwards?: (trx: Kysely<Database>, restored: RestoredBackup) => Promise<unknown>;
}

/** The header of a backup that has been restored, and where the backup comes from. */
export interface RestoredBackup extends BackupHeader {
  /** Whether the backup's signature proves that this installation wrote the backup and nobody has changed it since. */
  isOwn: boolean;
}

/**
 * Replaces all data of a database with the data of a backup, or changes nothing. A server may be running on the
 * database: its requests wait meanwhile, and its sessions end.
 *
 * @throws {BackupError} when the file is refused, or the database is busy with another restore
 */
export async function restoreBackup(
  connectionString: string,
  path: string,
  options: RestoreOptions = {},
): Promise<RestoredBackup> {
  const header = await verifyBackup(path);
  const client = await connectForMaintenance(connectionString);
  try {
    const lock = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      restoreLock,
    ]);
    if (lock.rows[0]?.taken !== true) throw new BackupError('busy');
    await options.beforehand?.();
    const later = await laterMigrations(client, header);
    const key = await readSigningKey(client);
    const before = await readKept(client);
    await emptyTables(client, later.length > 0 ? header : undefined);
    const isOwn = await fillTables(client, header, readBackup(path), key);
    for (const name of later) await migrations[name]?.up(kyselyOn(client));
    await putBackSecrets(client);
    await putBackSecondFactors(client);
    await requireUsable(client, before.plans);
    await advanceSequences(client);
    await endImports(client);
    await announceCatalogueVersion(client, before.catalogueVersion);
    const restored = { ...header, isOwn };
    await options.afterwards?.(kyselyOn(client), restored);
    await client.query('commit');
    await client.end();
    return restored;
  } catch (error) {
    await closeAfterFailure(client);
    throw error;
  }
}

/**
 * Lists the migrations that are applied to the database but were not applied to the backed-up data.
 * @throws {BackupError} `version` when the backup was written after migrations that this database does not have
 */
async function laterMigrations(client: pg.Client, header: BackupHeader): Promise<string[]> {
  const executed = await listMigrations(client);
  const isPast = header.migrations.every((name, index) => name === executed[index]);
  if (!isPast || header.migrations.length === 0) throw new BackupError('version');
  const later = executed.slice(header.migrations.length);
  if (later.length > 0 && executed.some((name) => !Object.hasOwn(migrations, name))) {
    throw new BackupError('version');
  }
  return later;
}

/**
 * Begins the transaction of a restore and empties every table of the database.
 *
 * @param past - the header of a backup of an older product version; the tables are created anew as they were in that
 * version
 */
async function emptyTables(client: pg.Client, past: BackupHeader | undefined): Promise<void> {
  const names = (await listTables(client)).map(({ name }) => name);
  await beginExclusively(client, names);
  await keepSecrets(client);
  if (past === undefined) {
    await client.query(`truncate ${identifiers(names)}`);
    return;
  }
  const functions = await listFunctions(client);
  await client.query(`drop table ${identifiers(names)} cascade`);
  if (functions.length > 0) await client.query(`drop routine ${functions.join(', ')} cascade`);
  for (const name of past.migrations) await migrations[name]?.up(kyselyOn(client));
  // Some migrations insert rows, and the backup contains these rows too, so the new tables of a restored database are
  // emptied before the backup fills them.
  const made = (await listTables(client)).map(({ name }) => name);
  await client.query(`truncate ${identifiers(made)}`);
}

/**
 * Lists the functions that migrations have created, as `name(types)`: dropping tables leaves the functions of their triggers,
 * which the migrations then could not create again. They belong to an owner of the tables. Those of extensions are not
 * listed, and neither are those that run with the rights of their owner, which no migration creates: PgBouncer's function for
 * passwords is one.
 */
async function listFunctions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ signature: string }>(`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = current_schema()::regnamespace and not prosecdef
      and proowner in (
        select relowner from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
          and pg_has_role(relowner, 'USAGE'))
      and not exists (
        select from pg_depend
        where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')`);
  return rows.map(({ signature }) => signature);
}

/**
 * Begins the transaction of a restore with an exclusive lock on every table. In a deadlock with other transactions
 * Postgres aborts one of them; when it aborts this one, the locks are requested again.
 */
async function beginExclusively(client: pg.Client, names: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    try {
      await client.query(`lock table ${identifiers(names)} in access exclusive mode`);
      return;
    } catch (error) {
      await client.query('rollback');
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === '55P03') throw new BackupError('busy', { cause: error });
      if (code !== '40P01' || attempt === lockAttempts) throw error;
    }
  }
}

/**
 * Fills the emptied tables with the rows of a backup.
 * @returns whether this installation wrote the backup
 * @throws {BackupError} `damaged` also when the backup lacks a table
 */
async function fillTables(
  client: pg.Client,
  header: BackupHeader,
  parts: AsyncGenerator<BackupPart>,
  key: Uint8Array,
): Promise<boolean> {
  const shapes = new Map((await listTables(client)).map((shape) => [shape.name, shape]));
  const given = new Set(header.tables.map(({ name }) => name));
  for (const shape of shapes.values()) {
    if (isBackedUp(shape) && !given.has(shape.name)) throw new BackupError('damaged');
  }
  try {
    await parts.next();
    for (const table of header.tables) await fillTable(client, table, shapes.get(table.name), parts);
    const end = await parts.next();
    if (end.done === true || end.value.kind !== 'end') throw new BackupError('damaged');
    const judgement = judgeSignature(key, end.value.digest, end.value.signature);
    // The checksum of the backup stands at the end of the file, so only reading to the end verifies the file.
    if (judgement === 'changed' || (await parts.next()).done !== true) throw new BackupError('damaged');
    return judgement === 'own';
  } finally {
    await parts.return(undefined);
  }
}

async function fillTable(
  client: pg.Client,
  { name, columns, rows }: BackupTable,
  shape: TableShape | undefined,
  parts: AsyncGenerator<BackupPart>,
): Promise<void> {
  if (shape === undefined || columns.some((column) => !shape.columns.includes(column))) {
    throw new BackupError('version');
  }
  const stream = client.query(
    copyFrom(`copy ${identifier(name)} (${identifiers(columns)}) from stdin (encoding 'UTF8')`),
  );
  await pipeline(Readable.from(rowsOf(parts), { objectMode: false }), stream);
  if (stream.rowCount !== rows) throw new BackupError('damaged');
}

async function* rowsOf(parts: AsyncGenerator<BackupPart>): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await parts.next();
    if (next.done === true || next.value.kind === 'header' || next.value.kind === 'end')
      throw new BackupError('damaged');
    if (next.value.kind === 'table-end') return;
    yield next.value.bytes;
  }
}

/** Sets the Postgres sequences that generate ids beyond the highest restored id. */
async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table_name: string; column_name: string; sequence: string }>(`
    select class.relname::text as table_name, attname::text as column_name,
      pg_get_serial_sequence(class.oid::regclass::text, attname) as sequence
    from pg_class as class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where class.relkind = 'r' and class.relnamespace = current_schema()::regnamespace
      and pg_get_serial_sequence(class.oid::regclass::text, attname) is not null`);
  for (const { table_name: table, column_name: column, sequence } of rows) {
    await client.query(
      `select setval($1, (select coalesce(max(${identifier(column)}), 0) + 1 from ${identifier(table)}), false)`,
      [sequence],
    );
  }
}

/** Marks the M3U imports that were running when the backup was written as failed: no process will continue them. */
async function endImports(client: pg.Client): Promise<void> {
  await client.query(`
    with ended as (
      update import set status = 'failed', phase = null, error_code = 'import.interrupted', finished_at = now(),
        added = 0, updated = 0, duplicates = 0, skipped = 0, movies = 0, series = 0, has_report = false
      where status = 'running' returning id)
    delete from import_entry using ended where import_id = ended.id`);
}

/** Keeps the installation's secrets and the second factors of its accounts in temporary tables. */
async function keepSecrets(client: pg.Client): Promise<void> {
  for (const name of ['instance_secret', 'second_factor', 'recovery_code']) {
    await client.query(`create temporary table ${identifier(`kept_${name}`)} as table ${identifier(name)}`);
  }
}

/** Reads what a restore needs of the present data before the tables are emptied. */
async function readKept(client: pg.Client): Promise<{ catalogueVersion: number; plans: number }> {
  const { rows } = await client.query<{ version: number | null; plans: number }>(
    'select (select version from catalogue_version) as version, (select count(*) from plan) as plans',
  );
  return { catalogueVersion: rows[0]?.version ?? 0, plans: rows[0]?.plans ?? 0 };
}

/**
 * Puts the installation's own secrets back after the tables were filled: backups of older versions contain the secrets
 * of the installation that wrote them.
 */
async function putBackSecrets(client: pg.Client): Promise<void> {
  await client.query('truncate instance_secret');
  await client.query('insert into instance_secret table kept_instance_secret');
}

/**
 * Puts the second factors of the accounts that the restored data contain back, so that a restore turns none off. They
 * are sealed with a secret of this installation, so the second factors of another one would be of no use.
 */
async function putBackSecondFactors(client: pg.Client): Promise<void> {
  await client.query('truncate second_factor, recovery_code');
  await client.query(
    'insert into second_factor select * from kept_second_factor where account_id in (select id from account)',
  );
  await client.query(
    'insert into recovery_code select * from kept_recovery_code where account_id in (select account_id from second_factor)',
  );
}

/**
 * Checks the restored data before they are committed.
 * @throws {BackupError} `unusable` when no active administrator is among the accounts, or a plan or a built-in provider
 *   is missing
 */
async function requireUsable(client: pg.Client, plans: number): Promise<void> {
  const { rows } = await client.query<{ is_usable: boolean }>(
    `select (select count(*) from plan) >= $1 and
      (select count(*) from provider where id = any($2)) = cardinality($2) and exists (
      select from account where role = 'admin' and is_active and (expires_at is null or expires_at > now())
    ) as is_usable`,
    [plans, Object.values(builtInProviders)],
  );
  if (rows[0]?.is_usable !== true) throw new BackupError('unusable');
}

/**
 * Sets a catalogue version higher than those of the old data and of the backup, which invalidates all cached answers of
 * the running servers.
 */
async function announceCatalogueVersion(client: pg.Client, version: number): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    'update catalogue_version set version = greatest(version, $1) + 1 returning version',
    [version],
  );
  await client.query('select pg_notify($1, $2)', [catalogueNotificationChannel, String(rows[0]?.version)]);
}
