import { makeFakeGuideMatch, type FakeServer } from '@butaca/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';
import { confirmedAtOnce } from './guide-matches.queries.ts';

const candidate = (guideId: string, name: string, score: number) => ({
  sourceId: 'g1',
  sourceName: 'Mi guía',
  guideId,
  names: [name],
  score,
});
const unsure = (name: string, number: number) =>
  makeFakeGuideMatch({
    channelId: `c-${name}`,
    name,
    number,
    section: 'Noticias',
    candidates: [
      candidate(`${name}.es`, `${name} España`, 0.88),
      candidate(`${name}.mx`, `${name} México`, 0.86),
    ],
  });

const openPage = (names: readonly string[], prepare?: (server: FakeServer) => void): Promise<OpenedApp> =>
  openApp('/admin?tab=guide_matches', {
    as: 'ada',
    prepare(server) {
      server.memory.guide.matches = names.map((name, index) => unsure(name, index + 1));
      prepare?.(server);
    },
  });
const opened = (name: string) => screen.findByRole('region', { name: `Guía de ${name}` });
const decisions = ({ server }: OpenedApp) =>
  server.memory.guide.matches.map(({ decision }) => decision && decision.guideId);

describe('«Por confirmar»', () => {
  it('decides with a key each, and says when all is done', async () => {
    const app = await openPage(['Uno', 'Dos', 'Tres']);
    const first = within(await opened('Uno'));
    expect(first.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1Uno EspañaEspaña · Uno.es · en «Mi guía»88 %',
      '2Uno MéxicoMéxico · Uno.mx · en «Mi guía»86 %',
      '0NingunaEste canal se queda sin guía.',
    ]);
    screen.getByText('1 de 3');
    await app.user.keyboard('2');
    await opened('Dos');
    screen.getByText(/: elegido «Uno México»/);
    await app.user.keyboard('n');
    await opened('Tres');
    screen.getByText('3 de 3');
    await app.user.keyboard('5');
    await opened('Tres');
    await app.user.keyboard('1');
    await screen.findByRole('heading', { name: 'Todo confirmado.' });
    screen.getByText(/2 canales tienen la guía que elegiste, y 1 canal se queda sin guía/);
    await waitFor(() => expect(decisions(app)).toEqual(['Uno.mx', null, 'Tres.es']));
    expect(app.server.memory.guide.matches[1]?.decision).not.toBeNull();
  });

  it('undoes one choice after the other', async () => {
    const app = await openPage(['Uno', 'Dos']);
    await opened('Uno');
    await app.user.keyboard('1');
    await app.user.keyboard('0');
    await screen.findByRole('heading', { name: 'Todo confirmado.' });
    await app.user.keyboard('z');
    await opened('Dos');
    await app.user.click(screen.getByRole('button', { name: /^Deshacer/ }));
    await opened('Uno');
    await waitFor(() =>
      expect(app.server.memory.guide.matches.map(({ decision }) => decision)).toEqual([null, null]),
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Deshacer/ }).disabled).toBe(true);
  });

  it('leads past channels with the arrows, and back to those that are left', async () => {
    const app = await openPage(['Uno', 'Dos']);
    await opened('Uno');
    await app.user.keyboard('{ArrowRight}');
    await opened('Dos');
    await app.user.click(screen.getByRole('button', { name: /^Dos España/ }));
    await screen.findByRole('heading', { name: 'Queda 1 canal por decidir.' });
    await app.user.keyboard('{ArrowLeft}');
    const again = within(await opened('Dos'));
    expect(again.getByRole('button', { name: /^Dos España/ }).getAttribute('aria-pressed')).toBe('true');
    await app.user.keyboard('{ArrowRight}');
    await app.user.click(screen.getByRole('button', { name: 'Volver a los que faltan' }));
    await opened('Uno');
  });

  it('ends when somebody else has decided the channels that the page has not loaded yet', async () => {
    const names = Array.from({ length: confirmedAtOnce + 1 }, (_, index) => `C${index + 1}`);
    const app = await openPage(names);
    await opened('C1');
    screen.getByText(`1 de ${names.length}`);
    for (let place = 0; place < confirmedAtOnce; place += 1)
      fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    app.server.memory.guide.matches.pop();
    await app.user.click(await screen.findByRole('button', { name: 'Seguir con los demás' }));
    await screen.findByRole('heading', { name: `Quedan ${confirmedAtOnce} canales por decidir.` });
  });

  it('opens a channel again whose choice the server has refused', async () => {
    const app = await openPage(['Uno', 'Dos'], (server) =>
      server.failNext('PUT /api/admin/guide/matches/:id', 'guide.channel_unknown'),
    );
    await opened('Uno');
    await app.user.keyboard('1');
    await screen.findByRole('button', { name: /^Uno España/, pressed: false });
    expect(decisions(app)).toEqual([null, null]);
  });

  it('searches all channels of the guides for one that is no candidate', async () => {
    const app = await openPage(['Uno', 'Dos'], ({ memory }) => {
      const { score: _score, ...found } = candidate('Otro.es', 'El canal de otros', 0);
      memory.guide.channels = [found];
    });
    await opened('Uno');
    await app.user.keyboard('b');
    const dialog = within(await screen.findByRole('dialog', { name: 'Guía de Uno' }));
    await dialog.findByRole('button', { name: 'Elegir Uno España' });
    const field = dialog.getByLabelText('Buscar en las guías');
    await app.user.clear(field);
    await app.user.type(field, 'OTROS canal');
    await app.user.click(await dialog.findByRole('button', { name: 'Elegir El canal de otros' }));
    await opened('Dos');
    await waitFor(() => expect(decisions(app)).toEqual(['Otro.es', null]));
  });

  it('says that nothing waits, and offers to load again what failed', async () => {
    const { user } = await openPage([], (server) => {
      for (let call = 0; call < 3; call += 1)
        server.failNext('GET /api/admin/guide/matches', 'server.unavailable');
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('heading', { name: 'No hay nada por confirmar.' });
  });
});

