import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney, openPage } from '../journey.ts';
import { runProduct, signIn } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();
const ownPassword = 'una clave que solo yo sé';

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const row = (username: string) => page.getByRole('listitem', { name: username, exact: true });

describe('an administrator', () => {
  it('creates a user, who chooses a password at first sign-in, and ends that user’s session', async () => {
    const admin = await readDemoAccount(dataDir, 'demo-admin');
    await signIn(page, productUrl, admin);
    await page.getByRole('link', { name: 'Admin' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gestionar Usuarios' }).waitFor();
    await row('demo-gplay').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Crear usuario' }).click();
    const form = page.getByRole('dialog', { name: 'Crear usuario' });
    await form.getByLabel('Usuario', { exact: true }).fill('mateo.rios');
    await form.getByLabel('Plan').selectOption({ label: 'Cinéfilo' });
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Crear usuario' }).click();
    const done = page.getByRole('dialog', { name: 'Usuario creado' });
    const invitation = (await done.locator('code').first().textContent()) ?? '';
    expect(invitation).toMatch(/^http:\/\/[^/]+\/#\/invitacion\/[\w-]{43}$/);
    await done.getByRole('img', { name: 'Código QR de la invitación de mateo.rios' }).waitFor();
    await done.getByText('O dale una contraseña de un solo uso').click();
    const password = (await done.locator('code').last().textContent()) ?? '';
    expect(password).toMatch(/^[a-z]{8}(-[a-z]{8}){3}$/);
    await expectAccessible(page);
    await done.getByRole('button', { name: 'Listo' }).click();
    await page.getByLabel('Buscar usuario').fill('mateo');
    await row('demo-gplay').waitFor({ state: 'detached' });
    await row('mateo.rios').getByText('Sin caducidad').waitFor();

    const other = await openPage();
    await other.goto(`${productUrl}/#/login`);
    await other.getByLabel('Usuario').fill('mateo.rios');
    await other.getByLabel('Contraseña', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Entrar' }).click();
    await other.getByRole('heading', { name: 'Elige tu contraseña' }).waitFor();
    await expectAccessible(other);
    await other.goto(`${productUrl}/#/peliculas`);
    await other.reload();
    await other.getByLabel('Contraseña nueva', { exact: true }).fill(ownPassword);
    await other.getByLabel('Confirmar contraseña nueva').fill(ownPassword);
    await other.getByRole('button', { name: 'Cambiar contraseña' }).click();
    await other.getByRole('heading', { level: 1, name: 'Películas' }).waitFor();

    const invited = await openPage();
    await invited.goto(invitation);
    await invited.getByText('Este enlace ya no sirve: se anuló o hay uno más nuevo.').waitFor();
    await invited.context().close();

    await row('mateo.rios')
      .getByRole('button', { name: /^Dispositivos de mateo\.rios/ })
      .click();
    const panel = page.getByRole('region', { name: 'Dispositivos de mateo.rios' });
    await panel.getByText(/^PC\/Web · /).waitFor();
    await panel.getByText(/^(?:Ahora mismo|Hace \d+ min)$/).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: /^Desactivar PC\/Web/ }).click();
    await untilSaid(page, 'Dispositivo desactivado correctamente.');
    await panel.getByText('Este usuario no tiene dispositivos activos.').waitFor();
    await panel.getByRole('button', { name: 'Ver Todos' }).click();
    await panel.getByText('Inactivo').waitFor();

    await other.reload();
    await other.waitForURL(/#\/login\?session_expired=true/);
    await signIn(other, productUrl, { username: 'mateo.rios', password: ownPassword });
    await other.context().close();

    await row('mateo.rios').getByRole('button', { name: 'Más acciones de mateo.rios' }).click();
    await page.getByRole('menuitem', { name: 'Nueva invitación' }).click();
    await page.getByLabel('Tu contraseña').fill(admin.password);
    await page.getByRole('button', { name: 'Crear invitación' }).click();
    const link = page.getByRole('dialog', { name: 'Invitación creada' }).locator('code');
    const again = (await link.textContent()) ?? '';
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Listo' }).click();
    const phone = await openPage();
    await phone.goto(again);
    await phone.getByText('mateo.rios').waitFor();
    await expectAccessible(phone);
    await phone.getByLabel('Contraseña', { exact: true }).fill('la clave del teléfono');
    await phone.getByLabel('Confirmar contraseña').fill('la clave del teléfono');
    await phone.getByRole('button', { name: 'Guardar y entrar' }).click();
    await phone.getByRole('heading', { name: 'Recien Agregados' }).waitFor();
    await phone.context().close();

    await page.getByRole('link', { name: 'Registro' }).click();
    await page.getByRole('table', { name: 'Registro' }).getByText('Creó el usuario mateo.rios').waitFor();
    await page.getByText('Desactivó un dispositivo de mateo.rios').waitFor();
    await expectAccessible(page);
  });
});
