import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney, openPage } from '../journey.ts';
import { openSignedIn, runProduct } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();
const otherDevice = 'OtroDispositivo'.padEnd(32, '0');

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const item = (index: number) =>
  page.getByRole('list', { name: 'Dispositivos con la sesión abierta' }).getByRole('listitem').nth(index);
const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
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
    const second = await item(1).getByRole('button').getAttribute('aria-label');
    await expect.poll(nameOfFocused).toBe(second);
    await page.keyboard.press('Enter');
    await untilSaid(page, 'Sesión cerrada en ese dispositivo.');
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

describe('a television without a keyboard', () => {
  it('comes in when a person confirms its code on their phone, and is then among their devices', async () => {
    const phone = await openPage();
    await phone.setViewportSize({ width: 360, height: 740 });
    const account = await readDemoAccount(dataDir, 'demo-estandar');
    await openSignedIn(phone, productUrl, account, '/dispositivos', 'TelefonoDePrueba'.padEnd(32, '0'));

    // The television has arrow keys only: from the login, the link is reached with them.
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${productUrl}/#/login`);
    await page.getByLabel('Usuario').focus();
    const link = page.getByRole('link', { name: 'Entrar con el teléfono' });
    for (let presses = 0; presses < 8 && !(await isFocused(link)); presses += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    const shown = page.locator('strong').filter({ hasText: /^[A-Z2-9]{3} [A-Z2-9]{3}$/ });
    await shown.waitFor();
    await expectAccessible(page);
    const code = ((await shown.textContent()) ?? '').replace(' ', '');
    await page.keyboard.press('ArrowDown');
    const other = page.getByRole('link', { name: 'Entrar con usuario y contraseña' });
    await expect.poll(() => isFocused(other)).toBe(true);

    await phone.goto(`${productUrl}/#/activar?codigo=${code}`);
    await phone.getByRole('heading', { name: '¿Dejar entrar a este televisor?' }).waitFor();
    await expectAccessible(phone);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await phone.getByRole('button', { name: 'Dejar entrar', exact: true }).click();
    await page.getByRole('button', { name: `Menú de ${account.username}` }).waitFor();
    await phone.getByRole('link', { name: 'Dispositivos y sesiones' }).click();
    await phone
      .getByRole('button', { name: /^Cerrar sesión en (?!este)/ })
      .first()
      .waitFor();
  });
});
