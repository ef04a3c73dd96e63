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

  const withoutTargets: NonNullable<Parameters<typeof openApp>[1]>['prepare'] = ({ memory }) => {
    for (const target of Object.values(memory.settings.footer))
      Object.assign(target, { address: '', text: '' });
  };

  it('says that there is no text, with a way out', async () => {
    const { user, path } = await openApp('/terminos', { as: 'valentina', prepare: withoutTargets });
    await screen.findByRole('heading', { name: 'Los términos de uso no están escritos todavía.' });
    screen.getByText('Los escribe quien lleva este servicio.');
    await user.click(screen.getByRole('link', { name: 'Ir al inicio' }));
    expect(path()).toBe('/');
  });

  it('tells an administrator where to write what is missing, and leads there', async () => {
    const { user, path } = await openApp('/soporte', { as: 'ada', prepare: withoutTargets });
    await screen.findByRole('heading', { name: 'No hay todavía una dirección de soporte.' });
    screen.getByText('Escribe el texto, o da la dirección de una página, en Ajustes, en «Pie de página».');
    await user.click(screen.getByRole('link', { name: 'Ir a Ajustes' }));
    await screen.findByRole('form', { name: 'Pie de página' });
    expect(path()).toBe('/admin?tab=settings');
  });

  it('leads to the operator’s address where there is one instead of a text', async () => {
    await openApp('/terminos');
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Abrir Términos' });
    expect(link.href).toBe('https://operador.example/terminos');
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
