import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, onEachJourney, openPage } from '../journey.ts';
import { openSignedIn, readDemoAccount, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();
const otherDevice = 'OtroDispositivo'.padEnd(32, '0');

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const item = (index: number) =>
  page.getByRole('list', { name: 'Dispositivos con la sesión abierta' }).getByRole('listitem').nth(index);
const nameOfFocused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);

describe('a viewer who is signed in on two devices', () => {
  it('ends the session of the other device, and later of all others, on a narrow screen', async () => {
    const account = await readDemoAccount(dataDir, 'demo-estandar');
    const other = await openPage();
    const openOther = () => openSignedIn(other, productUrl, account, '/peliculas', otherDevice);
    await openOther();
    await other.getByRole('heading', { level: 1, name: 'Películas' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await openSignedIn(page, productUrl, account, '/live-tv');
    await page.getByRole('button', { name: 'Abrir menú' }).click();
    await page.getByRole('link', { name: 'Dispositivos y sesiones' }).click();
    await item(0).getByText('Este dispositivo').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    // The arrow keys of a remote control move the focus from one device's button to the next.
    await item(0).getByRole('button').focus();
    await page.keyboard.press('ArrowDown');
    expect(await nameOfFocused()).toBe(await item(1).getByRole('button').getAttribute('aria-label'));
    await page.keyboard.press('Enter');
    await page.getByText('Sesión cerrada en ese dispositivo.').waitFor();
    await other.reload();
    await other.waitForURL(/#\/login\?session_expired=true/);

    await openOther();
    await page.reload();
    await page.getByRole('button', { name: 'Cerrar las demás sesiones' }).click();
    const question = page.getByRole('alertdialog', { name: '¿Cerrar las demás sesiones?' });
    await question.getByRole('button', { name: 'Cerrar sesiones' }).click();
    await page.getByText('No tienes la sesión abierta en ningún otro dispositivo.').waitFor();
    await question.waitFor({ state: 'detached' });
    await expect.poll(nameOfFocused).toBe('Cerrar sesión en este dispositivo');
    await expectAccessible(page);
    await other.reload();
    await other.waitForURL(/#\/login\?session_expired=true/);
  });
});