describe('«Guía de cada canal»', () => {
  it('shows from where each channel has its guide, and changes and restores that', async () => {
    const { score: _score, ...link } = candidate('Uno.es', 'Uno España', 1);
    const app = await openApp('/admin?tab=guide_channels', {
      as: 'ada',
      prepare({ memory }) {
        memory.guide.matches = [makeFakeGuideMatch({ channelId: 'c1', name: 'Uno', link })];
        memory.guide.channels = [link, { ...link, guideId: 'Uno.mx', names: ['Uno México'] }];
      },
    });
    const table = () => screen.findByRole('table', { name: 'Guía de cada canal' });
    expect((await table()).textContent).toContain('Uno EspañaEspaña · Uno.es · en «Mi guía»');
    await app.user.click(screen.getByRole('button', { name: 'Cambiar Uno' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Guía de Uno' }));
    expect(
      (await dialog.findByRole<HTMLButtonElement>('button', { name: 'Es la suya Uno España' })).disabled,
    ).toBe(true);
    await app.user.click(dialog.getByRole('button', { name: 'Elegir Uno México' }));
    await screen.findByText('Guía de «Uno»: Uno México.');
    await screen.findByRole('heading', { name: 'No hay canales para mostrar.' });
    await app.user.selectOptions(screen.getByLabelText('Mostrar'), 'Elegidos a mano');
    expect((await table()).textContent).toContain('Lo eligió ada');
    expect(app.path()).toBe('/admin?tab=guide_channels&estado=decided');
    await app.user.click(screen.getByRole('button', { name: 'Cambiar Uno' }));
    await app.user.click(await screen.findByRole('button', { name: 'Deshacer lo elegido' }));
    await screen.findByText('Guía de «Uno»: Uno España.');
    expect(app.server.memory.guide.matches[0]?.decision).toBeNull();
  });
});
