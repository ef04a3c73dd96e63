import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/create-test-database.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { Database } from '../schema/index.ts';
import { encodeFrame, encodeJson, magicLine, trailerLength, trailerOf } from './backup-format.ts';
import { BackupError } from './backup-error.ts';
import { readBackupHeader, verifyBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await fill(database.db);
});
afterAll(() => database.close());

const odd = 'comillas " \' \\ \\N tab\t línea\n retorno\r ñ 🎬 \u0001';

const addAdmin = (db: Kysely<Database>) =>
  db
    .insertInto('account')
    .values({ id: 'ana', username: 'Ana', username_folded: 'ana', password_hash: 'x', role: 'admin' })
    .execute();

async function fill(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('account')
    .values([
      { id: 'ana', username: 'Ana', username_folded: 'ana', password_hash: odd, role: 'admin' },
      { id: 'luis', username: 'Luis', username_folded: 'luis', password_hash: 'x', role: 'user' },
    ])
    .execute();
  await db
    .insertInto('device')
    .values({ account_id: 'ana', device_id: 'd', user_agent: odd, ip: '::1' })
    .execute();
  await db
    .insertInto('session')
    .values({ token_hash: randomBytes(32), account_id: 'ana', device_id: 'd' })
    .execute();
  await turnOnSecondFactor(db, 'ana');
  await sql`
    insert into video (id, title, title_sort, title_folded, search_text, tipo, genres, address, address_hash, rating)
    select 'film-' || n, 'Película ' || n, 'pelicula ' || n, 'pelicula ' || n, 'pelicula', 'pelicula', array['Drama', null, 'a,b"c'],
      'http://a.tv/' || n, sha256(('film-' || n)::bytea), 7.1
    from generate_series(1, 500) as n`.execute(db);
  await sql`
    insert into provider_certificate (provider_id, origin, fingerprint, subject, issuer, valid_from, valid_to)
    values ('manual', 'https://a.tv', 'AA:BB', 'CN=a.tv', 'CN=a.tv', now(), now())`.execute(db);
  await sql`
    insert into progress (account_id, video_id, last_time_seconds, progress, last_watched_at)
    select 'ana', 'film-' || n, n / 3.0, 0.1, now() from generate_series(1, 200) as n`.execute(db);
  await sql`
    insert into audit_entry (id, username, action, subject_name, after)
    values ('a', 'Ana', 'x.y', 'z', '{"a": "línea\\nb"}')`.execute(db);
  await sql`
    insert into enrichment (key, content, made_at)
    values (sha256('titulo'), '{"director": "línea\\nb", "trivia": ["ñ"]}', now())`.execute(db);
}

/** Gives an account a second factor with one recovery code; what seals its secret does not matter to a backup. */
async function turnOnSecondFactor(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .insertInto('second_factor')
    .values({ account_id: accountId, sealed_secret: randomBytes(49), confirmed_at: new Date() })
    .execute();
  await db
    .insertInto('recovery_code')
    .values({ account_id: accountId, code_hash: randomBytes(32) })
    .execute();
}

/**
 * The tables that are in no backup: sessions, the secrets of the installation and of its accounts, what is read from guides
 * again, where sessions take notices, and tables without a log, whose rows are temporary.
 */
const privateTables = [
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
  'store_sight',
  'server_presence',
];

const tableNames = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relname not like 'kysely%' order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * The rows of each database table, to compare a database before a backup and after its restore; leaves out the tables
 * that a restore does not bring back unchanged (sessions, secrets, catalogue version).
 */
