import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

describe('the page with a text of the operator', () => {
  it('is readable for visitors, one paragraph for each block of lines', async () => {
    await openApp('/privacidad');
    await screen.findByRole('heading', { level: 1, name: 'Privacidad' });
    const first = await screen.findByText('Guardamos tu usuario y lo que ves.');
    expect(first.tagName).toBe('P');
    screen.getByText('Nada sale de este servidor.');
    expect(document.title).toBe('Privacidad · Butaca');
  });

  it('shows text as text, never as markup', async () => {
    await openApp('/soporte', {
      prepare: ({ memory }) => {
        memory.settings.footer.soporte = { address: '', text: '<img src=x onerror=alert(1)> Llámanos.' };
      },
    });
    await screen.findByText('<img src=x onerror=alert(1)> Llámanos.');
  });

  it('says that there is no text, with a way out', async () => {
    const { user, path } = await openApp('/terminos', { as: 'valentina' });
    await screen.findByRole('heading', { name: 'Esta página no tiene texto todavía.' });
    await user.click(screen.getByRole('link', { name: 'Ir al inicio' }));
    expect(path()).toBe('/');
  });

  it('can be loaded again after a failure', async () => {
    const { user } = await openApp('/privacidad', {
      prepare: (server) => server.failNext('GET /api/footer-links/:key', 'server.unexpected'),
    });
    await screen.findByRole('heading', { name: 'No se pudo cargar el texto.' });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Nada sale de este servidor.');
  });
});
