import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { OneTimeSecret } from './one-time-secret.tsx';

it('the copy button copies the one-time password, and announces that to screen readers too', async () => {
  const user = userEvent.setup();
  render(<OneTimeSecret username="ana" secret="abcd-efgh" />);
  await user.click(screen.getByRole('button', { name: 'Copiar' }));
  await screen.findByRole('button', { name: 'Copiada' });
  expect(screen.getByText('Contraseña copiada.').getAttribute('role')).toBe('status');
  expect(await navigator.clipboard.readText()).toBe('abcd-efgh');
});

it('the copy button explains how to copy by hand when the clipboard is denied', async () => {
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no'));
  render(<OneTimeSecret username="ana" secret="abcd-efgh" />);
  await user.click(screen.getByRole('button', { name: 'Copiar' }));
  await screen.findByText('El navegador no permite copiar aquí: selecciónala y cópiala a mano.');
  expect(screen.getByText('abcd-efgh').tagName).toBe('CODE');
  expect(screen.getByRole('button', { name: 'Copiar' })).not.toBeNull();
  write.mockRestore();
});
