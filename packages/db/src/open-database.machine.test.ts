import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/index.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { withDatabase } from '../test/test-server.ts';
import { silentLog } from './connection/database-log.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function refusal(databaseUrl: string): Promise<unknown> {
  return openDatabase({ dataDir: '/not used', databaseUrl }).catch((error: unknown) => error);
}

describe('a database connection', () => {
  it('returns counts and bigint as numbers, instants as dates, bytes as buffers', async () => {
    const { rows } = await sql`
      select count(*) as count, 9007199254740991::bigint as big,
        timestamptz '2026-01-02 03:04:05.678+02' as instant, '\\x0102'::bytea as bytes
    `.execute(database.db);
    expect(rows).toEqual([
      {
        count: 1,
        big: 9_007_199_254_740_991,
        instant: new Date('2026-01-02T01:04:05.678Z'),
        bytes: Buffer.from([1, 2]),
      },
    ]);
  });

  it('cancels a statement after five seconds, or after the timeout that a transaction sets', async () => {
    const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
    expect((await limit.execute(database.db)).rows).toEqual([{ limit: '5s' }]);
    const raised = await database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = '10min'`.execute(trx);
      return limit.execute(trx);
    });
    expect(raised.rows).toEqual([{ limit: '10min' }]);
    const tooLong = database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 20`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
    await expect(tooLong).rejects.toMatchObject({ code: '57014' });
    expect((await limit.execute(database.db)).rows).toEqual([{ limit: '5s' }]);
  });

  it('is replaced when the server closes it', async () => {
    const own = await createTestDatabase({ poolSize: 1 });
    onTestFinished(() => own.close());
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const before = (await pid.execute(own.db)).rows[0]?.pid;
    await sql`select pg_terminate_backend(${before})`.execute(database.db);
    await vi.waitFor(async () => expect((await pid.execute(own.db)).rows[0]?.pid).not.toBe(before));
  });
});

describe('a database transaction', () => {
  it('fails when its connection breaks between two statements, without ending the process', async () => {
    const cut = database.db.transaction().execute(async (trx) => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${own.rows[0]?.pid}, 5000)`.execute(database.db);
      await sql`select 1`.execute(trx);
    });
    await expect(cut).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  });
});

describe('the notification listener', () => {
  it('delivers a notification to every handler of its channel and to no other', async () => {
    const heard: string[] = [];
    await database.listen('first', (payload) => heard.push(`a ${payload}`));
    await database.listen('first', (payload) => heard.push(`b ${payload}`));
    await database.listen('second "quoted"', (payload) => heard.push(`c ${payload}`));
    await sql`select pg_notify('first', 'x'), pg_notify('second "quoted"', 'y')`.execute(database.db);
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    expect(heard).toEqual(['a x', 'b x', 'c y']);
  });

  it('delivers null after a lost connection, and later notifications as before', async () => {
    const own = await createTestDatabase();
    onTestFinished(() => own.close());
    const heard: (string | null)[] = [];
    await own.listen('news', (payload) => heard.push(payload));
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %'
    `.execute(own.db);
    await vi.waitFor(() => expect(heard).toEqual([null]));
    await sql`select pg_notify('news', 'again')`.execute(own.db);
    await vi.waitFor(() => expect(heard).toEqual([null, 'again']));
  });
});

describe('closing the database', () => {
  it('may be requested twice and leaves no connection open', async () => {
    const own = await createTestDatabase();
    await own.listen('news', () => {});
    const name = new URL(own.connectionString).pathname.slice(1);
    await Promise.all([own.close(), own[Symbol.asyncDispose]()]);
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(database.db);
    expect(rows).toEqual([]);
    await expect(own.db.selectFrom('plan').select('key').execute()).rejects.toThrow(/after calling end/);
  });
});

describe('a database opened by DATABASE_URL', () => {
  it('connects to that address, and is described without its password', async () => {
    const url = new URL(database.connectionString);
    // A server that asks for no password gets one all the same.
    url.password ||= 'hush';
    const own = await openDatabase({ dataDir: '/not used', databaseUrl: url.href });
    onTestFinished(() => own.close());
    expect(await own.db.selectFrom('plan').select('key').execute()).toHaveLength(5);
    expect(own.describe()).toMatch(/^Postgres \d+ en .+\/test_[0-9a-f]+$/);
    expect(own.describe()).not.toContain(url.password);
  });

  it.each(['mysql://ana:hush@localhost/butaca', 'hush', 'postgres://ana:hush@[/butaca'])(
    'is refused when it is no Postgres address (%s), without repeating it',
    async (databaseUrl) => {
      const error = await refusal(databaseUrl);
      expect(error).toMatchObject({ name: 'DatabaseStartError' });
      expect(String(error)).toMatch(/DATABASE_URL no es una dirección de Postgres válida/);
      expect(JSON.stringify([error, (error as Error).cause, String(error)])).not.toContain('hush');
    },
  );

  it('is refused with host and reason when nobody answers', async () => {
    const error = await refusal('postgres://ana:hush@127.0.0.1:1/butaca');
    expect(String(error)).toBe(
      'DatabaseStartError: No se puede conectar con la base de datos de DATABASE_URL (127.0.0.1:1/butaca): ' +
        'ECONNREFUSED. Comprueba que está en marcha y que la dirección es correcta.',
    );
  });

  it('says whether the database does not exist or the password is wrong', async () => {
    const missing = await refusal(withDatabase(inject('testDatabaseUrl'), 'no_such_database'));
    expect(String(missing)).toMatch(/\/no_such_database\) no existe\. Créala/);

    const server = await startEmbeddedPostgres({
      dataDir: await temporaryFolder(),
      log: silentLog,
      transport: 'loopback',
    });
    onTestFinished(() => server.stop());
    const url = new URL(server.connectionString);
    url.password = 'hush';
    const wrong = await refusal(url.href);
    expect(String(wrong)).toMatch(/rechaza el usuario o la contraseña/);
    expect(String(wrong)).not.toContain('hush');
  });
});
