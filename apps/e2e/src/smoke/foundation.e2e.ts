import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, signIn, watchFor } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();
const realList = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../../packages/m3u/test/fixtures/es.m3u',
);

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

describe('an operator', () => {
  it('uploads a real list and sees the report of its import', async () => {
    await signIn(page, productUrl, await readDemoAccount(dataDir, 'demo-admin'));
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('link', { name: 'Subir M3U Canales' }).click();
    await page.getByRole('button', { name: 'Subir lista' }).click();
    await page.getByText('Por favor, selecciona un archivo M3U.').waitFor();
    await page.locator('input[type=file]').setInputFiles(realList);
    await page.getByRole('button', { name: 'Subir lista' }).click();
    await page.getByText(/^Lista procesada: \d+ canales añadidos/).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ver canales' }).click();
    await page.getByText(/Mostrando 50 de \d+ canales/).waitFor();
    await page.getByLabel('Buscar canal').fill('bunquer');
    await page.getByRole('main').getByRole('button', { name: 'Buscar', exact: true }).click();
    await page.getByText('3Cat El búnquer').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Eliminar 3Cat El búnquer' }).click();
    await page.getByRole('button', { name: 'Eliminar canal' }).click();
    await page.getByText('No hay canales para mostrar.').waitFor();
  });
});

describe('a viewer', () => {
  it('finds a channel by its category and sees it play through the gateway', async () => {
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await signIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
    await page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: 'TV en Vivo' })
      .click();
    await page.getByRole('button', { name: 'Noticias' }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Cénit 24/ }).click();
    const { decodedFrames, widthPx } = await watchFor(page, 4);
    expect(decodedFrames).toBeGreaterThan(40);
    expect(widthPx).toBeGreaterThan(0);
    await page.getByText('EN VIVO').first().waitFor();
    await expectAccessible(page);
    const media = addresses.filter((address) => address.includes('/api/stream/'));
    expect(media.length).toBeGreaterThan(2);
    expect(addresses.every((address) => address.startsWith(productUrl) || address.startsWith('blob:'))).toBe(
      true,
    );
    await page
      .getByRole('button', { name: /volver/i })
      .or(page.getByRole('link', { name: /volver/i }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Noticias', pressed: true }).waitFor();
  });

  it('searches by name with only the keyboard, and sees when nothing is found', async () => {
    await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), '/live-tv');
    await page.getByPlaceholder('Buscar canal...').fill('zzz');
    await page.getByText('No se encontraron canales para "zzz" en la categoría "Todos".').waitFor();
    await page.getByPlaceholder('Buscar canal...').fill('cen');
    await page.getByRole('link', { name: /^Cénit 24/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/watch\/channel\//);
  });

  it('sees which plans open a channel that their own plan does not', async () => {
    await openSignedIn(
      page,
      productUrl,
      await readDemoAccount(dataDir, 'demo-gplay'),
      '/live-tv?buscar=cénit',
    );
    await page.getByRole('link', { name: /^Cénit 24/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Tu plan actual no permite acceder a este contenido.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Entendido' }).click();
    await page.waitForURL(/#\/live-tv/);
  });

  it('signs out from the menu and is asked to sign in again', async () => {
    await signIn(page, productUrl, await readDemoAccount(dataDir, 'demo-sports'));
    await page.getByRole('button', { name: 'Menú de demo-sports' }).click();
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
    await page.waitForURL(/#\/login/);
    await page.goto(`${productUrl}/#/live-tv`);
    await page.waitForURL(/#\/login/);
  });
});

describe('a visitor', () => {
  it('sees the login form, and after signing in the page that was requested', async () => {
    await page.goto(`${productUrl}/#/live-tv?categoria=Cine`);
    await page.getByLabel('Usuario').waitFor();
    await expectAccessible(page);
    const account = await readDemoAccount(dataDir, 'demo-premium');
    await page.getByLabel('Usuario').fill(account.username);
    await page.getByLabel('Contraseña', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Cine', pressed: true }).waitFor();
  });

  it('registers, reads a confirmation, and is signed in', async () => {
    await page.goto(`${productUrl}/#/register`);
    await page.getByLabel('Usuario').fill('recien-llegada');
    await page.getByLabel('Contraseña', { exact: true }).fill('una clave que nadie sabe');
    await page.getByLabel('Confirmar contraseña').fill('otra');
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await page.getByText('Las contraseñas no coinciden.').waitFor();
    await page.getByLabel('Confirmar contraseña').fill('una clave que nadie sabe');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await untilSaid(page, 'Registro exitoso! Redirigiendo...');
    await page.getByRole('heading', { name: 'Canales en Vivo Destacados' }).waitFor();
  });

  it('downloads an app that the operator has put into the data folder', async () => {
    const folder = join(dataDir, 'descargas');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(folder);
    const app = Buffer.alloc(2_000_000, 'butaca');
    await writeFile(join(folder, 'Butaca 1.0 (arm64).apk'), app);
    await page.goto(`${productUrl}/#/descargas`);
    const link = page.getByRole('link', { name: 'Descargar Butaca 1.0 (arm64).apk' });
    await link.waitFor();
    await expectAccessible(page);
    const downloading = page.waitForEvent('download');
    await link.click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('Butaca 1.0 (arm64).apk');
    expect((await readFile(await download.path())).equals(app)).toBe(true);
  });
});
