import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const upload = 'POST /api/m3u/bulk-upload' as const;
const entry = (name: string) => `#EXTINF:-1 group-title="Cine",${name}\nhttps://e.example/${name}.mp4\n`;
const playlist = (text: string, name = 'lista.m3u') => new File([`#EXTM3U\n${text}`], name);

const field = () => screen.findByLabelText<HTMLInputElement>('Archivo M3U');
const section = () => screen.getByLabelText<HTMLSelectElement>('Sección');
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Subir archivo' });

async function send({ user }: OpenedApp, file: File): Promise<void> {
  await user.upload(await field(), file);
  await user.selectOptions(section(), 'Series');
  await user.click(submit());
}

afterEach(() => vi.useRealTimers());

describe('the upload by sections', () => {
  it('is refused to people who are not administrators', async () => {
    const { calls } = await openApp('/bulk-upload', { as: 'valentina' });
    await screen.findByRole('heading', { level: 1, name: 'Acceso Denegado' });
    screen.getByText('No tienes permisos para acceder a esta página.');
    expect(calls().filter((call) => call.includes('imports'))).toEqual([]);
  });

  it('redirects visitors to the login', async () => {
    const { path } = await openApp('/bulk-upload');
    await waitFor(() => expect(path()).toBe('/login'));
  });

  it('lists the sections by name, and explains the format of a file', async () => {
    await openApp('/bulk-upload', { as: 'ada' });
    expect((await field()).accept).toBe('.m3u,.gz,.zip,.w3u,.json,.xspf,.pls,.tv');
    expect([...section().options].slice(1).map(({ text }) => text)).toEqual([
      'Películas',
      'Series',
      'Series - ZONA KIDS',
      'Animes',
      'Documentales',
      'Doramas',
    ]);
    screen.getByRole('heading', { name: 'Formato del archivo' });
  });

  it('can be sent once section and file are chosen', async () => {
    const { user } = await openApp('/bulk-upload', { as: 'ada' });
    const input = await field();
    expect(submit().disabled).toBe(true);
    await user.upload(input, playlist(entry('Uno')));
    expect(submit().disabled).toBe(true);
    await user.selectOptions(section(), 'Animes');
    expect(submit().disabled).toBe(false);
  });

  it('refuses a file of another type at once', async () => {
    await openApp('/bulk-upload', { as: 'ada' });
    await field();
    const dataTransfer = { files: [playlist(entry('Uno'), 'lista.txt')] };
    fireEvent.drop(screen.getByText('Arrastra aquí tu archivo o elígelo'), { dataTransfer });
    await screen.findByText('Por favor selecciona un archivo .m3u');
    expect(screen.queryByText('lista.txt')).toBeNull();
  });

  it('asks for section and file when sent without them', async () => {
    const { calls } = await openApp('/bulk-upload', { as: 'ada' });
    const form = (await field()).closest('form');
    if (form === null) throw new Error('the field is in no form');
    fireEvent.submit(form);
    await screen.findByText('Por favor selecciona un archivo y una sección');
    expect(calls()).not.toContain(upload);
  });

  it('shows that it is uploading, then the result, which stays visible', async () => {
    const app = await openApp('/bulk-upload', { as: 'ada' });
    const { release } = app.server.holdNext(upload);
    await send(app, playlist(`${entry('Uno')}${entry('Dos')}${entry('Uno')}`));
    await screen.findByRole('button', { name: 'Subiendo...' });
    expect(section().disabled).toBe(true);
    release();
    await screen.findByText('Subida exitosa: 2 elementos añadidos, 1 duplicados encontrados');
    expect(app.server.memory.imports[0]).toMatchObject({ kind: 'section', options: { section: 'series' } });
    const report = screen.getByRole('link', { name: 'Ver informe' });
    expect(report.getAttribute('href')).toContain('/admin?tab=imports&id=importacion-1');
  });

  it('shows the progress of a long import, and finds it again after a reload', async () => {
    const app = await openApp('/bulk-upload', { as: 'ada' });
    await send(app, playlist(entry('Uno'), 'lenta.m3u'));
    await screen.findByRole('region', { name: 'Importación en curso: lenta.m3u' });
    await app.go('/admin?tab=backups');
    await app.go('/bulk-upload');
    await screen.findByRole('region', { name: 'Importación en curso: lenta.m3u' });
    Object.assign(app.server.memory.imports[0] ?? {}, { status: 'done', phase: null, added: 5, updated: 2 });
    await screen.findByText('Subida exitosa: 5 elementos añadidos, 2 duplicados encontrados');
  });

  it('says that there is no session when the browser has lost it', async () => {
    const app = await openApp('/bulk-upload', { as: 'ada' });
    await field();
    localStorage.removeItem('token');
    await send(app, playlist(entry('Uno')));
    await screen.findByText('No estás autenticado');
    expect(app.calls()).not.toContain(upload);
  });

  it('shows the server’s sentence about a file, or its own when there is none', async () => {
    const app = await openApp('/bulk-upload', { as: 'ada' });
    await send(app, playlist(''));
    await screen.findByText(
      'La lista no contiene ninguna entrada que se pueda leer. No se ha cambiado nada.',
    );
    app.server.dropNext(upload);
    await app.user.click(submit());
    await screen.findByText('Error al subir el archivo');
  });

  it('is linked from the panel, and links back to it', async () => {
    const { user } = await openApp('/bulk-upload', { as: 'ada' });
    await user.click(await screen.findByRole('link', { name: 'Panel de Administración' }));
    await screen.findByRole('heading', { level: 1, name: 'Gestionar Usuarios' });
  });
});
