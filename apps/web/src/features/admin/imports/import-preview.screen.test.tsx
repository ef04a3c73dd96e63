import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';

const tab = '/admin?tab=bulk_vod_upload';
const publish = 'POST /api/admin/imports/:id/publish' as const;
const entry = (name: string, group: string) =>
  `#EXTINF:-1 group-title="${group}",${name}\nhttps://e.example/${encodeURIComponent(name)}.mp4\n`;
const list =
  entry('Uno', 'Cine Clásico') +
  entry('Dos', 'Cine Clásico') +
  entry('La costa S01E01', 'Series') +
  entry('Canal 9', 'Noticias') +
  '#EXTINF:-1 group-title="Noticias",Roto\n';

/** Uploads a list with the button «Vista previa» (preview), without choosing a category, and returns the preview. */
async function openPreview(text = list, prepare?: (server: FakeServer) => void) {
  const app = await openApp(tab, { as: 'ada', ...(prepare && { prepare }) });
  const file = new File([`#EXTM3U\n${text}`], 'lista.m3u');
  await app.user.upload(await screen.findByLabelText('Lista de VODs'), file);
  await app.user.click(await screen.findByRole('button', { name: 'Vista previa' }));
  const region = await screen.findByRole('region', { name: 'Vista previa de lista.m3u' });
  return { ...app, preview: within(region) };
}

const rowOf = (name: string) => screen.getByRole('checkbox', { name: `Incluir ${name}` }).closest('tr');
const valueOf = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).value;

/** The groups (`group-title`) of a list that the page sent when it published an import preview last. */
const sentGroups = ({ server }: Pick<OpenedApp, 'server'>) =>
  server.seen.findLast(({ call }) => call.endsWith('/publish'))?.body;

