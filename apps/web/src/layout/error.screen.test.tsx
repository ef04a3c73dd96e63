import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../test/open-app.tsx';
import { ErrorBoundary } from '../platform/navigation/error-boundary.tsx';
import { ErrorScreen } from './error.screen.tsx';

function Broken() {
  if (useLocation().pathname === '/') throw new Error('broken on purpose');
  return <p>Otra pantalla</p>;
}

function openBroken(): void {
  vi.spyOn(console, 'error').mockReturnValue();
  render(
    <MemoryRouter>
      <Link to="/otra">Otra</Link>
      <ErrorBoundary failure={<ErrorScreen />}>
        <Broken />
      </ErrorBoundary>
    </MemoryRouter>,
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the error screen', () => {
  it('asks to reload when a screen throws, and does not show the reason', async () => {
    openBroken();
    await screen.findByRole('heading', { level: 1, name: 'Oops! Algo salió mal' });
    screen.getByText(/^Recarga la página/);
    screen.getByRole('button', { name: 'Recargar página' });
    expect(screen.queryByText(/broken on purpose/)).toBeNull();
  });

  it('is gone once the person navigates elsewhere', async () => {
    openBroken();
    await userEvent.click(await screen.findByRole('link', { name: 'Otra' }));
    await screen.findByText('Otra pantalla');
    expect(screen.queryByRole('heading', { name: 'Oops! Algo salió mal' })).toBeNull();
  });

  it('clears the storage and opens the login with «Ir al login»', async () => {
    openBroken();
    localStorage.setItem('token', 'x');
    localStorage.setItem('useTrial:1', 'true');
    await userEvent.click(await screen.findByRole('button', { name: 'Ir al login' }));
    expect(localStorage).toHaveLength(0);
    expect(location.hash).toBe('#/login');
  });

  it('has the default title when the layout of all screens throws', () => {
    render(<ErrorScreen isOfRouter />);
    screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' });
    screen.getByRole('button', { name: 'Ir al login' });
  });

  it('has a page in Spanish for an unknown address, with a link home', async () => {
    const { user, path } = await openApp('/no-existe', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'Esta página no existe.' });
    expect(document.title).toBe('Esta página no existe · Butaca');
    await user.click(screen.getByRole('link', { name: 'Ir al inicio' }));
    await waitFor(() => expect(path()).toBe('/'));
    await screen.findByRole('region', { name: 'Canales en Vivo Destacados' });
  });
});
