import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { notify, Toasts } from './toasts.tsx';

/** As the browser tells of code that does not come. */
const refuse = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./toast-panel.tsx', refuse);
vi.mock('./dialog-panel.tsx', refuse);
vi.mock('./menu-panel.tsx', refuse);

it('a toast is said plainly, and the page stays', async () => {
  render(
    <>
      <h1>Inicio</h1>
      <Toasts />
    </>,
  );
  notify.error('No se pudo añadir La hora azul a Mi lista.');
  expect((await screen.findByRole('alert')).textContent).toBe('No se pudo añadir La hora azul a Mi lista.');
  expect(screen.getByRole('heading', { name: 'Inicio' })).toBeTruthy();
});

it('a dialog becomes a notice that can be closed', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(<Dialog open onOpenChange={onOpenChange} title="Contenido Premium" />);
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

it('a menu becomes a notice, beside its button', async () => {
  render(
    <Menu label="Menú" trigger={<button type="button">V</button>} items={[{ key: 'a', label: 'Uno' }]} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Menú' }));
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Menú' }).ariaExpanded).toBe('false');
});
