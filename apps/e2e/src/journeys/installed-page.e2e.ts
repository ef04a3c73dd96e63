import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { openSession, productCaller } from '../../../../tools/product/people.mjs';
import { computer, openPage } from '../journey.ts';
import { openSignedIn } from '../product.ts';
import { administrator, copyRelease, startProduct } from '../start-product.ts';

const deviceId = 'PaginaInstalada00000000000000000';

/**
 * Makes the copied release a newer one, as an upgrade does: all code files of the page get new names, and the old ones are
 * gone.
 */
async function upgrade(release: string): Promise<void> {
  const web = join(release, 'apps/web/dist');
  const assets = join(web, 'assets');
  const names = await readdir(assets);
  const renamed = names.filter((name) => /-[^.]+\.js$/.test(name));
  expect(renamed.length).toBeGreaterThan(1);
  const newName = (name: string): string =>
    name.replace(/-[^.]+\.js$/, (hash) => hash.replace('.js', '2.js'));
  // The server would send the compressed files of the old release.
  for (const folder of [web, assets]) {
    const compressed = (await readdir(folder)).filter((name) => /\.(?:br|gz)$/.test(name));
    await Promise.all(compressed.map((name) => rm(join(folder, name))));
  }
  for (const name of renamed) await rename(join(assets, name), join(assets, newName(name)));
  const texts = (await readdir(assets))
    .filter((name) => name.endsWith('.js'))
    .map((name) => join('assets', name));
  for (const file of ['index.html', 'service-worker.js', ...texts]) {
    let text = await readFile(join(web, file), 'utf8');
    for (const name of renamed) text = text.replaceAll(name, newName(name));
    await writeFile(join(web, file), text);
  }
}

/** Reloads the page behind a proxy that asks for a sign-in of its own, and expects its page instead of the kept one. */
async function signInAtProxy(page: Page, port: number): Promise<void> {
  const proxy = createServer(({ url }, answer) =>
    url === '/entrada'
      ? answer.setHeader('content-type', 'text/html').end('<h1>Entrada de la red</h1>')
      : answer.writeHead(302, { location: '/entrada' }).end(),
  ).listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  await page.reload();
  await page.getByRole('heading', { name: 'Entrada de la red' }).waitFor();
  proxy.closeAllConnections();
  await promisify(proxy.close.bind(proxy))();
}

/** Lists the addresses of what the browser keeps of the product beside its code. */
const listKept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = kept.flat().map(({ url }) => new URL(url).pathname);
    if (paths.length === 0) throw new Error('nothing is kept');
    return paths.filter((path) => !/^\/(?:index\.html|[\w-]+\.svg|assets\/[^/]+)$/.test(path));
  });

it('the page outlives an upgrade of the server, and opens while the server or the network is down', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-installed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const release = join(folder, 'release');
  await copyRelease(release);
  const start = (env: Record<string, string>) =>
    startProduct(join(folder, 'data'), { DEMO: 'false', ...env }, release);
  const first = await start({});
  onTestFinished(() => first.stop().then(() => undefined));
  const call = productCaller(first.url, deviceId);
  const { token } = await openSession(first.url, administrator, deviceId);
  const film = { title: 'Nosferatu', tipo: 'pelicula', url: 'http://vod.example/nosferatu.mp4' };
  const { _id } = await call<{ _id: string }>('POST', '/api/videos', film, token);
  await call('PUT', `/api/favourites/video/${_id}`, undefined, token);

  const page = await openPage({ ...computer, serviceWorkers: 'allow' });
  await openSignedIn(page, first.url, administrator);
  await page.goto(`${first.url}/#/mi-lista`);
  await page.getByRole('link', { name: /^Nosferatu/ }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.getByRole('link', { name: /^Nosferatu/ }).waitFor();

  await upgrade(release);
  const oldScript = await page.locator('script[type=module]').getAttribute('src');
  expect((await fetch(first.url + oldScript)).status).toBe(404);
  await page.getByRole('link', { name: 'Buscar' }).click();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().waitFor();
  // Screens whose code the open page has not loaded yet: the server has none of it any more.
  for (const name of ['TV en Vivo', 'Series', 'Documentales', 'Colecciones']) {
    await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).waitFor();
    expect(await page.getByText('No pudimos abrir esta página.').count()).toBe(0);
  }
  expect(await page.locator('script[type=module]').getAttribute('src')).toBe(oldScript);

  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText('Hay una versión nueva.').waitFor();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Actualizar' }).click()]);
  await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  expect(await page.locator('script[type=module]').getAttribute('src')).not.toBe(oldScript);

  expect(await listKept(page)).toEqual([]);
  expect(await first.stop()).toBe(0);
  const { port } = new URL(first.url);
  await signInAtProxy(page, Number(port));
  await page.goto(`${first.url}/#/mi-lista`);
  await page.reload();
  await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  await page.getByText(/^No hay conexión\. Así estaba tu lista el /).waitFor();
  await page.getByRole('link', { name: /^Nosferatu/ }).waitFor();

  const second = await start({ PORT: port });
  onTestFinished(() => second.stop().then(() => undefined));
  await page.reload();
  await page.getByRole('link', { name: /^Nosferatu/ }).waitFor();
  await page.getByText(/^No hay conexión/).waitFor({ state: 'detached' });

  await page.context().setOffline(true);
  await page.goto(`${first.url}/#/`);
  await page.reload();
  await page.getByRole('heading', { name: 'No se pudo cargar el contenido destacado.' }).waitFor();
  await page.getByText('Sin conexión. Seguiremos en cuanto vuelva.').waitFor();
  await page.context().setOffline(false);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Nosferatu/ })
    .first()
    .waitFor();
});
