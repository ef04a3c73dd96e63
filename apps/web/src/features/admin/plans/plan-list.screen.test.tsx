import { makeFakeChannel } from '@butaca/testing';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../../../../test/open-app.tsx';

const open = (prepare?: Parameters<typeof openApp>[1]) =>
  openApp('/admin?tab=plans', { as: 'ada', ...prepare });
const field = (plan: string) =>
  screen.findByRole<HTMLInputElement>('spinbutton', { name: `Reproducciones a la vez de ${plan}` });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' });

describe('«Planes»', () => {
  it('shows the limits of each plan, and saves only the changed ones', async () => {
    const { user, server } = await open();
    expect((await field('Premium')).value).toBe('4');
    expect(save().disabled).toBe(true);
    fireEvent.change(await field('Sports'), { target: { value: '5' } });
    await user.click(save());
    await screen.findByText('Planes actualizados.');
    expect(server.memory.planStreams).toEqual({
      gplay: 1,
      estandar: 2,
      cinefilo: 2,
      sports: 5,
      premium: 4,
    });
    expect(server.seen.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      plans: [{ key: 'sports', maxStreams: 5 }],
    });
    expect(save().disabled).toBe(true);
  });

  it('shows how many users have each plan, and links to them', async () => {
    const { user, path } = await open({
      prepare: ({ memory }) => {
        for (const username of ['una', 'otra']) {
          memory.accounts.set(username, {
            username,
            password: 'x',
            role: 'user',
            plan: 'cinefilo',
            isActive: false,
          });
        }
      },
    });
    await field('Cinéfilo');
    await user.click(screen.getByRole('link', { name: '2 usuarios de Cinéfilo' }));
    await screen.findByRole('list', { name: 'Usuarios' });
    expect(path()).toBe('/admin?tab=manage_users&plan=cinefilo');
    screen.getByText('Mostrando 2 de 2 usuarios');
  });

  it('shows what each plan opens, and which is not offered', async () => {
    await open({
      prepare: ({ memory }) => {
        memory.channels = [
          makeFakeChannel({ name: 'Uno', requiresPlan: ['premium'] }),
          makeFakeChannel({ name: 'Dos' }),
        ];
        memory.videos = [];
        memory.planOffers.estandar.isHidden = true;
      },
    });
    await screen.findByText('Incluye TV en Vivo (1 de 2)');
    screen.getByText('Incluye TV en Vivo (2)');
    expect(screen.getAllByText(/^Todavía no incluye nada/)).toHaveLength(3);
    screen.getByText('Todavía no incluye nada · No se ofrece');
  });

  it('sets names, prices, order, devices and which plans are offered, all at once', async () => {
    const { user, server } = await open();
    await user.type(await screen.findByRole('textbox', { name: 'Nombre de Premium' }), 'Todo incluido');
    await user.type(screen.getByRole('textbox', { name: 'Precio de Premium' }), '9,99 € al mes');
    await user.click(screen.getByRole('checkbox', { name: 'Ofrecer Sports' }));
    await user.click(screen.getByRole('button', { name: 'Subir Premium' }));
    fireEvent.change(await field('GPlay'), { target: { value: '2' } });
    await user.click(save());
    await screen.findByText('Planes actualizados.');
    expect(server.memory.planOffers).toMatchObject({
      premium: { name: 'Todo incluido', price: '9,99 € al mes', position: 3 },
      sports: { isHidden: true, position: 4 },
      gplay: { position: 0, isHidden: false },
    });
    expect(server.memory.planStreams.gplay).toBe(2);
    const plans = within(within(screen.getByRole('main')).getByRole('list', { name: 'Planes' }));
    const names = plans.getAllByRole('heading').map(({ textContent }) => textContent);
    expect(names).toEqual(['GPlay', 'Estándar', 'Cinéfilo', 'Premium', 'Sports']);
  });

  it('leaves the focus on the button that has moved a plan to the top', async () => {
    const { user } = await open();
    const up = await screen.findByRole<HTMLButtonElement>('button', { name: 'Subir Estándar' });
    await user.click(up);
    expect([up.getAttribute('aria-disabled'), up.disabled]).toEqual(['true', false]);
    expect(document.activeElement).toBe(up);
    await user.click(up);
    const plans = within(within(screen.getByRole('main')).getByRole('list', { name: 'Planes' }));
    expect(plans.getAllByRole('heading')[0]?.textContent).toBe('Estándar');
  });

  it('says which plans are alike', async () => {
    await open({
      prepare: ({ memory }) => {
        memory.channels = [makeFakeChannel({ name: 'Uno' })];
        memory.videos = [];
      },
    });
    const notice = within(
      await screen.findByText(/^Planes iguales$/).then(({ parentElement }) => parentElement!),
    );
    notice.getByText(
      /GPlay, Estándar y Cinéfilo no abren nada del catálogo\. Sports y Premium abren lo mismo\./,
    );
    screen.getByText('Incluye lo mismo que Sports');
  });

  it('sends nothing when a value is out of bounds', async () => {
    const { user, calls } = await open();
    fireEvent.change(await field('GPlay'), { target: { value: '21' } });
    await user.click(save());
    expect((await field('GPlay')).validity.rangeOverflow).toBe(true);
    expect(calls().filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('shows why saving failed, and keeps the typed values', async () => {
    const { user, server } = await open();
    fireEvent.change(await field('GPlay'), { target: { value: '3' } });
    server.dropNext('PUT /api/admin/plans');
    await user.click(save());
    await screen.findByText('Error al actualizar los planes.');
    expect((await field('GPlay')).value).toBe('3');
  });

  it('shows a loading state, then its error sentence, and loads again on retry', async () => {
    const { user } = await open({
      prepare: (server) => {
        for (let attempt = 0; attempt < 3; attempt += 1) server.dropNext('GET /api/admin/plans');
      },
    });
    await screen.findByText('Cargando planes...', { selector: 'output' });
    await screen.findByRole('heading', { name: 'Fallo al cargar los planes.' });
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await field('GPlay');
  });
});
