import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleProcess, createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

type Command = 'admin-reset' | 'backup' | 'demo-remove' | 'restore' | 'rotate-key';

let database: TestDatabase;
let folder: string;
const bundles = new Map<Command, Awaited<ReturnType<typeof bundleProcess>>>();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'butaca-cli-'));
  for (const command of ['admin-reset', 'backup', 'demo-remove', 'restore', 'rotate-key'] as const) {
    bundles.set(command, await bundleProcess(fileURLToPath(new URL(`${command}.ts`, import.meta.url))));
  }
  await addAccount('jefa', 'admin');
  await addAccount('ana', 'user');
  await addAccount('demo-ana', 'user', true);
});
afterAll(async () => {
  for (const { remove } of bundles.values()) await remove();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function addAccount(name: string, role: 'admin' | 'user', isDemo = false): Promise<void> {
  await database.db
    .insertInto('account')
    .values({ id: name, username: name, username_folded: name, password_hash: 'x', role, is_demo: isDemo })
    .execute();
}
const accounts = async () =>
  (await database.db.selectFrom('account').select('username').orderBy('username').execute()).map(
    ({ username }) => username,
  );
const lastAct = () =>
  database.db
    .selectFrom('audit_entry')
    .select(['action', 'username', 'subject_name', 'after'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Runs an operator's command to its end, as npm starts it from the folder in which the operator works. */
function run(command: Command, args: readonly string[] = [], env: Record<string, string> = {}) {
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [bundles.get(command)?.script ?? '', ...args],
      {
        env: {
          PATH: process.env['PATH'],
          INIT_CWD: folder,
          DATA_DIR: join(folder, 'data'),
          DATABASE_URL: database.connectionString,
          ...env,
        },
      },
      (_error, said, complained) => resolve({ code: child.exitCode ?? -1, said, complained }),
    );
  });
}

describe('a backup by the operator', () => {
  it('writes the file that was named and refuses to overwrite an existing file', async () => {
    const { code, said } = await run('backup', ['mi copia.bak']);
    const path = join(folder, 'mi copia.bak');
    expect([code, said]).toEqual([0, expect.stringContaining(`Copia de seguridad    ${path}`)]);
    expect(said).toMatch(/Contiene +[\d.]+ filas de \d+ tablas/);
    const before = await readFile(path);
    const again = await run('backup', ['mi copia.bak']);
    expect([again.code, again.complained]).toEqual([1, expect.stringContaining(`Ya existe ${path}.`)]);
    expect(again.complained).toContain('No se ha hecho la copia.');
    expect(await readFile(path)).toEqual(before);
  });
});

describe('a restore by the operator', () => {
  it('brings back the accounts of the backup, saves the replaced data, and is audited', async () => {
    await addAccount('luis', 'user');
    const { code, said } = await run('restore', ['mi copia.bak']);
    expect([code, await accounts()]).toEqual([0, ['ana', 'demo-ana', 'jefa']]);
    const saved = /Lo que había +(\S+\.bak)/.exec(said)?.[1] ?? '';
    expect(await readdir(join(folder, 'data', 'backups'))).toEqual([basename(saved)]);
    expect(said).toContain('todos deben volver a entrar');
    expect(said).not.toContain('de otra instalación');
    expect(await lastAct()).toEqual({
      action: 'backup.restore',
      username: 'operador',
      subject_name: 'mi copia.bak',
      after: { isOwn: true },
    });
  });

  it('refuses a file that is not a backup before it opens a database', async () => {
    await writeFile(join(folder, 'notas.txt'), 'la lista de la compra');
    const { code, complained } = await run('restore', ['notas.txt'], {
      DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada',
    });
    expect([code, complained]).toEqual([1, expect.stringContaining('no es una copia de seguridad')]);
    expect(complained).toContain('No se ha restaurado nada.');
  });
});

describe('an administrator whose password the operator resets', () => {
  it('receives a one-time password that signs in once', async () => {
    const { code, said } = await run('admin-reset', ['JEFA']);
    expect([code, said]).toEqual([0, expect.stringContaining('Administrador    jefa')]);
    expect(said).toMatch(/Contraseña {7}(?:[a-z]{8}-){3}[a-z]{8}\n/);
    const row = await database.db
      .selectFrom('account')
      .select(['password_hash', 'has_one_time_password'])
      .where('id', '=', 'jefa')
      .executeTakeFirst();
    expect(row).toEqual({
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      has_one_time_password: true,
    });
  });
});

it('rotate-key replaces the sealing key, says so and is audited', async () => {
  const keyOf = async () => {
    const { value } = await database.db
      .selectFrom('instance_secret')
      .select('value')
      .where('name', '=', 'stream')
      .executeTakeFirstOrThrow();
    return value.toString('hex');
  };
  const before = await keyOf();
  const { code, said } = await run('rotate-key');
  expect([code, said]).toEqual([0, expect.stringContaining('Clave de cifrado    cambiada')]);
  expect(await keyOf()).not.toBe(before);
  expect(await lastAct()).toMatchObject({ action: 'key.rotate', username: 'operador' });
});

it('demo-remove deletes the accounts of the demo and no others', async () => {
  const { code, said } = await run('demo-remove');
  expect([code, said]).toEqual([0, expect.stringContaining('se han eliminado')]);
  expect(await accounts()).toEqual(['ana', 'jefa']);
  expect(await lastAct()).toMatchObject({ action: 'demo.remove', username: 'operador' });
});
