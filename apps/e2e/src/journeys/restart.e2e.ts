import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { openPage } from '../journey.ts';
import { signIn, watchFor } from '../product.ts';
import { startProduct } from '../start-product.ts';

const realList = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../../packages/m3u/test/fixtures/es.m3u',
);

it('the product keeps all its data when the server restarts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca restart '));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const page = await openPage();

  const first = await startProduct(dataDir);
  onTestFinished(() => first.stop().then(() => undefined));
  const port = new URL(first.url).port;
  await signIn(page, first.url, await readDemoAccount(dataDir, 'demo-admin'));
  await page.goto(`${first.url}/#/admin?tab=m3u_to_channels`);
  await page.locator('input[type=file]').setInputFiles(realList);
  await page.getByRole('button', { name: 'Subir lista' }).click();
  const result = await page.getByText(/^Lista procesada: \d+ canales añadidos/).textContent();
  const added = Number(/(\d+) canales añadidos/.exec(result ?? '')?.[1]);
  expect(added).toBeGreaterThan(100);
  await page.getByRole('link', { name: 'Ver canales' }).click();
  const summary = page.getByText(/^Mostrando 50 de \d+ canales/);
  const before = await summary.textContent();
  expect(await first.stop()).toBe(0);

  const second = await startProduct(dataDir, { PORT: port });
  onTestFinished(() => second.stop().then(() => undefined));
  // After the restart of the server the administrator is still signed in and sees the same imported channels.
  await page.reload();
  expect(await summary.textContent()).toBe(before);
  // After the restart a viewer can sign in with the demo password that the first start generated, and a channel plays.
  const viewing = await openPage();
  await signIn(viewing, second.url, await readDemoAccount(dataDir, 'demo-premium'));
  await viewing.goto(`${second.url}/#/live-tv?buscar=cénit`);
  await viewing.getByRole('link', { name: /^Cénit 24/ }).click();
  expect((await watchFor(viewing, 2)).decodedFrames).toBeGreaterThan(20);
});
