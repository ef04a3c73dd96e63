import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream, sampleHandler, type FakeUpstream } from '@butaca/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, productCaller } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { untilSaid } from '../said.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const run = promisify(execFile);
const deviceId = 'DispositivoDeRecorridos000000000';
const chapterNames = ['alba', 'bruma', 'calma', 'duna'] as const;

let folder: string;
let upstream: FakeUpstream;
let product: ProductProcess;
let call: ReturnType<typeof productCaller>;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-series-'));
  copyUsedDataFolder('bare', join(folder, 'data'));
  await makeChapters(folder);
  upstream = await startFakeUpstream();
  upstream.serve('/samples/', sampleHandler(folder));
  product = await startProduct(join(folder, 'data'), {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  });
  call = productCaller(product.url, deviceId);
  ({ token } = await openSession(product.url, administrator, deviceId));
});
afterAll(async () => {
  await product.stop();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Makes short video files, eight seconds each, as chapters of a series; any browser plays them. */
async function makeChapters(into: string): Promise<void> {
  const make =
    '-v error -y -f lavfi -i testsrc2=size=320x180:rate=25:duration=8 -f lavfi -i sine=frequency=440:duration=8 ' +
    '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -c:a aac -movflags +faststart';
  for (const name of chapterNames) {
    await run(process.env['BUTACA_FFMPEG'] ?? 'ffmpeg', [...make.split(' '), `${name}.mp4`], { cwd: into });
  }
}

let page: Page;
onEachJourney(async (fresh) => {
  page = fresh;
  await openSignedIn(page, product.url, administrator);
});

const addressOf = (name: string): string => `${upstream.origin}/samples/${name}.mp4`;
const titles = (): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^Título de T\d/ })
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
const handleOf = (title: string): Locator =>
  page.getByRole('button', { name: `Mover ${title}`, exact: true });
const middleOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Drags a chapter of the series editor by its handle with the mouse, and drops it on an element. */
async function drag(title: string, onto: Locator): Promise<void> {
  const from = await middleOf(handleOf(title));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 12, { steps: 3 });
  const to = await middleOf(onto);
  await page.mouse.move(to.x, to.y, { steps: 12 });
  // The page scrolls by itself while a chapter is dragged near its edge: the mouse follows until the element rests and is
  // where the chapter would be dropped.
  let moves = 0;
  await expect
    .poll(async () => {
      moves += 1;
      const before = await middleOf(onto);
      await page.mouse.move(before.x + (moves % 3), before.y);
      await nextFrames();
      const isOver = await onto.evaluate(
        (element) =>
          element.closest('.chapter, .season__end')?.matches('.is-above, .is-below, .is-over') === true,
      );
      return isOver && (await middleOf(onto)).y === before.y;
    })
    .toBe(true);
  await page.mouse.up();
}

/** Waits until the page has drawn what has happened so far. */
const nextFrames = (): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function addChapterTo(season: number, place: number, name: string): Promise<void> {
  await page.getByRole('button', { name: `Agregar capítulo a la Temporada ${season}` }).click();
  await page.getByLabel(`Título de T${season} · C${place}`, { exact: true }).fill(name);
  await page.getByLabel(`URL de T${season} · C${place}`, { exact: true }).fill(addressOf(name));
}

