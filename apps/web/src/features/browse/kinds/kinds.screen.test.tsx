import type { FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const card = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });

describe.each([
  {
    path: '/documentales',
    title: 'Documentales',
    tipo: 'documental',
    names: ['Oficios', 'El río que nos queda'],
    failed: 'Error al cargar los documentales',
    empty: 'No hay documentales disponibles.',
  },
  {
    path: '/doramas',
    title: 'Doramas',
    tipo: 'dorama',
    names: ['Dorama abierto', 'La heredera de Busan', 'Primavera en Seúl'],
    failed: 'Error al cargar los doramas',
    empty: 'No hay doramas disponibles.',
  },
  {
    path: '/novelas',
    title: 'Novelas',
    tipo: 'novela',
    names: ['Café con leche', 'Corazón de hacienda'],
    failed: 'Error al cargar las novelas',
    empty: 'No hay novelas disponibles.',
  },
])('«$title»', ({ path: address, title, tipo, names, failed, empty }) => {
  it('shows a loading state, then only titles of its kind, newest first', async () => {
    const { calls } = await openApp(address, { as: 'valentina' });
    await screen.findByText(`Cargando ${title.toLowerCase()}...`);
    const list = within(await screen.findByRole('list', { name: title }));
    const shown = (await list.findAllByRole('link')).map(
      (link) => link.getAttribute('aria-label')?.split(',')[0],
    );
    expect(shown).toEqual(names);
    expect(calls()).toContain(`GET /api/videos?tipo=${tipo}&page=1&limit=100`);
  });

  it('links to the watch page of a series', async () => {
    const { user, path } = await openApp(address, { as: 'valentina' });
    await user.click(await card(names[0] ?? ''));
    await waitFor(() => expect(path()).toMatch(/^\/watch\/serie\//));
  });

  it('lets the person choose the number of columns', async () => {
    const { user, path } = await openApp(`${address}?columnas=3`, { as: 'valentina' });
    await card(names[0] ?? '');
    await user.click(screen.getByRole('button', { name: 'Densidad de la cuadrícula: 3 columnas' }));
    expect(path()).toBe(`${address}?columnas=1`);
  });

  it('says that there are no titles', async () => {
    await openApp(address, { as: 'vacio' });
    await screen.findByRole('heading', { name: empty });
  });

  it('shows that loading failed, and loads again on retry', async () => {
    const prepare = (server: FakeServer) => {
      for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext('GET /api/videos');
    };
    const { user } = await openApp(address, { as: 'valentina', prepare });
    const alert = await screen.findByRole('alert');
    within(alert).getByText(failed);
    await user.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    await card(names[0] ?? '');
  });
});

describe('entering «Doramas»', () => {
  const denial = '🎬 Estimado cliente, debe tener un plan superior para acceder a esta sección.';
  const nothing = 'Tu plan GPlay no incluye nada de esta página.';
  const closeAll = ({ memory }: FakeServer) => {
    for (const video of memory.videos) if (video.tipo === 'dorama') video.requiresPlan = [];
  };

  it('is denied on a plan that opens no dorama, above their locked posters, and a way to the plans stays', async () => {
    const { user, path } = await openApp('/doramas', { as: 'gerardo', prepare: closeAll });
    const alert = within(await screen.findByRole('alert'));
    alert.getByText(denial);
    const list = within(screen.getByRole('list', { name: 'Doramas' }));
    expect(list.getAllByRole('link', { name: /Tu plan no lo incluye/ })).toHaveLength(3);
    expect(screen.queryByText(nothing)).toBeNull();
    await user.click(alert.getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByText(denial)).toBeNull();
    screen.getByText(nothing);
    await user.click(screen.getByRole('link', { name: 'Ver planes' }));
    await waitFor(() => expect(path()).toBe('/planes'));
  });

  it('is allowed on a plan that opens a dorama which names its plans itself', async () => {
    await openApp('/doramas', { as: 'gerardo' });
    expect((await card('Dorama abierto')).getAttribute('aria-label')).not.toMatch(/Tu plan no lo incluye/);
    await card('Primavera en Seúl');
    expect([denial, nothing].map((text) => screen.queryByText(text))).toEqual([null, null]);
  });

  it('is allowed as soon as any answer of the server names the plan that was granted', async () => {
    const { server, go } = await openApp('/doramas', { as: 'gerardo', prepare: closeAll });
    await screen.findByText(denial);
    const account = server.memory.accounts.get('gerardo');
    if (account === undefined) throw new Error('the fake server has lost gerardo');
    account.plan = 'estandar';
    await go('/novelas');
    await card('Café con leche');
    await go('/doramas');
    await waitFor(async () =>
      expect((await card('Primavera en Seúl')).getAttribute('aria-label')).not.toMatch(
        /Tu plan no lo incluye/,
      ),
    );
    expect([denial, nothing].map((text) => screen.queryByText(text))).toEqual([null, null]);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ plan: 'estandar' });
  });

  it('is allowed on the plan «Estándar»', async () => {
    const prepare = ({ memory }: FakeServer) => {
      const account = memory.accounts.get('gerardo');
      if (account === undefined) throw new Error('the fake server has lost gerardo');
      account.plan = 'estandar';
      localStorage.setItem('user', JSON.stringify({ username: 'gerardo', role: 'user', plan: 'estandar' }));
    };
    await openApp('/doramas', { as: 'gerardo', prepare });
    await card('Primavera en Seúl');
  });
});