describe('the preview of an import', () => {
  it('shows what the import would do, and a guessed type for each group', async () => {
    const { preview, server } = await openPreview();
    preview.getByText('Vista previa de «lista.m3u»: todavía no ha cambiado nada.');
    expect(preview.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '5',
      '4',
      '0',
      '0',
      '1',
    ]);
    preview.getByText(/^Así quedaría cada entrada\./);
    preview.getByText('5 entradas: 4 elementos.');
    preview.getByRole('heading', { name: 'Grupos (3)' });
    expect(rowOf('Cine Clásico')?.textContent).toContain('Uno · Dos');
    expect(rowOf('Cine Clásico')?.textContent).toContain('2 nuevas');
    expect(valueOf('Tipo de Cine Clásico')).toBe('pelicula');
    expect(valueOf('Sección de Cine Clásico')).toBe('POR_GENERO');
    expect(valueOf('Tipo de Series')).toBe('serie');
    expect(valueOf('Subcategoría de Series')).toBe('Netflix');
    expect(valueOf('Tipo de Noticias')).toBe('canal');
    expect(valueOf('Sección de Noticias')).toBe('Noticias');
    expect(server.memory.imports[0]?.status).toBe('preview');
  });

  it('lists the entries that would be added, and those that would be skipped, with the reason', async () => {
    const { preview, user } = await openPreview();
    await user.click(await preview.findByRole('button', { name: 'Se añadirán' }));
    expect(await preview.findAllByText('Se añadirá')).toHaveLength(4);
    await user.click(await preview.findByRole('button', { name: 'Se omitirán' }));
    await waitFor(() => {
      const [, ...rows] = within(
        preview.getByRole('table', { name: 'Informe de la importación' }),
      ).getAllByRole('row');
      expect(rows.map(({ textContent }) => textContent)).toEqual([
        'RotoNoticias10—Se omitiráLa entrada no tiene dirección.—',
      ]);
    });
  });

  it('publishes with the changed groups only', async () => {
    const app = await openPreview();
    const { user, preview } = app;
    await user.selectOptions(preview.getByLabelText('Sección de Cine Clásico'), 'CINE 4K UHD');
    await user.selectOptions(preview.getByLabelText('Tipo de Series'), 'Dorama');
    await user.click(preview.getByRole('checkbox', { name: 'Incluir Noticias' }));
    expect(preview.getByLabelText<HTMLSelectElement>('Tipo de Noticias').disabled).toBe(true);
    preview.getByText('3 grupos con cambios');
    await user.click(preview.getByRole('button', { name: 'Publicar' }));
    const result = await screen.findByRole('region', { name: 'Resultado de la importación' });
    within(result).getByText('Lista procesada: 3 añadidos.');
    expect(sentGroups(app)).toMatchObject({
      groups: [
        { group: 'Cine Clásico', isIncluded: true, tipo: 'pelicula', mainSection: 'CINE_4K' },
        { group: 'Series', isIncluded: true, tipo: 'dorama' },
        { group: 'Noticias', isIncluded: false, tipo: 'canal', section: 'Noticias' },
      ],
      entries: [],
    });
  });

  it('sends no groups when none was changed', async () => {
    const app = await openPreview();
    await app.user.click(app.preview.getByRole('button', { name: 'Publicar' }));
    await screen.findByRole('region', { name: 'Resultado de la importación' });
    expect(sentGroups(app)).toMatchObject({ groups: [], entries: [] });
  });

  it('asks once about all groups for adults, and leaves them out', async () => {
    const app = await openPreview(list + entry('Tres', 'ADULTOS +18') + entry('Cuatro', 'Cine adultos'));
    const question = within(app.preview.getByRole('group', { name: 'Grupos para adultos' }));
    const isPressed = (name: string) => question.getByRole('button', { name }).getAttribute('aria-pressed');
    expect([isPressed('Importarlos'), isPressed('Dejarlos fuera')]).toEqual(['true', 'false']);
    await app.user.click(question.getByRole('button', { name: 'Dejarlos fuera' }));
    expect([isPressed('Importarlos'), isPressed('Dejarlos fuera')]).toEqual(['false', 'true']);
    await app.user.click(app.preview.getByRole('button', { name: 'Publicar' }));
    await screen.findByRole('region', { name: 'Resultado de la importación' });
    expect(sentGroups(app)).toMatchObject({
      groups: [
        { group: 'ADULTOS +18', isIncluded: false },
        { group: 'Cine adultos', isIncluded: false },
      ],
    });
  });

  it('asks nothing about a list without groups for adults', async () => {
    const { preview } = await openPreview();
    expect(preview.queryByRole('group', { name: 'Grupos para adultos' })).toBeNull();
  });

  it('cannot be published when every group is left out', async () => {
    const { user, preview } = await openPreview();
    await user.click(preview.getByRole('button', { name: 'Dejar fuera estos' }));
    expect(preview.getByRole<HTMLButtonElement>('button', { name: 'Publicar' }).disabled).toBe(true);
    await user.click(preview.getByRole('button', { name: 'Incluir estos' }));
    expect(preview.getByRole<HTMLButtonElement>('button', { name: 'Publicar' }).disabled).toBe(false);
  });

  describe('with doubtful entries', () => {
    const doubtful =
      entry('Canal 9 HD', 'Varios') + entry('El faro (2019) Latino', 'Varios') + entry('La niebla', 'Cine');
    const titles = () =>
      within(screen.getByRole('table', { name: 'Informe de la importación' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

    it('lists them first with their reason and tags, and alone on request', async () => {
      const { preview, user, path } = await openPreview(doubtful);
      preview.getByText(/1 entrada es dudosa: está la primera del informe, con su motivo\./);
      await preview.findByText('Queda como canal, aunque su año diría otra cosa.');
      expect(titles()).toEqual([
        'El faro (2019) LatinoVarios · Latino',
        'Canal 9 HDVarios · HD',
        'La nieblaCine',
      ]);
      expect(rowOf('Varios')?.textContent).toContain('1 dudosa');
      await user.click(preview.getByRole('button', { name: 'Dudosas (1)' }));
      await waitFor(() => expect(titles()).toHaveLength(1));
      expect(path()).toContain('resultado=dudosas');
    });

    it('read the list again with the kinds that a person chooses', async () => {
      const { preview, user, server } = await openPreview(doubtful);
      const label = 'Tipo de la entrada El faro (2019) Latino';
      await user.selectOptions(await preview.findByLabelText(label), 'Película');
      await user.selectOptions(preview.getByLabelText('Tipo de Cine'), 'Documental');
      preview.getByText('1 grupo y 1 entrada con cambios');
      await user.click(preview.getByRole('button', { name: 'Ver cómo quedaría' }));
      await screen.findByRole('progressbar');
      await screen.findByRole('button', { name: 'Dudosas (0)' });
      expect(server.seen.findLast(({ call }) => call.endsWith('/choices'))?.body).toMatchObject({
        groups: [{ group: 'Cine', isIncluded: true, tipo: 'documental' }],
        entries: [{ position: 2, tipo: 'pelicula' }],
        plans: expect.arrayContaining(['premium']),
      });
      expect(screen.queryByText(/con cambios$/)).toBeNull();
      await waitFor(() => expect(valueOf(label)).toBe('pelicula'));
      await user.selectOptions(screen.getByLabelText(label), 'Automático');
      screen.getByText('1 entrada con cambios');
      await user.click(screen.getByRole('button', { name: 'Ver cómo quedaría' }));
      await screen.findByRole('button', { name: 'Dudosas (1)' });
    });

    it('choose for everything alike', async () => {
      const { preview, user, server } = await openPreview(doubtful + entry('La costa (1999)', 'Otros'));
      const label = 'Tipo de la entrada La costa (1999)';
      await user.selectOptions(await preview.findByLabelText(label), 'Película');
      await user.click(preview.getByRole('checkbox', { name: /^Para todo lo que se parezca: / }));
      await user.click(preview.getByRole('button', { name: 'Ver cómo quedaría' }));
      await screen.findByRole('button', { name: 'Dudosas (1)' });
      expect(server.seen.findLast(({ call }) => call.endsWith('/choices'))?.body).toMatchObject({
        groups: [],
        entries: [{ position: 4, tipo: 'pelicula', isForAlike: true }],
      });
    });

    it('says why the list could not be read again, and keeps the choices', async () => {
      const { preview, user } = await openPreview(doubtful, (server) =>
        server.failNext('PUT /api/admin/imports/:id/choices', 'import.running'),
      );
      await user.selectOptions(preview.getByLabelText('Tipo de Cine'), 'Documental');
      await user.click(preview.getByRole('button', { name: 'Ver cómo quedaría' }));
      await screen.findByText('Ya hay una importación en curso. Espera a que termine y vuelve a intentarlo.');
      preview.getByText('1 grupo con cambios');
    });
  });

  it('shows hundreds of groups in pages, and finds one of them by search', async () => {
    const many = Array.from({ length: 300 }, (_, index) => entry(`Título ${index}`, `Grupo ${index}`));
    const { user, preview } = await openPreview(many.join(''));
    preview.getByText('Mostrando 25 de 300 grupos');
    expect(preview.getAllByRole('checkbox')).toHaveLength(25);
    await user.type(preview.getByLabelText('Buscar grupo'), 'grupo 299');
    await waitFor(() => expect(preview.getAllByRole('checkbox')).toHaveLength(1));
    await user.click(preview.getByRole('checkbox', { name: 'Incluir Grupo 299' }));
    await user.clear(preview.getByLabelText('Buscar grupo'));
    await user.selectOptions(preview.getByLabelText('Mostrar'), 'Dejados fuera');
    preview.getByText('Mostrando 1 de 1 grupos');
    await user.selectOptions(preview.getByLabelText('Mostrar'), 'Dorama');
    preview.getByRole('heading', { name: 'Ningún grupo coincide con la búsqueda.' });
  });

  it('shows why publishing failed, and can be published again', async () => {
    const { user, preview } = await openPreview(list, (server) => server.failNext(publish, 'import.running'));
    await user.click(preview.getByRole('button', { name: 'Publicar' }));
    await screen.findByText('Ya hay una importación en curso. Espera a que termine y vuelve a intentarlo.');
    await user.click(await preview.findByRole('button', { name: 'Publicar' }));
    await screen.findByRole('region', { name: 'Resultado de la importación' });
  });
});