describe('an administrator', () => {
  it('makes a series, reorders its chapters by mouse and keys, and plays them in that order', async () => {
    await page.goto(`${product.url}/#/admin?tab=add_vod`);
    await page.getByLabel('Título', { exact: true }).fill('Las cuatro letras');
    await page.getByLabel('Tipo', { exact: true }).selectOption('serie');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Debe agregar al menos una temporada para este tipo de contenido.').waitFor();
    for (const season of [1, 2]) {
      await page.getByRole('button', { name: 'Agregar temporada' }).click();
      await page.getByRole('heading', { name: `Temporada ${season}`, exact: true }).waitFor();
    }
    await addChapterTo(1, 1, 'alba');
    await addChapterTo(1, 2, 'bruma');
    await addChapterTo(2, 1, 'calma');
    await addChapterTo(2, 2, 'duna');
    await expectAccessible(page);

    // By mouse, a chapter can be dropped on a chapter of another season, which puts it before that chapter, and on the
    // button at the end of a season, which puts it last.
    await drag('duna', handleOf('alba'));
    await expect.poll(titles).toEqual(['duna', 'alba', 'bruma', 'calma']);
    await drag('alba', page.getByRole('button', { name: 'Agregar capítulo a la Temporada 2' }));
    await expect.poll(titles).toEqual(['duna', 'bruma', 'calma', 'alba']);

    // By keyboard, a chapter that is moved down past the end of its season goes to the beginning of the next season.
    await handleOf('bruma').focus();
    await page.keyboard.press('Space');
    const said = (place: string) =>
      page.getByText(`El capítulo «bruma» quedará ${place}.`).waitFor({ state: 'attached' });
    await said('en la Temporada 1, lugar 2');
    // While a chapter is dragged by keyboard, the handlers for the arrow keys are added in a timer; without this wait a
    // key could be pressed before they exist.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0)));
    await page.keyboard.press('ArrowDown');
    await page.locator('.season__end.is-over').waitFor();
    await page.keyboard.press('ArrowDown');
    await said('en la Temporada 2, lugar 1');
    await page.keyboard.press('Space');
    await expect.poll(titles).toEqual(['duna', 'bruma', 'calma', 'alba']);
    await page.getByLabel('Título de T2 · C1', { exact: true }).waitFor();
    expect(await page.getByLabel('Título de T2 · C1', { exact: true }).inputValue()).toBe('bruma');

    await page.getByRole('button', { name: 'Guardar' }).click();
    await untilSaid(page, 'VOD «Las cuatro letras» creado.');
    await page.getByText('Mostrando 1 de 1 VODs totales').waitFor();
    await expectAccessible(page);

    const { videos } = await call<{ videos: { _id: string }[] }>('GET', '/api/videos', undefined, token);
    await page.goto(`${product.url}/#/watch/serie/${videos[0]?._id ?? ''}`);
    await page.getByRole('button', { name: /^1\. duna.*Reproduciendo/ }).waitFor();
    await watchFor(page, 3);
    await page.getByLabel('Temporada').selectOption({ label: 'Temporada 2' });
    const second = await page.getByRole('button', { name: /^\d\. / }).allTextContents();
    expect(second.map((text) => /bruma|calma|alba/.exec(text)?.[0])).toEqual(['bruma', 'calma', 'alba']);
  });

  it('edits a novela of a thousand chapters, of which the page holds only those in view', async () => {
    const chapters = Array.from({ length: 1_000 }, (_, index) => ({
      title: `Capítulo ${index + 1}`,
      url: `http://cine.ejemplo/novela/${index}.mp4`,
    }));
    const { _id } = await call<{ _id: string }>(
      'POST',
      '/api/videos',
      { title: 'La larga', tipo: 'novela', seasons: [{ seasonNumber: 1, title: 'Temporada 1', chapters }] },
      token,
    );
    await page.goto(`${product.url}/#/admin?tab=add_vod&id=${_id}`);
    const first = page.getByLabel('Título de T1 · C1', { exact: true });
    await first.waitFor();
    expect(await page.locator('[data-chapter]').count()).toBeLessThan(60);
    await first.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(', corregido');
    expect(await first.inputValue()).toBe('Capítulo 1, corregido');
    expect(await page.locator('[data-chapter]').count()).toBeLessThan(60);
    await drag('Capítulo 4', handleOf('Capítulo 2'));
    await expect
      .poll(async () => (await titles()).slice(1, 4))
      .toEqual(['Capítulo 4', 'Capítulo 2', 'Capítulo 3']);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await untilSaid(page, 'VOD «La larga» actualizado.');
  });

  it('deletes the titles chosen in a list, after confirming their names', async () => {
    for (const title of ['Fugaz', 'Breve']) {
      await call(
        'POST',
        '/api/videos',
        { title, tipo: 'pelicula', url: `http://cine.ejemplo/${title}.mp4` },
        token,
      );
    }
    await page.goto(`${product.url}/#/admin?tab=manage_movies`);
    await page.getByLabel('Seleccionar Fugaz').check();
    await page.getByLabel('Seleccionar Breve').check();
    await page.getByRole('button', { name: 'Eliminar seleccionados (2)' }).click();
    const dialog = page.getByRole('alertdialog', { name: '¿Eliminar 2 VODs?' });
    await dialog.getByText('«Breve» y «Fugaz»').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Eliminar 2 VODs' }).click();
    await untilSaid(page, '2 VODs eliminados.');
    await page.getByText('No se encontraron VODs con los criterios actuales.').waitFor();
  });

  it('drags a source of a channel to the first place, and the channel keeps that order', async () => {
    const urls = ['uno', 'dos', 'tres'].map((name) => `${upstream.origin}/${name}.m3u8`);
    await page.goto(`${product.url}/#/admin?tab=add_channel`);
    await page.getByLabel('Nombre', { exact: true }).fill('Señal arrastrada');
    const fields = page.getByRole('group', { name: 'Direcciones' }).getByRole('textbox');
    for (const [index, url] of urls.entries()) {
      if (index > 0) await page.getByRole('button', { name: 'Agregar dirección' }).click();
      await fields.nth(index).fill(url);
    }
    const shown = () =>
      fields.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    // With keys the buttons move a source.
    await page.getByRole('button', { name: 'Bajar la dirección 1' }).press('Enter');
    await expect.poll(shown).toEqual([urls[1], urls[0], urls[2]]);
    const from = await middleOf(page.getByTitle('Arrastra la dirección 3'));
    const to = await middleOf(page.getByTitle('Arrastra la dirección 1'));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 12, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 12 });
    await page
      .locator('.source.is-over')
      .filter({ has: page.getByTitle('Arrastra la dirección 1') })
      .waitFor();
    await page.mouse.up();
    const order = [urls[2], urls[1], urls[0]];
    await expect.poll(shown).toEqual(order);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await untilSaid(page, 'Canal «Señal arrastrada» creado.');
    const { channels } = await call<{ channels: { _id: string; name: string }[] }>(
      'GET',
      '/api/channels/list',
      undefined,
      token,
    );
    const id = channels.find(({ name }) => name === 'Señal arrastrada')?._id ?? '';
    const saved = await call<{ sources: { url: string }[] }>(
      'GET',
      `/api/channels/id/${id}?view=admin`,
      undefined,
      token,
    );
    expect(saved.sources.map(({ url }) => url)).toEqual(order);
  });
});
