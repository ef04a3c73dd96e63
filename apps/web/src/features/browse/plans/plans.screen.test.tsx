import { planKeys } from '@butaca/contract';
import { makeFakeChannel } from '@butaca/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

afterEach(() => vi.useRealTimers());

const card = async (name: string) => within(await screen.findByRole('listitem', { name }));

describe('«Planes»', () => {
  it('shows what each plan opens, the operator’s name and price, and the person’s own plan', async () => {
    await openApp('/planes', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        Object.assign(memory.planOffers.premium, { name: 'Todo incluido', price: '9,99 € al mes' });
      },
    });
    (await card('GPlay')).getByText('Tu plan');
    const premium = await card('Todo incluido');
    premium.getByText('9,99 € al mes');
    premium.getByText('Plan Premium');
    premium.getByText('4 dispositivos a la vez');
    expect(within(await screen.findByRole('listitem', { name: 'GPlay' })).queryByRole('button')).toBeNull();
  });

  it.each([
    ['valentina', 'Premium', 'Tu plan, Premium, lo abre todo.'],
    ['gerardo', 'GPlay', 'Tu plan, GPlay, lo abre todo.'],
  ])('shows %s one card where all plans open everything', async (as, plan, intro) => {
    await openApp('/planes', {
      as,
      prepare: ({ memory }) => {
        memory.channels = [makeFakeChannel({ name: 'Uno', requiresPlan: [...planKeys] })];
        memory.videos = [];
      },
    });
    await screen.findByText(intro);
    expect(within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })).toHaveLength(1);
    (await card(plan)).getByText('Tu plan');
  });

  it('shows no card of a plan that opens nothing, but the person’s own', async () => {
    await openApp('/planes', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.channels = [makeFakeChannel({ name: 'Uno', requiresPlan: ['sports', 'premium'] })];
        memory.videos = [];
      },
    });
    await card('GPlay');
    const names = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
    expect(names.map(({ textContent }) => textContent)).toEqual(['GPlay', 'Sports']);
  });

  it('asks for a plan, shows that it is asked for, says so at a second press, and withdraws', async () => {
    const { user, server } = await openApp('/planes', { as: 'gerardo' });
    await user.click(await screen.findByRole('button', { name: 'Pedir este plan: Premium' }));
    await screen.findByText('Plan pedido. Lo tendrás en cuanto un administrador acepte tu petición.');
    await (await card('Premium')).findByText('Pedido');
    expect(server.memory.planRequests).toMatchObject([{ userId: 'gerardo', plan: 'premium', state: 'open' }]);
    await user.click(screen.getByRole('button', { name: 'Pedir este plan: Sports' }));
    await screen.findByText('Ya pediste un plan. Espera la respuesta o retira tu petición para pedir otro.');
    await user.click((await card('Premium')).getByRole('button', { name: 'Retirar petición' }));
    await screen.findByText('Petición retirada.');
    await screen.findByRole('button', { name: 'Pedir este plan: Premium' });
  });

  it('says that a request was rejected', async () => {
    await openApp('/planes', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        memory.planRequests.push({
          _id: 'peticion-1',
          userId: 'gerardo',
          plan: 'premium',
          planBefore: null,
          state: 'rejected',
          createdAt: new Date().toISOString(),
          decidedAt: new Date().toISOString(),
          decidedBy: 'ada',
        });
      },
    });
    await screen.findByText('El administrador no aceptó tu petición de Premium. Puedes pedir otro plan.');
  });

  it('takes over a plan that was granted since the person signed in', async () => {
    await openApp('/planes', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        const account = memory.accounts.get('gerardo');
        if (account !== undefined) account.plan = 'premium';
      },
    });
    (await card('Premium')).getByText('Tu plan');
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ plan: 'premium' }),
    );
  });

  it.each([
    ['within a quarter of a minute', () => vi.advanceTimersByTime(15_000)],
    ['when the person comes back to the window', () => dispatchEvent(new Event('visibilitychange'))],
  ])('shows that a waiting request was granted %s', async (_when, pass) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    const { user, server } = await openApp('/planes', { as: 'gerardo' });
    await user.click(await screen.findByRole('button', { name: 'Pedir este plan: Premium' }));
    await (await card('Premium')).findByText('Pedido');
    const { accounts, planRequests } = server.memory;
    Object.assign(planRequests[0] ?? {}, { state: 'granted' });
    Object.assign(accounts.get('gerardo') ?? {}, { plan: 'premium' });
    act(() => void pass());
    await (await card('Premium')).findByText('Tu plan');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ plan: 'premium' });
  });

  it('asks for news only while a request is waiting', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    const { calls, go } = await openApp('/planes', { as: 'gerardo' });
    await card('Premium');
    act(() => void vi.advanceTimersByTime(60_000));
    // Whatever was asked is answered before this later call.
    await go('/novelas');
    await screen.findByRole('link', { name: /^Café con leche/ });
    expect(calls().filter((call) => call === 'GET /api/plans')).toHaveLength(1);
  });

  it('offers administrators the settings instead of requests', async () => {
    await openApp('/planes', { as: 'ada' });
    await card('Premium');
    expect(screen.queryByRole('button', { name: /Pedir este plan/ })).toBeNull();
    screen.getByRole('link', { name: 'Cambiar nombres, precios y orden' });
  });

  it('says that no plan is offered, and shows a failure with a way to try again', async () => {
    await openApp('/planes', { as: 'vacio' });
    await screen.findByRole('heading', { name: 'No hay planes para mostrar.' });
    const { user } = await openApp('/planes', {
      as: 'gerardo',
      prepare: (server) => server.failNext('GET /api/plans', 'server.unexpected'),
    });
    await screen.findByRole('heading', { name: 'No se pudieron cargar los planes.' });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await card('Premium');
  });
});

describe('the way to the page of plans', () => {
  it('is in the dialog about a missing plan', async () => {
    const { user, path } = await openApp('/watch/movie/solo-para-premium', { as: 'gerardo' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Contenido Premium' }));
    await user.click(dialog.getByRole('link', { name: 'Ver planes' }));
    await screen.findByRole('heading', { level: 1, name: 'Planes' });
    expect(path()).toBe('/planes');
  });

  it('is on a page where the plan opens nothing', async () => {
    const { user } = await openApp('/live-tv', {
      as: 'gerardo',
      prepare: ({ memory }) => {
        for (const channel of memory.channels) channel.requiresPlan = ['premium'];
      },
    });
    const denial = within(await screen.findByRole('alert'));
    expect(screen.queryByText('Tu plan GPlay no incluye nada de esta página.')).toBeNull();
    await user.click(denial.getByRole('button', { name: 'Cerrar' }));
    screen.getByText('Tu plan GPlay no incluye nada de esta página.');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Ver planes' }));
    await screen.findByRole('heading', { level: 1, name: 'Planes' });
  });

  it('is not shown where the plan opens something', async () => {
    await openApp('/live-tv', { as: 'valentina' });
    await screen.findByRole('link', { name: /^Cénit 24/ });
    expect(screen.queryByRole('link', { name: 'Ver planes' })).toBeNull();
  });
});