async function contentOf(db: Kysely<Database>): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const name of await tableNames(db)) {
    if (name === 'catalogue_version' || privateTables.includes(name)) continue;
    const { rows } = await sql<{ sum: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(name)} as t`.execute(db);
    content[name] = rows[0]?.sum ?? '';
  }
  return content;
}

async function backUp(): Promise<string> {
  const path = join(await temporaryFolder(), 'copias', 'una.bak');
  await writeBackup(database.connectionString, path);
  return path;
}

const faultOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((reason: unknown) => reason);
  return error instanceof BackupError ? error.fault : `no refusal: ${String(error)}`;
};

describe('a backup', () => {
  it('holds all tables but sessions and secrets, is private, and gets its name once complete', async () => {
    const path = await backUp();
    const header = await verifyBackup(path);
    expect(header).toEqual(await readBackupHeader(path));
    const names = await tableNames(database.db);
    expect(header.tables.map(({ name }) => name).toSorted()).toEqual(
      names.filter((name) => !privateTables.includes(name)),
    );
    expect(header.tables.find(({ name }) => name === 'video')?.rows).toBe(500);
    expect(await readdir(join(path, '..'))).toEqual(['una.bak']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('restores all data, into a database that has changed since and into an empty one', async () => {
    const path = await backUp();
    const before = await contentOf(database.db);
    await using other = await createTestDatabase();
    await restoreBackup(other.connectionString, path);
    expect(await contentOf(other.db)).toEqual(before);

    await other.db.deleteFrom('video').where('id', 'like', 'film-1%').execute();
    await other.db.updateTable('account').set({ plan: 'premium' }).execute();
    await sql`insert into media_file (address_hash, probed_at) values (sha256('x'), now())`.execute(other.db);
    await restoreBackup(other.connectionString, path);
    expect(await contentOf(other.db)).toEqual(before);
  });

  it('keeps the second factors of accounts that it contains, also those turned on since', async () => {
    const path = await backUp();
    await using other = await createTestDatabase();
    await restoreBackup(other.connectionString, path);
    expect(await other.db.selectFrom('second_factor').selectAll().execute()).toEqual([]);

    await other.db
      .insertInto('account')
      .values({ id: 'eva', username: 'Eva', username_folded: 'eva', password_hash: 'x', role: 'admin' })
      .execute();
    await turnOnSecondFactor(other.db, 'ana');
    await turnOnSecondFactor(other.db, 'eva');
    const ofAna = async () => [
      await other.db.selectFrom('second_factor').selectAll().where('account_id', '=', 'ana').execute(),
      await other.db.selectFrom('recovery_code').selectAll().where('account_id', '=', 'ana').execute(),
    ];
    const before = await ofAna();
    await restoreBackup(other.connectionString, path);
    expect(await ofAna()).toEqual(before);
    expect(await other.db.selectFrom('second_factor').select('account_id').execute()).toHaveLength(1);
    expect(await other.db.selectFrom('recovery_code').select('account_id').execute()).toHaveLength(1);
  });

  it('signs everybody out, and announces a new catalogue version to every process', async () => {
    const path = await backUp();
    await using other = await createTestDatabase();
    await restoreBackup(other.connectionString, path);
    await other.db
      .insertInto('session')
      .values({ token_hash: randomBytes(32), account_id: 'ana', device_id: 'd' })
      .execute();
    await other.db.updateTable('catalogue_version').set({ version: 70 }).execute();
    const heard: (string | null)[] = [];
    await other.listen('catalogue', (payload) => heard.push(payload));
    await restoreBackup(other.connectionString, path);
    expect(await other.db.selectFrom('session').selectAll().execute()).toEqual([]);
    await expect.poll(() => heard).toEqual(['71']);
  });

  it('ends an import that was under way when the backup was made', async () => {
    await using source = await createTestDatabase();
    await addAdmin(source.db);
    await sql`
      insert into import (id, kind, file_name, options, username, status, added, has_report)
      values ('i', 'mixed', 'lista.m3u', '{}', 'Ana', 'running', 3, true)`.execute(source.db);
    await sql`
      insert into import_entry (import_id, position, line, title, group_title, outcome)
      values ('i', 1, 1, 'Duna', '', 'added')`.execute(source.db);
    const path = join(await temporaryFolder(), 'una.bak');
    await writeBackup(source.connectionString, path);
    await restoreBackup(source.connectionString, path);
    expect(
      await source.db.selectFrom('import').select(['status', 'phase', 'error_code', 'added']).execute(),
    ).toEqual([{ status: 'failed', phase: null, error_code: 'import.interrupted', added: 0 }]);
    expect(await source.db.selectFrom('import_entry').select('position').execute()).toEqual([]);
  });

  it('leaves the installation’s secrets unchanged, and recognises other installations’ backups', async () => {
    const path = await backUp();
    const secrets = (db: Kysely<Database>) =>
      db.selectFrom('instance_secret').selectAll().orderBy('name').execute();
    await using other = await createTestDatabase();
    await other.db
      .insertInto('instance_secret')
      .values({ name: 'stream', value: randomBytes(32) })
      .execute();
    const before = await secrets(other.db);
    expect(await restoreBackup(other.connectionString, path)).toMatchObject({ isOwn: false });
    const after = await secrets(other.db);
    expect(after.filter(({ name }) => name === 'stream')).toEqual(before);
    const own = join(await temporaryFolder(), 'propia.bak');
    await writeBackup(other.connectionString, own);
    expect(await restoreBackup(other.connectionString, own)).toMatchObject({ isOwn: true });
    expect(await secrets(other.db)).toEqual(after);
    for (const { value } of after) expect((await readFile(own)).includes(value)).toBe(false);
  });

  it('continues the sequences of generated ids', async () => {
    await using first = await createTestDatabase();
    await addAdmin(first.db);
    const addKept = (db: Kysely<Database>) =>
      db.insertInto('migration_kept').values({ run_id: 'run', kind: 'x', content: '{}' }).execute();
    await first.db
      .insertInto('migration_run')
      .values({
        id: 'run',
        username: 'a',
        backup_name: 'b',
        movies_deleted: 0,
        series_created: 0,
        series_updated: 0,
      })
      .execute();
    await addKept(first.db);
    await addKept(first.db);
    const path = join(await temporaryFolder(), 'una.bak');
    await writeBackup(first.connectionString, path);
    await using second = await createTestDatabase();
    await restoreBackup(second.connectionString, path);
    await addKept(second.db);
    const rows = await second.db.selectFrom('migration_kept').select('id').orderBy('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('leaves no file behind when it fails', async () => {
    const folder = await temporaryFolder();
    await expect(writeBackup('postgres://nadie@127.0.0.1:9/nada', join(folder, 'una.bak'))).rejects.toThrow(
      /ECONNREFUSED/,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('two backups at once to the same path', () => {
  it('give one whole file, and the other one fails', async () => {
    const path = join(await temporaryFolder(), 'una.bak');
    const write = () => writeBackup(database.connectionString, path);
    const results = await Promise.allSettled([write(), write()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'EEXIST' } });
    expect(await verifyBackup(path)).toMatchObject({ format: 1 });
    expect(await readdir(dirname(path))).toEqual(['una.bak']);
  });
});

describe('a backup during concurrent writes', () => {
  it('is a snapshot: two tables that always change together agree in it', async () => {
    const over = new AbortController();
    let written = 0;
    const paths: string[] = [];
    const writers = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) {
        const id = `w-${(written += 1)}`;
        await database.db.transaction().execute(async (trx) => {
          await trx
            .insertInto('video')
            .values({ id, title: id, title_sort: id, title_folded: id, search_text: id, tipo: 'pelicula' })
            .execute();
          await trx
            .insertInto('favourite')
            .values({ account_id: 'luis', item_type: 'video', item_id: id })
            .execute();
        });
      }
    });
    for (let count = 0; count < 4; count += 1) paths.push(await backUp());
    over.abort();
    await Promise.all(writers);

    const rowsOf = (rows: { name: string; rows: number }[], name: string) =>
      rows.find((table) => table.name === name)?.rows ?? -1;
    const counts: number[] = [];
    await using other = await createTestDatabase();
    for (const path of paths) {
      const { tables } = await restoreBackup(other.connectionString, path);
      expect(rowsOf(tables, 'video') - 500).toBe(rowsOf(tables, 'favourite'));
      const { rows } = await sql<{ lonely: number }>`
        select count(*) as lonely from video full join favourite on item_id = video.id
        where video.id is distinct from item_id and coalesce(video.id, item_id) like 'w-%'`.execute(other.db);
      expect(rows[0]?.lonely).toBe(0);
      counts.push(rowsOf(tables, 'favourite'));
    }
    // Each backup holds a different number of rows, which proves that other connections wrote rows while the backups
    // were made; without such writes the test would prove nothing about snapshots.
    expect(new Set(counts).size).toBe(counts.length);
    await sql`delete from favourite`.execute(database.db);
    await sql`delete from video where id like 'w-%'`.execute(database.db);
  });

  it('never stores a table as empty because a concurrent restore is emptying it', async () => {
    const path = await backUp();
    await using other = await createTestDatabase();
    await restoreBackup(other.connectionString, path);
    const folder = await temporaryFolder();
    const work = Array.from({ length: 6 }, async (_, index) =>
      index % 2 === 0
        ? restoreBackup(other.connectionString, path)
        : writeBackup(other.connectionString, join(folder, `${index}.bak`)),
    );
    const results = await Promise.allSettled(work);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ fault: 'busy' });
    }
    for (const name of await readdir(folder)) {
      const { tables } = await verifyBackup(join(folder, name));
      expect(tables.find((table) => table.name === 'video')?.rows).toBe(500);
    }
  });
});

describe('a restore refuses a file that', () => {
  let folder: string;
  let path: string;
  let other: TestDatabase;
  let before: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'butaca-backup-'));
    path = join(folder, 'buena.bak');
    await writeBackup(database.connectionString, path);
    other = await createTestDatabase();
    await fill(other.db);
    await other.db.updateTable('account').set({ plan: 'sports' }).execute();
    before = await contentOf(other.db);
  });
  afterAll(async () => {
    await other.close();
    await rm(folder, { recursive: true });
  });

  /**
   * Writes the given bytes to a file, tries to restore it as a backup, and checks that the database is unchanged and free
   * for the next restore.
   * @returns the fault with which the restore refused the file
   */
  async function refusal(bytes: Buffer): Promise<string> {
    const bad = join(await temporaryFolder(), 'mala.bak');
    await writeFile(bad, bytes);
    const fault = await faultOf(restoreBackup(other.connectionString, bad));
    const { rows: locks } = await sql`
      select objid from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and datname = current_database()`.execute(other.db);
    expect(locks).toEqual([]);
    expect(await contentOf(other.db)).toEqual(before);
    return fault;
  }

  it('has a changed byte in its first line, its gzip header, its data or its checksum', async () => {
    const good = await readFile(path);
    const places = [
      // gunzip ignores the bytes 4, 5, 8 and 9 of the gzip header, so only the backup's own checksum can reveal that
      // one of them was changed.
      ...[4, 5, 8, 9].map((offset) => magicLine.length + offset),
      good.length - 1,
      good.length - trailerLength,
      ...Array.from({ length: 6 }, () => randomInt(magicLine.length, good.length)),
    ];
    for (const place of places) {
      const bytes = Buffer.from(good);
      bytes[place] = (bytes[place] ?? 0) ^ 0x41;
      expect(await refusal(bytes), `byte ${place} of ${good.length}`).toBe('damaged');
    }
  });

  it('is truncated at any place', async () => {
    const good = await readFile(path);
    const ends = [5, magicLine.length, magicLine.length + 10, good.length - 1, good.length - trailerLength];
    for (const end of [...ends, ...Array.from({ length: 8 }, () => randomInt(1, good.length))]) {
      const bad = join(await temporaryFolder(), 'corta.bak');
      await writeFile(bad, good);
      await truncate(bad, end);
      expect(await faultOf(verifyBackup(bad)), `${end} of ${good.length}`).toBe('damaged');
    }
    expect(await refusal(good.subarray(0, good.length - 200))).toBe('damaged');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('#EXTM3U\n')],
    ['a gzip of something else', gzipSync('hola'.repeat(100))],
    ['noise', randomBytes(4_000)],
  ])('is %s', async (_, bytes) => expect(await refusal(bytes)).toBe('foreign'));

  it('has bytes after its end', async () => {
    expect(await refusal(Buffer.concat([await readFile(path), Buffer.from('x')]))).toBe('damaged');
  });

  it('names a later format', async () => {
    const later = Buffer.concat([Buffer.from('butaca-backup 2\n'), randomBytes(200)]);
    expect(await refusal(later)).toBe('version');
  });

  it('comes from a database with an unknown migration, or with a different list of migrations', async () => {
    for (const change of [
      (names: string[]) => [...names, '9999_later'],
      (names: string[]) => names.with(1, '0002_other'),
      () => [],
    ]) {
      expect(await refusal(await withMigrations(path, change))).toBe('version');
    }
  });

  it('declares more rows than it has, even with a correct checksum', async () => {
    const bytes = await rewritten(path, (header) => ({
      ...header,
      tables: header.tables.map((table) => ({ ...table, rows: table.rows + 1 })),
    }));
    expect(await refusal(bytes)).toBe('damaged');
  });

  it.each(['account', 'plan', 'audit_entry'])('lacks the table %s', async (dropped) => {
    const bytes = await rewritten(
      path,
      (header) => ({ ...header, tables: header.tables.filter(({ name }) => name !== dropped) }),
      (rows) => rows,
      dropped,
    );
    expect(await refusal(bytes)).toBe('damaged');
  });

  it('has no table at all', async () => {
    const { migrations } = await readBackupHeader(path);
    const header = { format: 1, createdAt: new Date().toISOString(), migrations, tables: [] };
    expect(await refusal(seal([encodeFrame('H', encodeJson(header)), encodeFrame('Z')]))).toBe('damaged');
  });

  it.each([
    ['administrator', "update account set role = 'user'"],
    ['active administrator', 'update account set is_active = false'],
    ['administrator whose time is not up', "update account set expires_at = now() - interval '1 day'"],
    ['plan', "delete from plan where key = 'sports'"],
    ['provider that the product has by itself', "delete from provider where id = 'manual'"],
  ])('has no %s', async (_, change) => {
    await using source = await createTestDatabase();
    await addAdmin(source.db);
    await sql.raw(change).execute(source.db);
    const useless = join(await temporaryFolder(), 'sin.bak');
    await writeBackup(source.connectionString, useless);
    expect(await refusal(await readFile(useless))).toBe('unusable');
  });

  it('claims to be from this installation, which has not signed it', async () => {
    const own = join(await temporaryFolder(), 'propia.bak');
    const { installation } = await writeBackup(other.connectionString, own);
    const signature = { installation, mac: '0'.repeat(64) };
    const unsigned = await rewritten(own, (header) => ({ ...header, installation }));
    const frames = gunzipSync(unsigned.subarray(magicLine.length, unsigned.length - trailerLength));
    const withoutEnd = frames.subarray(0, frames.length - encodeFrame('Z').length);
    expect(await refusal(seal([withoutEnd, encodeFrame('Z', encodeJson(signature))]))).toBe('damaged');
    expect(await refusal(unsigned)).toBe('damaged');
  });

  it('unpacks to far more than the size limit', async () => {
    const { migrations } = await readBackupHeader(path);
    const header = {
      format: 1,
      createdAt: new Date().toISOString(),
      migrations,
      tables: [{ name: 'plan', columns: ['key'], rows: 0 }],
    };
    const rows = encodeFrame('D', Buffer.alloc(1_000_000, 'a'));
    const frames = [encodeFrame('H', encodeJson(header)), ...Array.from({ length: 40 }, () => rows)];
    expect(await refusal(seal(frames))).toBe('damaged');
  });

  it('is complete, but has a row that the database refuses', async () => {
    const bytes = await rewritten(
      path,
      (header) => header,
      (rows) => Buffer.from(rows.toString('latin1').replace('film-7\t', 'film-8\t'), 'latin1'),
    );
    const bad = join(await temporaryFolder(), 'mala.bak');
    await writeFile(bad, bytes);
    await expect(restoreBackup(other.connectionString, bad)).rejects.toThrow(/duplicate key|foreign key/);
    expect(await contentOf(other.db)).toEqual(before);
  });
});

interface AnyHeader {
  installation?: string | undefined;
  migrations: string[];
  tables: { name: string; columns: string[]; rows: number }[];
}

/** Builds a backup file from the given frames (the blocks of its content), with a correct checksum. */
function seal(frames: readonly Buffer[]): Buffer {
  const signed = Buffer.concat([magicLine, gzipSync(Buffer.concat(frames))]);
  return Buffer.concat([signed, trailerOf(createHash('sha256').update(signed).digest('hex'))]);
}

/**
 * Builds a forged backup file: a real backup that somebody who knows the format has changed, with checksums that fit.
 */
async function rewritten(
  path: string,
  changeHeader: (header: AnyHeader) => AnyHeader,
  changeRows: (rows: Buffer) => Buffer = (rows) => rows,
  droppedTable?: string,
): Promise<Buffer> {
  const bytes = await readFile(path);
  let frames = gunzipSync(bytes.subarray(magicLine.length, bytes.length - trailerLength));
  const out: Buffer[] = [];
  let hash = createHash('sha256');
  let tables: string[] = [];
  while (frames.length > 0) {
    const kind = frames.toString('latin1', 0, 1);
    const length = frames.readUInt32BE(1);
    const payload = frames.subarray(5, 5 + length);
    frames = frames.subarray(5 + length);
    if (kind === 'H') {
      const header = JSON.parse(payload.toString()) as AnyHeader;
      tables = header.tables.map(({ name }) => name);
      // A forger does not know the installation's signing secret, so the forged file claims no installation.
      out.push(encodeFrame('H', encodeJson(changeHeader({ ...header, installation: undefined }))));
    } else if (kind !== 'Z' && tables[0] === droppedTable) {
      if (kind === 'E') tables.shift();
    } else if (kind === 'D') {
      const rows = changeRows(payload);
      hash.update(rows);
      out.push(encodeFrame('D', rows));
    } else if (kind === 'E') {
      const end = JSON.parse(payload.toString()) as { rows: number };
      out.push(encodeFrame('E', encodeJson({ ...end, sha256: hash.digest('hex') })));
      hash = createHash('sha256');
      tables.shift();
    } else out.push(encodeFrame('Z'));
  }
  return seal(out);
}

const withMigrations = (path: string, change: (names: string[]) => string[]) =>
  rewritten(path, (header) => ({ ...header, migrations: change(header.migrations) }));
