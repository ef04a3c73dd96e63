import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { computer, expectAccessible, openPage, recordFaults } from '../journey.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

const entry = (group: string, title: string, address: string) =>
  `#EXTINF:-1 group-title="${group}",${title}\nhttps://proveedor.example/${address}\n`;

const listFile = (name: string, ...entries: string[]) => ({
  name,
  mimeType: 'audio/x-mpegurl',
  buffer: Buffer.from(`#EXTM3U\n${entries.join('')}`),
});

const filmsAndSeries = listFile(
  'mezcla.m3u',
  entry('Cine 4K', 'El faro de cristal (2024)', 'movie/u/p/1.mp4'),
  entry('Cine 4K', 'El bosque de cristal (2023)', 'movie/u/p/2.mp4'),
  entry('Series Netflix', 'La costa dormida S01E01', 'series/u/p/11.mp4'),
  entry('Series Netflix', 'La costa dormida S01E02', 'series/u/p/12.mp4'),
  entry('Series Netflix', 'La costa dormida S01E02', 'series/u/p/12.mp4'),
);
const section = listFile(
  'seccion.m3u',
  entry('Cine', 'La torre de cristal (2022)', 'movie/u/p/3.mp4'),
  entry('Cine', 'La torre de cristal (2022)', 'movie/u/p/3.mp4'),
);

const film = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}`) });

it('a list is previewed, published with a changed group, undone, and imported into a section', async () => {
  const faults: string[] = [];
  const openAs = async (username: string, path: string): Promise<Page> => {
    const page = await openPage(computer);
    recordFaults(page, faults);
    await openSignedIn(page, productUrl, await readDemoAccount(dataDir, username), path);
    return page;
  };
  const admin = await openAs('demo-admin', '/admin?tab=bulk_vod_upload');
  const result = admin.getByRole('region', { name: 'Resultado de la importación' });

  await admin.getByRole('link', { name: 'Subida por secciones' }).click();
  await admin.getByLabel('Sección').selectOption({ label: 'Películas' });
  await admin.getByLabel('Archivo M3U').setInputFiles(section);
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Subir archivo' }).click();
  await admin.getByText('Subida exitosa: 1 elementos añadidos, 1 duplicados encontrados').waitFor();
  await expectAccessible(admin);

  await admin.goto(`${productUrl}/#/admin?tab=bulk_vod_upload`);
  await admin.getByLabel('Lista de VODs').setInputFiles(filmsAndSeries);
  await expectAccessible(admin);
  await admin.getByRole('button', { name: 'Vista previa' }).click();
  const preview = admin.getByRole('region', { name: 'Vista previa de mezcla.m3u' });
  await preview.getByRole('heading', { name: 'Grupos (2)' }).waitFor();
  expect(await preview.getByLabel('Sección de Cine 4K').inputValue()).toBe('CINE_4K');
  expect(await preview.getByLabel('Tipo de Series Netflix').inputValue()).toBe('serie');
  await preview.getByRole('button', { name: 'Duplicados' }).click();
  await preview.getByText('Mostrando 1 de 1 entradas').waitFor();
  await expectAccessible(admin);
  // No entry of the uploaded M3U list is in the catalogue yet: the list has been read to its end, and its import waits
  // as a preview until the administrator publishes it.
  const viewer = await openAs('demo-premium', '/peliculas?seccion=POR_GENERO&buscar=cristal');
  await film(viewer, 'La torre de cristal').waitFor();
  expect(await film(viewer, 'El faro de cristal').count()).toBe(0);

  await preview.getByLabel('Sección de Cine 4K').selectOption({ label: 'POR GÉNEROS' });
  await preview.getByRole('button', { name: 'Publicar' }).click();
  await result
    .getByText('Lista procesada: 4 elementos añadidos, 0 actualizados, 1 duplicado, 0 omitidos.')
    .waitFor();
  await expectAccessible(admin);
  await viewer.reload();
  await film(viewer, 'El faro de cristal').waitFor();
  await film(viewer, 'El bosque de cristal').waitFor();
  await viewer.goto(`${productUrl}/#/series?categoria=Netflix`);
  await film(viewer, 'La costa dormida').waitFor();

  await result.getByRole('link', { name: 'Ver informe' }).click();
  await admin.getByRole('table', { name: 'Informe de la importación' }).waitFor();
  await expectAccessible(admin);
  const downloading = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Descargar CSV' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^importacion-.+\.csv$/);
  await admin.getByRole('button', { name: 'Deshacer' }).click();
  const question = admin.getByRole('alertdialog', { name: '¿Deshacer la importación?' });
  await question.getByText('los 4 elementos que añadió «mezcla.m3u»').waitFor();
  await question.getByRole('button', { name: 'Deshacer importación' }).click();
  await admin.getByText('Importación deshecha: 4 elementos eliminados.').waitFor();

  await viewer.goto(`${productUrl}/#/peliculas?seccion=POR_GENERO&buscar=cristal`);
  await viewer.reload();
  await film(viewer, 'La torre de cristal').waitFor();
  expect(await film(viewer, 'El faro de cristal').count()).toBe(0);

  await admin.getByRole('link', { name: 'Todas las importaciones' }).click();
  const history = admin.getByRole('table', { name: 'Importaciones' });
  const importOf = (file: string) => history.getByRole('row').filter({ hasText: file });
  await importOf(filmsAndSeries.name).getByText('Deshecha').waitFor();
  await importOf(section.name).getByText('Terminada').waitFor();
  await expectAccessible(admin);
  expect(faults).toEqual([]);
});
