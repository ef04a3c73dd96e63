import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFakeListProvider } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { openSession, sessionHeaders } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const hourMs = 3_600_000;

/** Writes an instant as XMLTV does, in UTC: `20261130203000 +0000`. */
const xmltvTime = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')} +0000`;

/** A guide in which «Canal Uno» is one channel and «Canal Dos» may be either of two, with six hours of programmes. */
function makeGuide(): string {
  const channels = {
    'Uno.es': 'Canal Uno',
    'Dos.es@Norte': 'Canal Dos Norte',
    'Dos.es@Sur': 'Canal Dos Sur',
  };
  const beginMs = Date.now() - hourMs;
  const declared = Object.entries(channels).map(
    ([id, name]) => `<channel id="${id}"><display-name>${name}</display-name></channel>`,
  );
  const programmes = Object.entries(channels).flatMap(([id, name]) =>
    Array.from({ length: 6 }, (_each, hour) => {
      const startMs = beginMs + hour * hourMs;
      return `<programme channel="${id}" start="${xmltvTime(startMs)}" stop="${xmltvTime(startMs + hourMs)}"><title>En ${name}</title></programme>`;
    }),
  );
  return `<?xml version="1.0" encoding="UTF-8"?><tv>${[...declared, ...programmes].join('')}</tv>`;
}

it('an administrator adds a guide by its address, and decides with keys which channel of it a channel is', async () => {
  const provider = await startFakeListProvider();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  provider.upstream.answer('/guia.xml?clave=s3cr3t0', { body: makeGuide() });
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-guide-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  copyUsedDataFolder('bare', dataDir);
  const product = await startProduct(dataDir, { DEMO: 'false', UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  onTestFinished(() => product.stop().then(() => undefined));
  const headers = sessionHeaders(await openSession(product.url, administrator));
  const list = new FormData();
  const entry = (name: string, id: string) =>
    `#EXTINF:-1 tvg-id="${id}" group-title="General",${name}\n${provider.upstream.origin}/${id}.m3u8\n`;
  const text = `#EXTM3U\n${entry('Canal Uno', 'Uno.es')}${entry('Canal Dos', 'Dos.es')}`;
  list.append('m3uFile', new Blob([text]), 'canales.m3u');
  const sent = await fetch(`${product.url}/api/channels/admin/process-m3u`, {
    method: 'POST',
    headers,
    body: list,
  });
  expect(sent.status).toBe(200);

  await openSignedIn(page, product.url, administrator, '/admin?tab=guides');
  await page.getByRole('heading', { name: 'Todavía no hay guías.' }).waitFor();
  await page.getByRole('button', { name: 'Agregar guía' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar guía' });
  await dialog.getByLabel('Dirección de la guía').fill(`${provider.upstream.origin}/guia.xml?clave=s3cr3t0`);
  await dialog.getByLabel('Nombre').fill('Mi guía');
  await page.keyboard.press('Enter');
  await page.getByText('1 de 2 canales tiene guía; 1 por confirmar.').waitFor();
  await page.getByRole('table', { name: 'Guías' }).getByText('1 canal la usa').waitFor();
  expect(await page.content()).not.toContain('s3cr3t0');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Confirmar 1 canal' }).click();
  await page.getByRole('region', { name: 'Guía de Canal Dos' }).waitFor();
  const south = page.getByRole('button', { name: 'Canal Dos Sur' });
  await south.getByText('España').waitFor();
  const key = (await south.getAttribute('aria-keyshortcuts')) ?? '';
  await expectAccessible(page);
  await page.keyboard.press(key);
  await page.getByRole('heading', { name: 'Todo confirmado.' }).waitFor();
  await page.getByRole('link', { name: 'Ver guías' }).click();
  await page.getByText('2 de 2 canales tienen guía.').waitFor();

  await page.getByRole('link', { name: 'Guía de cada canal' }).click();
  await page.getByLabel('Mostrar').selectOption({ label: 'Elegidos a mano' });
  await page.getByRole('table', { name: 'Guía de cada canal' }).getByText('Canal Dos Sur').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cambiar Canal Dos' }).click();
  await page.getByRole('button', { name: 'Deshacer lo elegido' }).click();
  await page.getByRole('heading', { name: 'No hay canales para mostrar.' }).waitFor();
  await page.getByRole('link', { name: 'Por confirmar' }).click();
  await page.getByRole('region', { name: 'Guía de Canal Dos' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { name: 'Todo confirmado.' }).waitFor();
  await page.keyboard.press('z');
  await page.getByRole('region', { name: 'Guía de Canal Dos' }).waitFor();
  await page.getByRole('link', { name: 'Guías', exact: true }).click();
  await page.getByText('1 de 2 canales tiene guía; 1 por confirmar.').waitFor();
});
