import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memoryPage } from '../../../test/memory-page.tsx';
import { openApp } from '../../../test/open-app.tsx';
import { sessionStore } from '../../platform/session/session-store.ts';
import { AdminScreen } from './admin.screen.tsx';
import { readTab } from './admin-tabs.ts';

const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Panel de Administración' })).getByRole('link', { name });

/** The labels of the tabs in a group of the menu. */
const labelsIn = (group: string) =>
  within(screen.getByRole('list', { name: group }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

describe('«Panel de Administración»', () => {
  it('redirects a person who is no administrator to the home page', async () => {
    const { path, calls } = await openApp('/admin', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'Canales en Vivo Destacados' });
    expect(path()).toBe('/');
    expect(calls().filter((call) => call.includes('admin'))).toEqual([]);
  });

  it('redirects a visitor to the login', async () => {
    const { path } = await openApp('/admin');
    await screen.findByRole('button', { name: 'Entrar' });
    expect(path()).toBe('/login');
  });

  it.each([
    ['of a visitor', undefined],
    ['of another role', { username: 'valentina', role: 'user', plan: 'premium' }],
  ])('shows an access refusal to a session %s, in every place that renders it', (_whose, user) => {
    localStorage.clear();
    if (user !== undefined) {
      localStorage.setItem('token', 'x');
      localStorage.setItem('user', JSON.stringify(user));
    }
    sessionStore.restore();
    render(<AdminScreen />, { wrapper: memoryPage('/').Page });
    screen.getByRole('heading', { name: 'Acceso denegado. Debes ser administrador.' });
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('opens the tab that the address names and marks it', async () => {
    await openApp('/admin?tab=manage_channels', { as: 'ada' });
    await screen.findByRole('heading', { level: 1, name: 'Todos los canales' });
    expect(document.title).toBe('Todos los canales · Panel de Administración · Butaca');
    expect(tab('Todos los canales').getAttribute('aria-current')).toBe('page');
    expect(tab('Subir M3U Canales').getAttribute('aria-current')).toBeNull();
  });

  it('groups the tabs in its menu, with the forms below their tab', async () => {
    await openApp('/admin', { as: 'ada' });
    await screen.findByRole('heading', { level: 1, name: 'Gestionar Usuarios' });
    const groups = ['Contenido', 'Personas', 'Planes', 'Proveedores e importaciones', 'Sistema'];
    expect(groups.map((name) => [name, ...labelsIn(name)])).toEqual([
      ['Contenido', 'Todos los VODs', 'Agregar/Editar VOD', 'Todos los canales', 'Agregar/Editar Canal'],
      ['Personas', 'Gestionar Usuarios'],
      ['Planes', 'Planes', 'Peticiones de plan'],
      [
        'Proveedores e importaciones',
        'Agregar lista',
        'Carga Masiva VOD',
        'Subir M3U Canales',
        'Proveedores',
        'Importaciones',
        'Migración',
      ],
      ['Sistema', 'Resumen', 'Ajustes', 'Registro', 'Copias de seguridad'],
    ]);
  });

  it('leads from all videos to those of one type by a strip, and the menu says where that belongs', async () => {
    const { user, path } = await openApp('/admin?tab=manage_vod', { as: 'ada' });
    const strip = within(await screen.findByRole('navigation', { name: 'Todos los VODs' }));
    await user.click(strip.getByRole('link', { name: 'Doramas' }));
    await screen.findByRole('heading', { level: 1, name: 'Doramas' });
    expect(path()).toBe('/admin?tab=manage_doramas');
    expect(strip.getByRole('link', { name: 'Doramas' }).getAttribute('aria-current')).toBe('page');
    expect(strip.getByRole('link', { name: 'Todos los VODs' }).getAttribute('aria-current')).toBeNull();
    expect(tab('Todos los VODs').getAttribute('aria-current')).toBe('true');
    await user.click(tab('Todos los canales'));
    await screen.findByRole('table', { name: 'Canales' });
    expect(screen.queryByRole('navigation', { name: 'Todos los VODs' })).toBeNull();
  });

  it.each([
    ['manage_users', 'Gestionar Usuarios'],
    ['add_vod', 'Agregar/Editar VOD'],
    ['manage_vod', 'Todos los VODs'],
    ['manage_movies', 'Películas'],
    ['manage_series', 'Series'],
    ['manage_animes', 'Animes'],
    ['manage_doramas', 'Doramas'],
    ['manage_novelas', 'Novelas'],
    ['manage_documentales', 'Documentales'],
    ['bulk_vod_upload', 'Carga Masiva VOD'],
    ['migration_panel', 'Migración'],
    ['manage_channels', 'Todos los canales'],
    ['m3u_to_channels', 'Subir M3U Canales'],
    ['add_channel', 'Agregar/Editar Canal'],
  ])('has the tab %s of the specification with its label', (key, label) => {
    expect(readTab(key)).toMatchObject({ key, label });
  });

  it('opens the menu of a narrow window by a button, and a chosen tab or Escape closes it', async () => {
    const { user } = await openApp('/admin', { as: 'ada' });
    const button = await screen.findByRole('button', { name: 'Menú Gestionar Usuarios' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    tab('Ajustes').focus();
    await user.keyboard('{Escape}');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await user.click(tab('Todos los canales'));
    await screen.findByRole('table', { name: 'Canales' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
    expect(button.textContent).toBe('Menú Todos los canales');
  });

  it.each(['', '?tab=no-existe'])('opens the users tab for the address /admin%s', async (query) => {
    await openApp(`/admin${query}`, { as: 'ada' });
    await screen.findByRole('heading', { level: 1, name: 'Gestionar Usuarios' });
    expect(document.title).toBe('Gestionar Usuarios · Panel de Administración · Butaca');
  });

  it('writes the tab into the address when it changes', async () => {
    const { user, path } = await openApp('/admin', { as: 'ada' });
    await screen.findByRole('heading', { level: 1, name: 'Gestionar Usuarios' });
    await user.click(tab('Todos los canales'));
    await screen.findByRole('table', { name: 'Canales' });
    expect(path()).toBe('/admin?tab=manage_channels');
  });

  it('signs a person out when the server no longer accepts them as an administrator', async () => {
    const { path } = await openApp('/admin?tab=manage_channels', {
      as: 'ada',
      prepare: ({ memory }) => {
        const ada = memory.accounts.get('ada');
        if (ada !== undefined) ada.role = 'user';
      },
    });
    await screen.findByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.');
    expect(path()).toBe('/login?session_expired=true');
    expect([localStorage.getItem('token'), localStorage.getItem('user')]).toEqual([null, null]);
  });
});

describe('the notice about the demo', () => {
  const notice = () => screen.findByText(/^12 canales, \d+ títulos y 7 cuentas son de demostración\.$/);

  it('says what will be removed, removes the demo once confirmed, and leads to the first list', async () => {
    const { user, server } = await openApp('/admin', { as: 'ada' });
    await notice();
    await user.click(screen.getByRole('button', { name: 'Eliminar demostración' }));
    const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar la demostración?' });
    within(dialog).getByText(/Se eliminarán 12 canales, \d+ títulos y 7 cuentas de demostración\./);
    expect(server.memory.isDemoPresent).toBe(true);
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar demostración' }));
    await screen.findByText('Se eliminó el catálogo de demostración.');
    await waitFor(() => expect(screen.queryByText('Catálogo de demostración')).toBeNull());
    await screen.findByRole('heading', { level: 1, name: 'Agregar lista' });
    await user.click(tab('Todos los canales'));
    await screen.findByText('No hay canales para mostrar.');
  });

  it('is on «Resumen» and «Gestionar Usuarios», and in the way of no other tab', async () => {
    const { user } = await openApp('/admin?tab=summary', { as: 'ada' });
    await notice();
    await user.click(tab('Todos los canales'));
    await screen.findByRole('table', { name: 'Canales' });
    expect(screen.queryByText('Catálogo de demostración')).toBeNull();
    await user.click(tab('Gestionar Usuarios'));
    await notice();
  });

  it('removes nothing when the person cancels', async () => {
    const { user, server, calls } = await openApp('/admin', { as: 'ada' });
    await notice();
    await user.click(screen.getByRole('button', { name: 'Eliminar demostración' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.memory.isDemoPresent).toBe(true);
    expect(calls()).not.toContain('DELETE /api/admin/demo');
  });

  it('shows why the demo could not be removed, and stays visible', async () => {
    const { user, server } = await openApp('/admin', { as: 'ada' });
    await notice();
    server.failNext('DELETE /api/admin/demo', 'server.unavailable');
    await user.click(screen.getByRole('button', { name: 'Eliminar demostración' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar demostración' }));
    await screen.findByText('El servicio no está disponible en este momento. Inténtalo en unos segundos.');
    await notice();
  });

  it('is absent where there is no demo', async () => {
    const { calls } = await openApp('/admin', {
      as: 'ada',
      prepare: ({ memory }) => {
        memory.isDemoPresent = false;
      },
    });
    await waitFor(() => expect(calls()).toContain('GET /api/admin/demo'));
    await screen.findByRole('list', { name: 'Usuarios' });
    expect(screen.queryByText('Catálogo de demostración')).toBeNull();
  });
});
