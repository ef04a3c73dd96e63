import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goodAnswers, startFakeGenai, type FakeGenai, type GenaiKind } from '@butaca/testing';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';
import { untilSaid } from '../said.ts';
import { startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

/** The product that the test run has started, which has no language model configured. */
const bare = runProduct();

/**
 * Opens the watch page of a film by searching for the film, waits until it plays, and pauses it: what is tested is
 * around the video, and drawing a playing one costs half of the page's processor time.
 */
async function openFilm(title: string, { url, dataDir } = bare): Promise<void> {
  const found = `/peliculas?seccion=POR_GENERO&buscar=${encodeURIComponent(title)}`;
  await openSignedIn(page, url, await readDemoAccount(dataDir, 'demo-premium'), found);
  await page.getByRole('link', { name: new RegExp(`^${title}, `) }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await watchFor(page, 1);
  await page.keyboard.press('k');
  await page.locator('media-controller[mediapaused]').waitFor();
}

/** Lets the page move as it does for most people; call it before the page opens. */
const letMove = (): Promise<void> => page.emulateMedia({ reducedMotion: 'no-preference' });

const tab = (name: string) => page.getByRole('tab', { name });
const panel = (name: string) => page.getByRole('tabpanel', { name });
/** The line that opens what is said of the genre and the decade of a title. */
const general = () => page.getByRole('button', { name: /De antes de los años noventa$/ });
const recommendations = () => page.getByRole('complementary', { name: 'Recomendaciones' });

/** Adds up the layout shifts of the page's next documents, as browsers measure them. */
const measureShift = (): Promise<unknown> =>
  page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList): void => {
      for (const { value, hadRecentInput } of entries as unknown as {
        value: number;
        hadRecentInput: boolean;
      }[]) {
        if (!hadRecentInput) sum += value;
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { readShift: () => (add(observer.takeRecords()), sum) });
  });

/** Reads the sum of the page's layout shifts so far, in the frame after the next, in which what has been laid out is measured. */
const readShift = (): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((Reflect.get(window, 'readShift') as () => number)())),
        ),
      ),
  );

describe('a viewer of a film, without a model', () => {
  it('reads the information, also on a phone without horizontal overflow, opens a similar title, and returns', async () => {
    await letMove();
    await measureShift();
    await openFilm('Nosferatu');
    const before = await readShift();
    await general().click();
    await page.getByText(/^Antes de los noventa casi todo/).waitFor();
    await general().click();
    const links = recommendations().getByRole('link');
    await links.first().waitFor();
    expect(await links.count()).toBeGreaterThanOrEqual(2);
    expect(await page.getByText('Generado por IA').count()).toBe(0);
    expect(await page.getByText(/no disponible/i).count()).toBe(0);
    expect((await readShift()) - before).toBeLessThan(0.05);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await links.last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1366, height: 768 });

    const title = (await links.first().locator('b').last().innerText()).trim();
    await links.first().click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    expect((await watchFor(page, 2)).widthPx).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Nosferatu', level: 1 }).waitFor();
  });

  it('reaches the enrichment panels with a remote control', async () => {
    await openFilm('Nosferatu');
    await general().waitFor();
    await recommendations().getByRole('link').first().waitFor();
    const isOnLine = () => page.evaluate(() => document.activeElement?.className === 'general__line');
    // The ↓ key moves the focus from its initial position on the watch page, past the video and its controls, to the
    // line that opens the general statements.
    await expect.poll(async () => (await page.keyboard.press('ArrowDown'), await isOnLine())).toBe(true);
    await page.keyboard.press('ArrowRight');
    const isAmong = () =>
      page.evaluate(
        () => document.activeElement?.closest('.recs') !== null && document.activeElement?.tagName === 'A',
      );
    await expect.poll(isAmong).toBe(true);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(isAmong).toBe(false);
  });

  it('reaches the panels of a series past its chapters when these are below the video', async () => {
    await page.setViewportSize({ width: 960, height: 540 });
    await openSignedIn(page, bare.url, await readDemoAccount(bare.dataDir, 'demo-premium'), '/series');
    await page.getByRole('link', { name: /^El último faro, / }).click();
    await watchFor(page, 1);
    const places = ['.eps button', '.general__line', 'a.rec'];
    await page.locator('.general__line').waitFor();
    await recommendations().getByRole('link').first().waitFor();
    for (const [key, wanted] of [
      ['ArrowDown', places],
      ['ArrowUp', places.toReversed()],
    ] as const) {
      for (const place of wanted) {
        const isThere = () => page.evaluate((at) => document.activeElement?.matches(at) === true, place);
        await expect
          .poll(async () => (await isThere()) || (await page.keyboard.press(key), false))
          .toBe(true);
      }
    }
  });

  it('sees «Reintentar» below the description when the panels’ code does not load', async () => {
    await page.setViewportSize({ width: 960, height: 540 });
    await page.route('**/assets/enrichment-*.js', (route) => route.abort());
    await openFilm('Nosferatu');
    const failure = page.getByRole('alert').filter({ hasText: 'Error cargando información adicional' });
    await failure.waitFor();
    const top = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN;
    expect(await top(failure)).toBeGreaterThan(await top(page.getByRole('heading', { name: 'Descripción' })));
    await page.unroute('**/assets/enrichment-*.js');
    await failure.getByRole('button', { name: 'Reintentar' }).press('Enter');
    await general().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.info') !== null))
      .toBe(true);
  });
});

