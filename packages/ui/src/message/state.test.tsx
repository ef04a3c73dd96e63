import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Notice } from './notice.tsx';
import { DeniedState, EmptyState, ErrorState } from './state.tsx';

it.each([1, 2, 3] as const)('a state message has a heading of level %d', (headingLevel) => {
  render(<DeniedState title="Acceso denegado" headingLevel={headingLevel} />);
  expect(screen.getByRole('heading', { level: headingLevel, name: 'Acceso denegado' })).toBeTruthy();
});

it('a state message shows a reason and an action', () => {
  render(
    <ErrorState
      title="No se pudo cargar."
      reason="Sin conexión."
      action={<button type="button">Otra vez</button>}
    />,
  );
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('No se pudo cargar.Sin conexión.Otra vez');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('No se pudo cargar.');
});

it('a state message is announced at once only after a failure', () => {
  const { container } = render(
    <>
      <EmptyState title="No hay canales." />
      <DeniedState title="Sin permiso." />
    </>,
  );
  expect(screen.queryByRole('alert')).toBeNull();
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toBe('No hay canales.');
});

it.each([
  ['danger', 'alert'],
  ['warn', 'alert'],
  ['info', 'status'],
  ['ok', 'status'],
] as const)('a notice of %s is announced as %s', (tone, role) => {
  render(
    <Notice tone={tone} title="Atención">
      Queda poco espacio.
    </Notice>,
  );
  expect(screen.getByRole(role).textContent).toBe('AtenciónQueda poco espacio.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('a notice has a close button only when it gets a close handler', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  render(
    <Notice tone="info" onClose={onClose} closeLabel="Ocultar aviso">
      Hola
    </Notice>,
  );
  await user.click(screen.getByRole('button', { name: 'Ocultar aviso' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
