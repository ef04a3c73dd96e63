import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const folder = () => join(test.dataDir, 'descargas');
beforeEach(async () => {
  await rm(folder(), { recursive: true, force: true });
});

const at = new Date('2026-11-20T12:00:00.000Z');

/** Puts a file into the folder of the downloads, last modified at a fixed moment. */
async function put(name: string, content: string | Buffer = 'una aplicación'): Promise<void> {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), name), content);
  await utimes(join(folder(), name), at, at);
}

/** Makes a Unix socket, which is neither a regular file nor a folder, until the test ends. */
async function listenAt(path: string): Promise<void> {
  const server = createServer().listen(path);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
}

const sha256Of = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

const list = async () => (await test.call('GET /api/downloads')).body.downloads;
const listNames = async () => (await list()).map(({ name }) => name);
const download = (path: string) => test.app.http.inject({ method: 'GET', url: `/api/downloads/${path}` });

describe('the list of downloads', () => {
  it('is empty when there is no folder, and when the folder is empty', async () => {
    expect(await list()).toEqual([]);
    await mkdir(folder());
    expect(await list()).toEqual([]);
  });

  it('tells a visitor the name, system, size, date and hash of each file, by name', async () => {
    await put('butaca_1.0.0_amd64.deb', 'paquete');
    await put('Butaca.apk', '');
    expect(await list()).toEqual([
      {
        name: 'Butaca.apk',
        kind: 'apk',
        system: 'android',
        sizeBytes: 0,
        modifiedAt: at.toISOString(),
        sha256: sha256Of(''),
      },
      {
        name: 'butaca_1.0.0_amd64.deb',
        kind: 'deb',
        system: 'linux',
        sizeBytes: 7,
        modifiedAt: at.toISOString(),
        sha256: sha256Of('paquete'),
      },
    ]);
  });

  it('has the hash of the new content when a file was replaced', async () => {
    await put('butaca.apk', 'la primera');
    expect(await list()).toMatchObject([{ sha256: sha256Of('la primera') }]);
    await put('butaca.apk', 'la siguiente');
    expect(await list()).toMatchObject([{ sha256: sha256Of('la siguiente') }]);
  });

  it('computes a hash once for a size and a time', async () => {
    await put('butaca.apk', 'una');
    await list();
    await put('butaca.apk', 'dos');
    expect(await list()).toMatchObject([{ sha256: sha256Of('una') }]);
  });

  it('leaves out hidden files, folders, symbolic links, sockets and other extensions', async () => {
    await put('butaca.apk');
    for (const name of ['.oculta.apk', 'apuntes.txt', 'pagina.html', 'sin-extension']) await put(name);
    await mkdir(join(folder(), 'carpeta.apk'));
    await symlink(join(folder(), 'butaca.apk'), join(folder(), 'enlace.apk'));
    await writeFile(join(test.dataDir, 'secreto'), 'de otra carpeta');
    await link(join(test.dataDir, 'secreto'), join(folder(), 'duro.apk'));
    await listenAt(join(folder(), 'enchufe.apk'));
    expect(await listNames()).toEqual(['butaca.apk']);
  });

  it('ends after a hundred files', async () => {
    await mkdir(folder());
    for (let index = 0; index < 103; index += 1) await writeFile(join(folder(), `${1000 + index}.apk`), '');
    expect(await listNames()).toEqual(Array.from({ length: 100 }, (_, index) => `${1000 + index}.apk`));
    expect((await download('1102.apk')).statusCode).toBe(404);
  });
});

describe('a download', () => {
  it('is the unchanged file as an attachment that no browser runs', async () => {
    const content = randomBytes(300_000);
    await put('Butaca 1.0 (arm64).apk', content);
    const response = await download(encodeURIComponent('Butaca 1.0 (arm64).apk'));
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(content)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '300000',
      'content-disposition': 'attachment; filename="Butaca 1.0 (arm64).apk"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    '..%2Fdemo-accounts.json',
    '%2e%2e%2fbutaca.apk',
    '../../butaca.apk',
    'carpeta%2Fbutaca.apk',
    'butaca.apk%00',
    '.oculta.apk',
    'apuntes.txt',
    'BUTACA.APK',
    'no-hay.apk',
    'carpeta.apk',
    'enlace.apk',
    'duro.apk',
    'enchufe.apk',
  ])('of %s is refused', async (path) => {
    await put('butaca.apk');
    for (const name of ['.oculta.apk', 'apuntes.txt']) await put(name);
    await mkdir(join(folder(), 'carpeta.apk'));
    await symlink('/etc/hostname', join(folder(), 'enlace.apk'));
    await listenAt(join(folder(), 'enchufe.apk'));
    await writeFile(join(test.dataDir, 'butaca.apk'), 'de otra carpeta');
    await link(join(test.dataDir, 'butaca.apk'), join(folder(), 'duro.apk'));
    expect([400, 404]).toContain((await download(path)).statusCode);
  });
});