/** A text that would run a script or render as HTML if it were treated as markup. */
const hostile =
  '<script>document.title = "abierta"</script> <img src=x onerror=alert(1)> **negrita** [enlace](javascript:alert(1))';

describe('a viewer of a film, with a model', () => {
  let genai: FakeGenai;
  let product: ProductProcess;
  let told: typeof bare;
  const say = (kind: GenaiKind, content: object): void =>
    genai.answer(kind, { text: JSON.stringify(content) });

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-told-'));
    genai = await startFakeGenai();
    copyUsedDataFolder('demo', dataDir);
    product = await startProduct(dataDir, {
      GENAI_BASE_URL: genai.baseUrl,
      GENAI_API_KEY: 'clave-de-recorridos',
    });
    told = { url: product.url, dataDir };
  });
  afterAll(async () => {
    await product.stop();
    await genai[Symbol.asyncDispose]();
    await rm(told.dataDir, { recursive: true, force: true });
  });
  beforeEach(() => {
    for (const kind of ['info', 'theme', 'recommendations'] as const) say(kind, goodAnswers[kind]);
  });

  it('reads text marked as generated, in the theme’s colours, and opens a recommendation', async () => {
    say('recommendations', {
      ...goodAnswers.recommendations,
      recommendations: [
        { title: 'Metropolis', reason: 'La misma sombra alargada.', similarity: 'alta' },
        { title: 'Un título de otra parte', reason: 'Cuenta algo parecido.', similarity: 'lejana' },
      ],
    });
    await letMove();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openFilm('Nosferatu', told);

    const info = page.getByRole('complementary', { name: 'Información adicional' });
    await info.getByText('Generado por IA').waitFor();
    expect(await panel('Información').innerText()).toContain('Marina Cuevas');
    expect(await info.getByText('Premios').count()).toBe(0);
    await tab('Curiosidades').click();
    expect(await panel('Curiosidades').innerText()).toContain('El perro es del director.');
    await tab('Producción').click();
    expect(await panel('Producción').innerText()).toContain('2 millones de espectadores');
    expect(await page.getByText(/no disponible/i).count()).toBe(0);

    const readPrimary = () =>
      page.evaluate(() =>
        getComputedStyle(document.querySelector('.watch')!).getPropertyValue('--theme-primary'),
      );
    await expect.poll(readPrimary).toMatch(/#ffb454|rgb\(255, 180, 84\)/);
    expect(await page.locator('.theme-background--slide').count()).toBe(1);

    await recommendations().getByText('Similitud media · No está en el catálogo').waitFor();
    const link = recommendations().getByRole('link', {
      name: /Metrópolis.*Generado por IA.*La misma sombra.*Similitud alta/,
    });
    await link.waitFor();
    // Only recommendations that the language model made are marked «Generado por IA»: neither those of the catalogue
    // nor the heading over all of them.
    expect(
      await recommendations()
        .getByRole('link', { name: /Generado por IA/ })
        .count(),
    ).toBe(1);
    expect(await recommendations().locator('p').filter({ hasText: 'Generado por IA' }).count()).toBe(0);
    await expectAccessible(page);
    await link.click();
    await page.getByRole('heading', { name: 'Metrópolis', level: 1 }).waitFor();
    // While the watch page is open, the browser sends requests only to the product's own server.
    expect(asked.filter((url) => !url.startsWith(told.url) && !/^(blob|data):/.test(url))).toEqual([]);
  });

  it('sees script and markup as plain text', async () => {
    say('info', { ...goodAnswers.info, director: hostile, trivia: [hostile], budget: hostile });
    say('theme', { ...goodAnswers.theme, primaryColor: 'url(https://malo.example/x)' });
    say('recommendations', {
      recommendations: [{ title: hostile, reason: hostile, similarity: 'alta' }],
      genres: [hostile],
      themes: [hostile],
      mood: hostile,
    });
    await openFilm('El hombre mosca', told);
    for (const name of ['Información', 'Curiosidades', 'Producción']) {
      await tab(name).click();
      expect(await panel(name).innerText()).toContain(hostile);
    }
    await recommendations().getByText(hostile).first().waitFor();
    expect(
      await page.locator('.panel :is(script, img[onerror], strong, em, [href^="javascript"])').count(),
    ).toBe(0);
    expect(await page.title()).toBe('El hombre mosca · Butaca');
  });

  it('reads the other panels when one of the three calls fails, and can retry that one', async () => {
    await page.route('**/api/enrichment/*/*/info', (route) => route.abort());
    await page.setViewportSize({ width: 960, height: 540 });
    await openFilm('Un perro andaluz', told);
    const failure = page.getByRole('alert').filter({ hasText: 'Error cargando información adicional' });
    await failure.waitFor();
    await recommendations().getByRole('link').first().waitFor();
    await page.locator('.theme-background').waitFor({ state: 'attached' });
    await expectAccessible(page);

    await page.unroute('**/api/enrichment/*/*/info');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/enrichment/*/*/info', async (route) => (await held, await route.continue()));
    await failure.getByRole('button', { name: 'Reintentar' }).press('Enter');
    await page.getByText('Cargando información adicional...').waitFor({ state: 'attached' });
    // The recommendations below the information panel remain visible while that panel is loaded again.
    expect(await recommendations().isVisible()).toBe(true);
    release();
    await panel('Información').waitFor();
    expect(await failure.count()).toBe(0);
    await expect
      .poll(() => tab('Información').evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  it('sees placeholders while the model generates, and no layout shift when the content arrives', async () => {
    await letMove();
    await measureShift();
    const { release } = genai.hold();
    await openFilm('La pasión de Juana de Arco', told);
    await page.getByText('Cargando información adicional...').waitFor({ state: 'attached' });
    await page.getByText('Cargando recomendaciones...').waitFor({ state: 'attached' });
    await recommendations().scrollIntoViewIfNeeded();
    const before = await readShift();
    release();
    await panel('Información').waitFor();
    await recommendations().getByRole('link').first().waitFor();
    expect((await readShift()) - before).toBeLessThan(0.01);
  });

  /** How many rows «Títulos parecidos a …» the home page of the person in the page has. */
  const countAlike = (): Promise<number> =>
    page.evaluate(async () => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'x-device-id': localStorage.getItem('deviceId') ?? '',
      };
      const home = (await (await fetch('/api/home', { headers })).json()) as { moreLikeThis: unknown[] };
      return home.moreLikeThis.length;
    });

  it('finds titles similar to a kept film on the home page', async () => {
    await openFilm('Viaje a la Luna', told);
    await page.getByRole('button', { name: 'Añadir a Mi lista' }).click();
    // The heart changes before the server has saved the film; the home page contains the row only after that.
    await untilSaid(page, '«Viaje a la Luna» se añadió a «Mi lista»');
    // The server leaves out rows that it has not found within half a second, and has them for the next request.
    await expect.poll(countAlike).toBeGreaterThan(0);
    await page.goto(`${told.url}/#/`);
    const row = page.getByRole('region', { name: 'Títulos parecidos a Viaje a la Luna' });
    const link = row.getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await page.waitForURL(/#\/watch\//);
    await watchFor(page, 1);
  });
});
