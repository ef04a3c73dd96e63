import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { addPerson } from '../add-person.ts';
import { expectAccessible, movingComputer, onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';
import { untilSaid } from '../said.ts';

const product = runProduct();
const { url: productUrl, dataDir } = product;

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
}, movingComputer);

const open = async (username: string, path: string): Promise<void> => {
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, username), path);
};

/** Presses a button of a card, which is shown while the pointer is on the card; the page may move under the pointer. */
async function pressOn(card: Locator, name: string): Promise<void> {
  const button = card.getByRole('button', { name });
  await expect.poll(async () => (await card.hover(), await button.isVisible())).toBe(true);
  await button.click();
}

describe('a viewer on the home page', () => {
  it('makes the page’s one request for its content before the page’s code has loaded', async () => {
    await open('demo-premium', '/peliculas');
    await page.goto('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${productUrl}/`);
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    expect(asked.filter((path) => path === '/api/home')).toHaveLength(1);
    const screen = asked.findIndex((path) => path.startsWith('/assets/home.screen-'));
    expect(asked.indexOf('/api/home')).toBeLessThan(screen);
  });

  it('opens the title on the billboard, sees it play, and then another chapter of it', async () => {
    // Other journeys have watched chapters of the series with the demo's accounts.
    await openSignedIn(page, productUrl, await addPerson(product, 'premium'));
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    await page.getByRole('region', { name: 'Destacado' }).getByRole('button', { name: 'Reproducir' }).click();
    await page.getByText('T1 E1: La farera').waitFor();
    expect((await watchFor(page, 3)).decodedFrames).toBeGreaterThan(30);
    await page.getByRole('button', { name: /^2\. La llamada/ }).click();
    await page.getByText('T1 E2: La llamada de las 3:12').waitFor();
    expect((await watchFor(page, 2)).decodedFrames).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
  });
});

describe('a viewer in the catalogue', () => {
  it('finds a film by its section and its name, and sees it play', async () => {
    await open('demo-premium', '/peliculas');
    await page.getByRole('link', { name: /POR GÉNEROS/ }).click();
    await page.getByPlaceholder('Buscar películas...').fill('nosferatu');
    await page.getByRole('link', { name: /^Nosferatu/ }).click();
    await page.getByRole('heading', { name: 'Nosferatu' }).waitFor();
    expect((await watchFor(page, 2)).widthPx).toBeGreaterThan(0);
  });

  it('sees which plans open a section that their own plan does not', async () => {
    await open('demo-gplay', '/peliculas');
    await page.getByText('CINE 4K UHD').click();
    await page
      .getByText('🎬 Estimado cliente, debe tener el plan Cinéfilo o Premium para acceder a esta sección.')
      .waitFor();
  });
});

describe('a viewer with a list of their own', () => {
  it('adds a channel and a film, finds them after a reload, and removes them', async () => {
    await open('demo-cinefilo', '/live-tv?buscar=musa');
    const channel = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Musa/ }) });
    await pressOn(channel, 'Añadir a Mi lista');
    await untilSaid(page, '«Musa» se añadió a «Mi lista»');
    await page.goto(`${productUrl}/#/peliculas?seccion=POR_GENERO&buscar=nosferatu`);
    const film = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Nosferatu/ }) });
    await pressOn(film, 'Añadir a Mi lista');
    await untilSaid(page, '«Nosferatu» se añadió a «Mi lista»');
    await page.getByRole('button', { name: /^Menú de/ }).click();
    await page.getByRole('menuitem', { name: 'Mi lista' }).click();
    await film.waitFor();
    await page.reload();
    await film.waitFor();
    await channel.waitFor();
    await expectAccessible(page);
    await pressOn(film, 'Quitar de Mi lista');
    await untilSaid(page, '«Nosferatu» se quitó de «Mi lista»');
    await pressOn(channel, 'Quitar de Mi lista');
    await page.getByRole('heading', { name: 'Tu lista está vacía.' }).waitFor();
    await untilSaid(page, '«Musa» se quitó de «Mi lista»');
    await page.reload();
    await page.getByRole('heading', { name: 'Tu lista está vacía.' }).waitFor();
  });
});

describe('an administrator on the page of collections', () => {
  it('creates a collection, adds a title to it from the title’s card, and finds it there', async () => {
    await open('demo-admin', '/colecciones');
    await page.getByRole('button', { name: 'Crear colección' }).click();
    await page.getByLabel('Nombre').fill('Sombras alemanas');
    await page.getByLabel('Tipo').fill('película');
    await page.getByRole('button', { name: 'Crear', exact: true }).click();
    await page.getByRole('heading', { name: 'Colecciones: Sombras alemanas' }).waitFor();
    await page.getByText('No hay títulos en la colección «Sombras alemanas».').waitFor();

    const names = page.getByRole('navigation', { name: 'Colecciones' });
    await names.getByRole('link', { name: 'TODAS' }).click();
    const film = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /^Nosferatu/ }) });
    await pressOn(film, 'Agregar a colección');
    await page.getByLabel('Colección existente').selectOption('Sombras alemanas');
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await untilSaid(page, 'Nosferatu fue agregado a la colección Sombras alemanas');

    await names.getByRole('link', { name: 'Sombras alemanas' }).click();
    await page
      .getByRole('list', { name: 'Títulos de Sombras alemanas' })
      .getByRole('link', { name: /^Nosferatu/ })
      .waitFor();
  });
});

describe('a viewer who goes from screen to screen', () => {
  it('returns to each screen by its link', async () => {
    await open('demo-premium', '/kids');
    const links = page.getByRole('navigation', { name: 'Principal' });
    for (const [link, heading] of [
      ['Colecciones', 'Colecciones: TODAS'],
      ['Zona Kids', 'Zona Kids'],
      ['Colecciones', 'Colecciones: TODAS'],
    ] as const) {
      await links.getByRole('link', { name: link }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
  });

  it('sees each screen from its top, and on going back at its former scroll position', async () => {
    await open('demo-premium', '/');
    // The test starts from an empty tab, as if a person typed the product's URL into the tab's address bar.
    await page.goto('about:blank');
    await page.goto(productUrl);
    // Waits for the end of scrolling, because the page saves its scroll position then; a person cannot type a URL
    // sooner.
    await page.getByRole('heading', { name: 'Documentales Imperdibles' }).evaluate((heading) =>
      new Promise((resolve) => {
        addEventListener('scrollend', resolve, { once: true });
        heading.scrollIntoView({ block: 'center' });
      }).then(() => undefined),
    );
    const offset = () => page.evaluate(() => Math.round(scrollY));
    const left = await offset();
    expect(left).toBeGreaterThan(300);
    // Changes only the part of the URL after `#`, as a person can in the address bar: the page is not loaded again.
    await page.evaluate(() => (location.hash = '#/kids'));
    await page.getByRole('heading', { name: 'Zona Kids', level: 1 }).waitFor();
    await page.locator('.vgrid__cell').first().waitFor();
    expect(await offset()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { name: 'Documentales Imperdibles' }).waitFor();
    await page.waitForFunction((px) => Math.abs(scrollY - px) < 2, left);
  });
});
