import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';

const tab = '/admin?tab=bulk_vod_upload';
const upload = 'POST /api/videos/upload-text' as const;
const entry = (name: string, group = 'Cine') =>
  `#EXTINF:-1 group-title="${group}",${name}\nhttps://e.example/${encodeURIComponent(name)}.mp4\n`;
const playlist = (text: string, name = 'lista.m3u') => new File([`#EXTM3U\n${text}`], name);

const field = () => screen.findByLabelText<HTMLInputElement>('Lista de VODs');
const category = () => screen.getByLabelText<HTMLSelectElement>('Categoría');
const submit = () => screen.findByRole('button', { name: 'Subir lista' });
const optionsOf = (select: HTMLElement) =>
  [...select.querySelectorAll('option')].map(({ textContent }) => textContent);

async function choose({ user }: OpenedApp, file: File): Promise<void> {
  await user.upload(await field(), file);
  await user.selectOptions(category(), 'Película');
  await user.selectOptions(screen.getByLabelText('Subcategoría'), 'CINE_4K');
}

/** Uploads a list and waits until the page shows that its import is running on the server. */
async function sendSlow(app: OpenedApp) {
  await choose(app, playlist(`${entry('Uno')}${entry('Dos')}`, 'lenta.m3u'));
  await app.user.click(await submit());
  await screen.findByRole('region', { name: 'Importación en curso: lenta.m3u' });
  const running = app.server.memory.imports[0];
  if (running === undefined) throw new Error('nothing was imported');
  return running;
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('«Carga Masiva VOD»', () => {
  it('accepts lists and text files, and asks for a subcategory for films and series only', async () => {
    const { user } = await openApp(tab, { as: 'ada' });
    expect((await field()).accept).toBe('.m3u,.m3u8,.gz,.zip,.w3u,.json,.xspf,.pls,.tv,.txt');
    expect(screen.queryByLabelText('Subcategoría')).toBeNull();
    await user.selectOptions(category(), 'Película');
    expect(optionsOf(screen.getByLabelText('Subcategoría')).slice(1)).toEqual([
      'Estrenos',
      'CINE 4K UHD',
      'CINE 60FPS',
      'POR GÉNEROS',
    ]);
    await user.selectOptions(category(), 'Serie');
    expect(optionsOf(screen.getByLabelText('Subcategoría')).slice(1)).toEqual([
      'Netflix',
      'Prime Video',
      'Disney',
      'Apple TV',
      'HBO MAX',
      'Hulu y Otros',
      'Retro',
      'Animadas',
      'ZONA KIDS',
    ]);
    await user.selectOptions(category(), 'Dorama');
    expect(screen.queryByLabelText('Subcategoría')).toBeNull();
  });

  it('names one missing choice after another, and sends nothing', async () => {
    const { user, calls } = await openApp(tab, { as: 'ada' });
    const input = await field();
    await user.click(await submit());
    await screen.findByText('Por favor, selecciona un archivo M3U o texto.');
    await user.upload(input, playlist(entry('Uno')));
    await user.click(await submit());
    await screen.findByText('Por favor, elige una categoría.');
    expect(category().getAttribute('aria-invalid')).toBe('true');
    await user.selectOptions(category(), 'Serie');
    await user.click(await submit());
    await screen.findByText('Por favor, elige una subcategoría.');
    expect(calls()).not.toContain(upload);
  });

  it('shows the progress of the upload, and can cancel it', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const { release } = app.server.holdNext(upload);
    await choose(app, playlist(entry('Uno')));
    await app.user.click(await submit());
    await screen.findByRole('progressbar', { name: /^Subiendo|^Archivo subido/ });
    expect(category().disabled).toBe(true);
    await app.user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await screen.findByText('Subida cancelada. No se ha cambiado nada.');
    expect((await field()).disabled).toBe(false);
    screen.getByText('lista.m3u');
    release();
  });

  it('shows the import’s progress as the server reports it, then the result', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const running = await sendSlow(app);
    screen.getByRole('progressbar', { name: 'Archivo subido. Procesando contenido...' });
    Object.assign(running, { entries: 1_240, size: 100, done: 59 });
    await screen.findByText('Leyendo la lista · 1240 entradas · 59 %');
    Object.assign(running, { phase: 'publishing' });
    await screen.findByText('Guardando · 1240 entradas');
    Object.assign(running, { status: 'done', phase: null, added: 1_240, movies: 1_240 });
    const result = within(await screen.findByRole('region', { name: 'Resultado de la importación' }));
    result.getByText('Lista procesada: 2 añadidos.');
    expect(result.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Entradas',
      'Añadidos',
      'Actualizados',
      'Duplicados',
      'Omitidos',
      'Películas',
      'Series',
    ]);
    expect(screen.queryByText('lenta.m3u')).toBeNull();
    await app.user.click(result.getByRole('button', { name: 'Importar otra lista' }));
    expect(screen.queryByRole('region', { name: 'Resultado de la importación' })).toBeNull();
    expect(app.path()).toBe(tab);
  });

  it('sends category and subcategory with the file', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await choose(app, playlist(entry('Uno')));
    await app.user.click(await submit());
    await screen.findByRole('region', { name: 'Resultado de la importación' });
    expect(app.server.memory.imports[0]?.options).toMatchObject({
      categoria: 'pelicula',
      subcategoria: 'CINE_4K',
    });
  });

  it('counts added and skipped entries when the server sends no message', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const running = await sendSlow(app);
    Object.assign(running, {
      status: 'done',
      message: null,
      added: 2,
      updated: 1,
      duplicates: 3,
      skipped: 4,
    });
    await screen.findByText('Añadidos: 2, omitidos: 8');
  });

  it('shows the number of errors, lists them and logs them to the console', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const app = await openApp(tab, { as: 'ada' });
    await choose(app, playlist(`${entry('Uno')}#EXTINF:-1,Roto\n#EXTINF:-1,Otro roto\n`));
    await app.user.click(await submit());
    await screen.findByText('Se encontraron 2 errores durante el procesamiento. Ver consola para detalles.');
    expect(within(screen.getByRole('table', { name: 'Líneas omitidas' })).getAllByRole('row')).toHaveLength(
      3,
    );
    const lists = log.mock.calls.map(([, list]) => list as unknown);
    expect(lists).toContainEqual([
      { line: 4, reason: 'La entrada no tiene dirección.' },
      { line: 5, reason: 'La entrada no tiene dirección.' },
    ]);
  });

  it('shows why an import failed, keeps the file, and clears the message after five seconds', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const running = await sendSlow(app);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    Object.assign(running, { status: 'failed', error: 'El archivo no es una lista válida.' });
    await screen.findByText('El archivo no es una lista válida.');
    screen.getByText('lenta.m3u');
    expect(screen.queryByRole('region', { name: 'Resultado de la importación' })).toBeNull();
    await vi.advanceTimersByTimeAsync(5_100);
    await waitFor(() => expect(screen.queryByText('El archivo no es una lista válida.')).toBeNull());
    expect(app.path()).toBe(tab);
  });

  it('shows its own sentence for a failure without a message', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const running = await sendSlow(app);
    Object.assign(running, { status: 'failed', error: null });
    await screen.findByText('Error al procesar el archivo de VODs');
  });

  it('shows its own sentence when the connection breaks', async () => {
    const app = await openApp(tab, { as: 'ada' });
    app.server.dropNext(upload);
    await choose(app, playlist(entry('Uno')));
    await app.user.click(await submit());
    await screen.findByText('Error al procesar el archivo de VODs');
  });

  it('cancels a running import on request', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const running = await sendSlow(app);
    await app.user.click(screen.getByRole('button', { name: 'Cancelar la importación' }));
    await screen.findByText('La importación se canceló. No se ha cambiado nada.');
    expect(running.status).toBe('cancelled');
    expect((await field()).disabled).toBe(false);
  });

  it('finds a running import again when the person returns to the page', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const running = await sendSlow(app);
    await app.go('/admin?tab=backups');
    await screen.findByRole('heading', { level: 1, name: 'Copias de seguridad' });
    await app.go(tab);
    await screen.findByRole('region', { name: 'Importación en curso: lenta.m3u' });
    Object.assign(running, { status: 'done', phase: null });
    await screen.findByRole('region', { name: 'Resultado de la importación' });
  });

  it('continues after the connection to the server was lost', async () => {
    const app = await openApp(tab, { as: 'ada' });
    app.server.dropNext('GET /api/admin/imports/:id/events');
    const running = await sendSlow(app);
    Object.assign(running, { entries: 77 });
    await screen.findByText(/77 entradas/);
  });

  it('previews a list without a category, with a guessed type for each group', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await app.user.upload(await field(), playlist(`${entry('Uno')}${entry('Dos S01E01', 'Series')}`));
    await app.user.click(screen.getByRole('button', { name: 'Vista previa' }));
    await screen.findByRole('region', { name: 'Vista previa de lista.m3u' });
    expect(app.server.memory.imports[0]?.kind).toBe('mixed');
    expect(screen.getByLabelText<HTMLSelectElement>('Tipo de Series').value).toBe('serie');
    await app.user.click(screen.getByRole('button', { name: 'Descartar' }));
    await screen.findByText('«lista.m3u» descartada. No se ha cambiado nada.');
    expect(app.server.memory.imports[0]?.status).toBe('cancelled');
    expect(screen.queryByText('La importación se canceló. No se ha cambiado nada.')).toBeNull();
    expect(app.path()).toBe(tab);
  });

  it('clears its message after five seconds', async () => {
    await openApp(tab, { as: 'ada' });
    const button = await submit();
    vi.useFakeTimers();
    fireEvent.click(button);
    const sentence = 'Por favor, selecciona un archivo M3U o texto.';
    await vi.advanceTimersByTimeAsync(4_900);
    screen.getByText(sentence);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  it('links to the upload by sections', async () => {
    const { user } = await openApp(tab, { as: 'ada' });
    await user.click(await screen.findByRole('link', { name: 'Subida por secciones' }));
    await screen.findByRole('heading', { level: 1, name: 'Subida por secciones' });
  });
});
