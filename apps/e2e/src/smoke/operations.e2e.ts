import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { expectAccessible, openPage, recordFaults } from '../journey.ts';
import { runProduct, signIn } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();

it('merging films into series, downloading a backup, and restoring a deleted channel work', async () => {
  const page = await openPage();
  const faults: string[] = [];
  recordFaults(page, faults);
  const open = (tab: string) => page.goto(`${productUrl}/#/admin?tab=${tab}`);
  const admin = await readDemoAccount(dataDir, 'demo-admin');
  await signIn(page, productUrl, admin);

  await page.evaluate(async () => {
    for (const title of ['El gran hotel 1x01 La llegada', 'El gran hotel 1x02 Niebla', '7x11 Suelta']) {
      const answer = await fetch('/api/videos', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
          'x-device-id': localStorage.getItem('deviceId') ?? '',
        },
        body: JSON.stringify({
          title,
          tipo: 'pelicula',
          url: `https://a.tv/${encodeURIComponent(title)}.mp4`,
        }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    }
  });
  await open('migration_panel');
  await page.getByLabel('Nombre de la serie El gran hotel').fill('Gran hotel');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ejecutar migración' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ejecutar migración' }).click();
  await page.getByRole('region', { name: 'Resultado de la migración' }).getByText('Gran hotel').waitFor();
  await expectAccessible(page);

  await open('backups');
  await page.getByText('Automática, antes de una migración').waitFor();
  await page.getByRole('button', { name: 'Crear copia' }).click();
  await untilSaid(page, 'Copia de seguridad creada.');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Descargar butaca-/ }).click();
  await page.getByRole('dialog').getByLabel('Tu contraseña').fill(admin.password);
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar copia' }).click();
  const download = await downloading;
  const name = download.suggestedFilename();
  expect(await readFile(await download.path())).toEqual(await readFile(join(dataDir, 'backups', name)));

  await open('manage_channels&buscar=Cénit');
  await page.getByRole('button', { name: 'Eliminar Cénit 24' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar canal' }).click();
  await page.getByRole('button', { name: 'Eliminar Cénit 24' }).waitFor({ state: 'detached' });

  await open('backups');
  await page.getByRole('button', { name: `Restaurar ${name}` }).click();
  await page.getByRole('dialog').getByLabel('Tu contraseña').fill(admin.password);
  await page.getByRole('button', { name: 'Restaurar copia' }).click();
  await untilSaid(page, 'Copia restaurada. Todos deben volver a iniciar sesión.');
  await page.waitForURL(/#\/login\?session_expired=true/);
  await signIn(page, productUrl, admin);
  await open('manage_channels&buscar=Cénit');
  await page.getByRole('button', { name: 'Eliminar Cénit 24' }).waitFor();

  await open('summary');
  await page.getByRole('heading', { name: 'Viendo ahora (0)' }).waitFor();
  await expectAccessible(page);
  await open('migration_panel');
  await page.getByRole('button', { name: 'Deshacer migración' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer migración' }).click();
  await page.getByLabel('Nombre de la serie El gran hotel').waitFor();
  expect(faults).toEqual([]);
});
