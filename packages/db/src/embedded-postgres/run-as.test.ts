import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { programEnvironment, readMajorVersion } from './binaries.ts';
import { removeUnfinishedClusters } from './cluster.ts';
import { connectionStringFor, readLogin } from './login.ts';
import { processStart } from './process-identity.ts';
import { asNobody, chooseRunAs, commandFor, giveFolder, inNamespace } from './run-as.ts';
import { chooseSocketFolder } from './socket-folder.ts';

const isRoot = process.getuid?.() === 0;

describe('the command of a Postgres program', () => {
  it('is the program itself, or a wrapper that runs it as another user', () => {
    expect(commandFor({ prefix: [], ownerUid: null }, '/pg/postgres', ['-D', 'x'])).toEqual([
      '/pg/postgres',
      ['-D', 'x'],
    ]);
    for (const { prefix, ownerUid } of [inNamespace, asNobody]) {
      const [program, args] = commandFor({ prefix, ownerUid }, '/pg/postgres', ['-D', 'x']);
      expect([program, ...args]).toEqual([...prefix, '/pg/postgres', '-D', 'x']);
      expect(args.at(-4)).toBe('--');
    }
  });

  it.runIf(isRoot)('uses, as root, the first wrapper that works', async () => {
    const [never, works] = [
      { prefix: ['/no/existe'], ownerUid: 0 },
      { prefix: ['env'], ownerUid: 7 },
    ];
    expect(await chooseRunAs(process.execPath, [never, works, inNamespace])).toBe(works);
    await expect(chooseRunAs(process.execPath, [never])).rejects.toThrow(/no puede ejecutarse como root/);
  });

  it('does not inherit Postgres settings from the environment', () => {
    process.env['PGHOST'] = 'otra.example';
    const environment = programEnvironment();
    Reflect.deleteProperty(process.env, 'PGHOST');
    expect(environment).toMatchObject({ LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] });
    expect(Object.keys(environment).filter((name) => /^PG|^LANG|^HOME/.test(name))).toEqual([]);
  });

  it.each([
    ['postgres (PostgreSQL) 18.4', '18'],
    ['postgres (PostgreSQL) 9.6.24 (Debian)', '9'],
  ])('reads from the output «%s» the major version %s', async (said, major) => {
    expect(await readMajorVersion(process.execPath, ['-e', `console.log(${JSON.stringify(said)})`])).toBe(
      major,
    );
  });

  it('reads no version from other output', async () => {
    await expect(readMajorVersion(process.execPath, ['-e', 'console.log("hola")'])).rejects.toThrow(
      /Unreadable Postgres version: hola/,
    );
  });
});

describe.runIf(isRoot)('handing a folder to the user of Postgres', () => {
  const ownerOf = async (path: string) => (await lstat(path)).uid;

  it('changes the owner of the folder and its contents, and follows no link', async () => {
    const folder = await temporaryFolder();
    const outside = join(await temporaryFolder(), 'fuera');
    await writeFile(outside, 'x');
    await mkdir(join(folder, 'base', '1'), { recursive: true });
    await symlink(outside, join(folder, 'base', 'enlace'));
    await giveFolder(folder, { prefix: [], ownerUid: 65_534 });
    for (const path of ['.', 'base', 'base/1', 'base/enlace'])
      expect(await ownerOf(join(folder, path))).toBe(65_534);
    expect(await ownerOf(outside)).toBe(0);
  });

  it('changes nothing when no user is given, or the owner is already right', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'base'));
    await giveFolder(folder, { prefix: [], ownerUid: null });
    await giveFolder(folder, { prefix: [], ownerUid: 0 });
    expect(await ownerOf(join(folder, 'base'))).toBe(0);
  });
});

describe('the address of the embedded Postgres', () => {
  it.each([
    [
      { kind: 'loopback', port: 4321 } as const,
      undefined,
      'postgres://butaca@127.0.0.1:4321/uno?sslmode=disable',
    ],
    [
      { kind: 'loopback', port: 4321 } as const,
      'a/b@c',
      'postgres://butaca:a%2Fb%40c@127.0.0.1:4321/uno?sslmode=disable',
    ],
    [
      { kind: 'socket', folder: '/mis datos/ñ', port: 5432 } as const,
      undefined,
      'postgres://butaca@localhost:5432/uno?host=%2Fmis%20datos%2F%C3%B1&sslmode=disable',
    ],
  ])('for %o with the password %o is %s', (endpoint, password, address) => {
    expect(connectionStringFor(endpoint, 'uno', { role: 'butaca', password })).toBe(address);
  });

  it('has its socket in the data folder, or in a short folder of its own that is removed later', async () => {
    const folder = await temporaryFolder();
    const near = await chooseSocketFolder(folder);
    expect(near.path).toBe(folder);
    await near.remove();
    expect((await lstat(folder)).isDirectory()).toBe(true);
    const far = await chooseSocketFolder(join(folder, 'ñ'.repeat(60)));
    expect(far.path.length).toBeLessThan(80);
    await far.remove();
    await expect(lstat(far.path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a data folder', () => {
  it('is cleared of the leftovers of an interrupted start, and of nothing else', async () => {
    const folder = await temporaryFolder();
    for (const name of ['postgres', 'postgres.initdb-1', 'postgres.initdb-2', 'otro.initdb-1', 'images']) {
      await mkdir(join(folder, name, 'base'), { recursive: true });
    }
    await removeUnfinishedClusters(join(folder, 'postgres'));
    const left = await Promise.all(
      ['postgres', 'otro.initdb-1', 'images'].map(async (name) =>
        (await lstat(join(folder, name))).isDirectory(),
      ),
    );
    expect(left).toEqual([true, true, true]);
    await expect(lstat(join(folder, 'postgres.initdb-1'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('has no password when none was written', async () => {
    const login = { role: 'butaca', password: undefined };
    expect(await readLogin(await temporaryFolder(), 'butaca')).toEqual(login);
  });
});

describe('processStart', () => {
  it('is constant for one process, and undefined for an unused process number', () => {
    expect(processStart(process.pid)).not.toBeNull();
    expect(processStart(process.pid)).toBe(processStart(process.pid));
    expect(processStart(2 ** 22 + 1)).toBeNull();
  });

  it.runIf(process.platform === 'linux')('differs between two processes', () => {
    expect(processStart(process.pid)).not.toBe(processStart(1));
  });
});
