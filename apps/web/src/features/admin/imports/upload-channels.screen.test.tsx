import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp, testDevice, type OpenedApp } from '../../../../test/open-app.tsx';

const tab = '/admin?tab=m3u_to_channels';
const upload = 'POST /api/channels/admin/process-m3u' as const;
const entry = (name: string) => `#EXTINF:-1 group-title="Mundo",${name}\nhttps://e.example/${name}\n`;
const playlist = (text: string, name = 'lista.m3u') => new File([`#EXTM3U\n${text}`], name);

const field = () => screen.findByLabelText<HTMLInputElement>('Lista de canales');
const submit = () => screen.findByRole('button', { name: 'Subir lista' });

async function send({ user }: OpenedApp, file: File): Promise<void> {
  await user.upload(await field(), file);
  await user.click(await submit());
}

afterEach(() => {
  vi.useRealTimers();
});

describe('«Subir M3U Canales»', () => {
  it('accepts the file extensions of channel lists', async () => {
    await openApp(tab, { as: 'ada' });
    expect((await field()).accept).toBe('.m3u,.m3u8,.gz,.zip,.w3u,.json,.xspf,.pls,.tv');
  });

  it('asks for a file when none is chosen, and sends nothing', async () => {
    const { user, calls } = await openApp(tab, { as: 'ada' });
    await field();
    await user.click(await submit());
    await screen.findByText('Por favor, selecciona un archivo M3U.');
    expect(calls()).not.toContain(upload);
  });

  it('says that it is uploading, disables its fields meanwhile and sends the file once', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const { release } = app.server.holdNext(upload);
    await send(app, playlist(entry('Uno')));
    await screen.findByRole('progressbar', { name: 'Subiendo...' });
    await app.user.click(screen.getByRole('button', { name: 'Procesando...' }));
    expect((await field()).disabled).toBe(true);
    release();
    await screen.findByText('Lista procesada: 1 añadidos.');
    expect(app.calls().filter((call) => call === upload)).toHaveLength(1);
  });

  it('authorises the upload like every call', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await send(app, playlist(entry('Uno')));
    await screen.findByText('Lista procesada: 1 añadidos.');
    const sent = app.server.seen.find(({ call }) => call === upload);
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'x-device-id': testDevice,
    });
  });

  it('shows the counts of the result, and lists the skipped lines', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await send(app, playlist(`${entry('Uno')}${entry('Dos')}${entry('Uno')}#EXTINF:-1,Roto\n`));
    const result = within(await screen.findByRole('region', { name: 'Resultado de la importación' }));
    const counts = result.getAllByRole('definition').map(({ textContent }) => textContent);
    const terms = result.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Entradas', 'Añadidos', 'Actualizados', 'Duplicados', 'Omitidos']);
    expect(counts).toEqual(['4', '2', '0', '1', '1']);
    const [, skipped] = within(result.getByRole('table', { name: 'Líneas omitidas' })).getAllByRole('row');
    expect(skipped?.textContent).toBe('8La entrada no tiene dirección.');
  });

  it('links from the result to the channels, which include the new ones', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await send(app, playlist(entry('Uno')));
    await app.user.click(await screen.findByRole('link', { name: 'Ver canales' }));
    await screen.findByRole('button', { name: 'Eliminar Uno' });
  });

  it.each([
    ['an empty list', playlist(''), 'La lista no contiene ningún canal. No se ha cambiado nada.'],
    [
      'a web page',
      new File(['<!doctype html><html></html>'], 'lista.m3u'),
      'El archivo es una página web, no una lista. Descárgala de nuevo desde tu proveedor: suele ocurrir cuando la cuenta ha caducado.',
    ],
    [
      'a list while another is being imported',
      playlist(entry('Uno'), 'ocupada.m3u'),
      'Ya hay una importación en curso. Espera a que termine y vuelve a intentarlo.',
    ],
  ])('shows the server’s sentence about %s', async (_what, file, sentence) => {
    const app = await openApp(tab, { as: 'ada' });
    await send(app, file);
    await screen.findByText(sentence);
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('region', { name: 'Resultado de la importación' })).toBeNull();
    expect(app.path()).toBe(tab);
  });

  it('shows the server’s sentence about a dropped file with another extension', async () => {
    const app = await openApp(tab, { as: 'ada' });
    const dataTransfer = { files: [playlist(entry('Uno'), 'lista.txt')] };
    fireEvent.drop(await screen.findByText('Arrastra aquí tu lista o elígela'), { dataTransfer });
    await app.user.click(await submit());
    await screen.findByText(/^El archivo debe terminar en \.m3u o \.m3u8\. También valen/);
  });

  it('shows its own sentence when the connection breaks, keeps the file and can send it again', async () => {
    const app = await openApp(tab, { as: 'ada' });
    app.server.dropNext(upload);
    await send(app, playlist(entry('Uno')));
    await screen.findByText('Error al procesar el archivo M3U.');
    screen.getByText('lista.m3u');
    await app.user.click(await submit());
    await screen.findByText('Lista procesada: 1 añadidos.');
  });

  it('ends the session when the server reports it ended', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await submit();
    const isAsked = () => app.calls().some((call) => call.startsWith('GET /api/admin/imports?'));
    await waitFor(() => expect(isAsked()).toBe(true));
    app.server.memory.sessions.clear();
    await send(app, playlist(entry('Uno')));
    await screen.findByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.');
    expect(app.path()).toBe('/login?session_expired=true');
  });

  it('previews a list first, and imports it once it is published', async () => {
    const app = await openApp(tab, { as: 'ada' });
    await app.user.upload(await field(), playlist(`${entry('Uno')}${entry('Dos')}`));
    await app.user.click(screen.getByRole('button', { name: 'Vista previa' }));
    const preview = within(await screen.findByRole('region', { name: 'Vista previa de lista.m3u' }));
    preview.getByText('Vista previa de «lista.m3u»: todavía no ha cambiado nada.');
    expect(app.server.memory.imports[0]?.kind).toBe('channels');
    await app.user.click(preview.getByRole('button', { name: 'Publicar' }));
    await screen.findByRole('region', { name: 'Resultado de la importación' });
    expect(app.server.memory.imports[0]?.status).toBe('done');
  });

  it('clears its message after five seconds', async () => {
    await openApp(tab, { as: 'ada' });
    const button = await submit();
    vi.useFakeTimers();
    fireEvent.click(button);
    const sentence = 'Por favor, selecciona un archivo M3U.';
    await vi.advanceTimersByTimeAsync(4_900);
    screen.getByText(sentence);
    await vi.advanceTimersByTimeAsync(200);
    vi.useRealTimers();
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });
});
