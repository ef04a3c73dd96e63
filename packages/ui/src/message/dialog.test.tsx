import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentProps } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Button } from '../action/button.tsx';
import { useArrowNavigation } from '../navigation/use-arrow-navigation.ts';
import { ConfirmDialog, Dialog } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { notify, Toasts } from './toasts.tsx';

/** A plain link, with which the test replaces the link component of the application's router. */
function Link({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>;
}

function Asking({ onConfirm, pending = false }: { onConfirm: () => void; pending?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Eliminar
      </button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="¿Eliminar «Musa»?"
        confirmLabel="Eliminar canal"
        onConfirm={onConfirm}
        pending={pending}
      >
        Se borra el canal de todas las listas.
      </ConfirmDialog>
    </>
  );
}

it('a confirmation names its question, focuses «cancel» first and restores the focus', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn<() => void>();
  render(<Asking onConfirm={onConfirm} />);
  await user.click(screen.getByRole('button', { name: 'Eliminar' }));
  const dialog = await screen.findByRole('alertdialog', { name: '¿Eliminar «Musa»?' });
  expect(dialog.textContent).toContain('Se borra el canal de todas las listas.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancelar'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Eliminar');
  expect(onConfirm).not.toHaveBeenCalled();
});

it('a confirmation confirms once, and cannot be closed while the operation runs', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn<() => void>();
  const { rerender } = render(<Asking onConfirm={onConfirm} />);
  await user.click(screen.getByRole('button', { name: 'Eliminar' }));
  await user.click(await screen.findByRole('button', { name: 'Eliminar canal' }));
  rerender(<Asking onConfirm={onConfirm} pending />);
  await user.click(screen.getByRole('button', { name: 'Eliminar canal' }));
  await user.keyboard('{Escape}');
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('a dialog closes with its close button', async () => {
  const user = userEvent.setup();
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(<Dialog open onOpenChange={onOpenChange} title="Contenido Premium" />);
  await user.click(await screen.findByRole('button', { name: 'Cerrar' }));
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});

it('a dialog focuses its first field, or without one its primary action', async () => {
  const actions = (
    <>
      <Button>Cancelar</Button>
      <Button variant="primary">Agregar</Button>
    </>
  );
  const { rerender } = render(
    <Dialog open onOpenChange={() => undefined} title="Agregar" actions={actions}>
      <input aria-label="Nombre" />
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Nombre'));
  rerender(<Dialog key="other" open onOpenChange={() => undefined} title="Agregar" actions={actions} />);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Agregar'));
});

it('a dialog can be navigated with the arrows, which never leave it', async () => {
  const user = userEvent.setup();
  const tops: Record<string, number> = { Colección: 0, Agregar: 100, Detrás: 200 };
  const rects = vi
    .spyOn(Element.prototype, 'getClientRects')
    .mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: Element,
  ) {
    const y = tops[this.getAttribute('aria-label') ?? this.textContent ?? ''] ?? -100;
    return DOMRect.fromRect({ y, width: 100, height: 40 });
  });
  function Page() {
    return (
      <div {...useArrowNavigation()}>
        <button type="button">Detrás</button>
        <Dialog open onOpenChange={() => undefined} title="T" actions={<Button>Agregar</Button>}>
          <select aria-label="Colección">
            <option>Una</option>
            <option>Otra</option>
          </select>
        </Dialog>
      </div>
    );
  }
  render(<Page />);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Colección'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Agregar');
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Colección');
  rects.mockRestore();
  boxes.mockRestore();
});

it('a dialog opens the list of a select field with Enter, where the browser supports it', async () => {
  const user = userEvent.setup();
  const showPicker = vi.fn<() => void>();
  Object.assign(HTMLSelectElement.prototype, { showPicker });
  render(
    <Dialog open onOpenChange={() => undefined} title="Agregar">
      <select aria-label="Colección">
        <option>Una</option>
      </select>
      <input aria-label="Nombre" />
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Colección'));
  await user.keyboard('{Enter}');
  expect(showPicker).toHaveBeenCalledTimes(1);
  await user.tab();
  await user.keyboard('{Enter}');
  Reflect.deleteProperty(HTMLSelectElement.prototype, 'showPicker');
  screen.getByLabelText('Colección').focus();
  await user.keyboard('{Enter}');
  expect(showPicker).toHaveBeenCalledTimes(1);
});

it('a menu opens with ↓, and marks the chosen alternative', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn<(key: string) => void>();
  const entry = (key: string, checked: boolean) => ({
    key,
    label: key,
    checked,
    onSelect: () => onSelect(key),
  });
  render(
    <Menu
      label="Calidad"
      trigger={<button type="button">C</button>}
      items={[entry('1080p', true), entry('720p', false), { key: 'x', label: 'Quitar', tone: 'danger' }]}
    />,
  );
  screen.getByRole('button', { name: 'Calidad' }).focus();
  await user.keyboard('{ArrowUp}');
  expect(screen.queryByRole('menu')).toBeNull();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('menu');
  const checked = screen.getAllByRole('menuitemcheckbox').map((item) => item.getAttribute('aria-checked'));
  expect(checked).toEqual(['true', 'false']);
  await user.click(screen.getByRole('menuitemcheckbox', { name: '720p' }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('720p');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('a menu opens, chooses by keyboard and returns the focus to its button', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn<() => void>();
  render(
    <Menu
      label="Menú de valentina"
      trigger={<button type="button">V</button>}
      head="Plan Cinéfilo"
      items={[
        { key: 'home', label: 'Inicio', render: <Link href="#/" /> },
        { key: 'out', label: 'Cerrar Sesión', onSelect },
      ]}
    />,
  );
  const button = screen.getByRole('button', { name: 'Menú de valentina' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  await screen.findByRole('menu', { name: 'Menú de valentina' });
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('menuitem', { name: 'Inicio' }).getAttribute('href')).toBe('#/');
  await user.click(screen.getByRole('menuitem', { name: 'Cerrar Sesión' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('a menu closes with a second click on its button and with Escape', async () => {
  const user = userEvent.setup();
  render(
    <Menu label="Menú" trigger={<button type="button">V</button>} items={[{ key: 'a', label: 'Uno' }]} />,
  );
  const button = screen.getByRole('button', { name: 'Menú' });
  await user.click(button);
  await screen.findByRole('menu');
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user.click(button);
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('a toast that was requested before its code was loaded is shown', async () => {
  render(<Toasts />);
  notify.ok('Usuario activado.');
  expect(await screen.findByText('Usuario activado.')).toBeTruthy();
});

it('a toast with a button disappears after five seconds, but waits while the pointer is on it', async () => {
  const { showToast, ToastPanel } = await import('./toast-panel.tsx');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const user = userEvent.setup({ delay: null });
  render(<ToastPanel />);
  showToast('ok', 'Usuario desactivado.', { label: 'Deshacer', onAct: () => undefined });
  await user.hover(await screen.findByText('Usuario desactivado.'));
  await pass(60_000);
  await user.unhover(screen.getByText('Usuario desactivado.'));
  await pass(2_000);
  screen.getByText('Usuario desactivado.');
  await pass(3_500);
  expect(screen.queryByText('Usuario desactivado.')).toBeNull();
});
