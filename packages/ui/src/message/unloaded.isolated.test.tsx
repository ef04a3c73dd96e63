import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PosterCard, type CardActionsProps } from '../browse/poster-card.tsx';
import { Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { notify, Toasts } from './toasts.tsx';
import { unloadedSentence } from './unloaded-sentence.ts';

/** Simulates that the code of dialogs, menus and toasts cannot be loaded: every dynamic import of it fails. */
const refuse = vi.hoisted(() => () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./toast-panel.tsx', refuse);
vi.mock('./dialog-panel.tsx', refuse);
vi.mock('./menu-panel.tsx', refuse);

it('a toast whose code fails to load is shown without styling, and the page stays usable', async () => {
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

it('a dialog whose code fails to load becomes a notice that can be closed', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(<Dialog open onOpenChange={onOpenChange} title="Contenido Premium" />);
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

it('a menu whose code fails to load becomes a notice, beside its button', async () => {
  render(
    <Menu label="Menú" trigger={<button type="button">V</button>} items={[{ key: 'a', label: 'Uno' }]} />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Menú' }));
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Menú' }).ariaExpanded).toBe('false');
});

function Actions({ children }: CardActionsProps) {
  return children?.([{ key: 'a', label: 'Uno', icon: null, onSelect: () => undefined }]);
}

it('a card’s menu whose code fails to load shows an error, and loads again on the next key', async () => {
  const user = userEvent.setup();
  render(
    <>
      <PosterCard
        text={{ title: 'La hora azul' }}
        actions={<Actions />}
        render={<a href="#/">{'La hora azul'}</a>}
      />
      <Toasts />
    </>,
  );
  const link = screen.getByRole('link');
  link.focus();
  const said = () => screen.queryAllByText(unloadedSentence).length;
  for (const times of [1, 2]) {
    await user.keyboard('{ContextMenu}');
    await waitFor(() => expect(said()).toBe(times));
    expect(document.activeElement).toBe(link);
  }
});
