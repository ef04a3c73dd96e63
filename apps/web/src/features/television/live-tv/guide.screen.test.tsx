import { act, screen, waitFor, within } from '@testing-library/react';
import { makeFakeChannel, makeFakeProgramme, type FakeServer } from '@butaca/testing';
import { describe, expect, it, vi } from 'vitest';
import { addProgrammes } from '../../../../test/add-programmes.ts';
import { openApp } from '../../../../test/open-app.tsx';
import { queryClient } from '../../../platform/query-client.ts';
import { nowQuery } from '../../../shared/guide/guide.queries.ts';

/** Three channels with a guide, of which the third has a hole, and many without. */
function addGuide(server: FakeServer): void {
  addProgrammes(server, 'cenit-24', [
    ['Informativo', -30, 45, { categories: ['Noticias'], isLive: true }],
    ['El tiempo', 45, 60],
    ['Debate', 60, 180, { description: 'Cuatro voces y una mesa.' }],
  ]);
  addProgrammes(server, 'area-chica', [
    ['Liga', -10, 110, { categories: ['Deportes'] }],
    ['Mareas', 110, 150, { season: 1, episode: 1, subtitle: 'Marea alta' }],
    ['Mareas', 150, 190, { season: 1, episode: 2, subtitle: 'Marea baja' }],
  ]);
  addProgrammes(server, 'cine-plaza', [['El faro', 30, 150]]);
}
const open = async (prepare: (server: FakeServer) => void = addGuide) => {
  const app = await openApp('/live-tv', { as: 'valentina', prepare });
  await app.user.click(await screen.findByRole('button', { name: 'Guía' }));
  return app;
};
const cell = (name: string) => screen.findByRole('gridcell', { name: new RegExp(`^${name}`) });
const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0];

describe('«Guía» of «TV en Vivo»', () => {
  it('is not offered where no channel has a guide', async () => {
    await openApp('/live-tv', { as: 'valentina' });
    await screen.findByRole('link', { name: /^Musa/ });
    expect(screen.queryByRole('button', { name: 'Guía' })).toBeNull();
  });

  it('shows the channels with a guide and what is on, keeps itself in the address, and leads back to the tiles', async () => {
    const { user, path } = await open();
    // Just after midnight the programme has begun on the day before.
    await cell('Informativo, (?:Hoy|Ayer), .*, ahora');
    const grid = screen.getByRole('grid', { name: 'Guía de Todos' });
    expect(
      within(grid)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cénit 24', 'Área Chica', 'Cine Plaza']);
    expect(grid.getAttribute('aria-rowcount')).toBe('4');
    expect(path()).toBe('/live-tv?vista=guia');
    await user.click(screen.getByRole('button', { name: 'Canales' }));
    await screen.findByRole('link', { name: /^Musa/ });
    expect(path()).toBe('/live-tv');
  });

  it('moves by arrow keys through time and channels, and opens the sheet with Enter', async () => {
    const { user, path } = await open();
    (await cell('Informativo')).focus();
    await user.keyboard('{ArrowRight}');
    expect(focused()).toBe('El tiempo');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Liga');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('El faro');
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}');
    expect(focused()).toBe('Debate');
    await user.keyboard('{Enter}');
    const sheet = within(await screen.findByRole('dialog', { name: 'Debate' }));
    await sheet.findByText('Cuatro voces y una mesa.');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focused()).toBe('Debate'));
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
    await user.click(
      await within(await screen.findByRole('dialog', { name: 'Informativo' })).findByRole('link', {
        name: 'Ver',
      }),
    );
    await screen.findByRole('heading', { level: 1, name: 'Cénit 24' });
    expect(path()).toBe('/watch/channel/cenit-24');
  });

  it('gives the focus back to the programme from which the person left, though channels have joined above', async () => {
    const { user, server, path } = await open((empty) => {
      addGuide(empty);
      empty.memory.guide.programmes.delete('cenit-24');
    });
    (await cell('Liga')).focus();
    await user.keyboard('{ArrowRight}{Enter}');
    const sheet = within(await screen.findByRole('dialog', { name: 'Mareas' }));
    await user.click(sheet.getByRole('link', { name: /^Ver/ }));
    await screen.findByRole('heading', { level: 1, name: 'Área Chica' });
    history.back();
    await waitFor(() => expect(focused()).toBe('Mareas'));
    expect(path()).toBe('/live-tv?vista=guia');
    addProgrammes(server, 'cenit-24', [['Informativo', -30, 45]]);
    await act(() => queryClient.invalidateQueries(nowQuery(undefined)));
    await screen.findByRole('rowheader', { name: 'Cénit 24' });
    await cell('Informativo');
    await waitFor(() => expect(focused()).toBe('Mareas'));
    // With other channels the batch is requested again.
    await cell('Liga');
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(focused()).toBe('Liga'));
  });

  it('leads from the sheet of an episode to the next one', async () => {
    const { user } = await open();
    await cell('Liga');
    await user.click(screen.getAllByRole('gridcell', { name: /^Mareas/ })[0]!);
    const sheet = within(await screen.findByRole('dialog', { name: 'Mareas' }));
    sheet.getByText('T1 · E1 · Marea alta');
    const next = await sheet.findByRole('region', { name: 'Próximos episodios' });
    await user.click(within(next).getByRole('button', { name: /T1 · E2 · Marea baja$/ }));
    await waitFor(() => expect(sheet.queryByText('T1 · E1 · Marea alta')).toBeNull());
    sheet.getByText('T1 · E2 · Marea baja');
    expect(document.activeElement?.textContent).toBe('Ver Área Chica');
  });

  it('lets the programmes of a genre stand out', async () => {
    const { user } = await open();
    await cell('Liga');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Género' }), 'Deportes');
    expect((await cell('Liga')).className).not.toContain('is-dim');
    expect((await cell('Informativo')).className).toContain('is-dim');
  });

  it('reaches back to what archives keep, and says what can be played and of which channel nothing is kept', async () => {
    const dayMinutes = 24 * 60;
    const { user } = await open((server) => {
      addGuide(server);
      server.memory.guide.archiveDays.set('cenit-24', 4);
      server.memory.guide.programmes.get('cenit-24')?.unshift(
        makeFakeProgramme({
          title: 'Entrevista',
          startsAt: new Date(Date.now() - 3 * dayMinutes * 60_000).toISOString(),
          endsAt: new Date(Date.now() - (3 * dayMinutes - 60) * 60_000).toISOString(),
          canPlayFromStart: true,
        }),
      );
    });
    await cell('Informativo');
    const day = screen.getByRole('combobox', { name: 'Día' });
    expect(within(day).getAllByRole('option')).toHaveLength(4 + 1 + 14);
    const [, threeDaysAgo] = within(day).getAllByRole('option');
    await user.selectOptions(day, threeDaysAgo!);
    await cell('Entrevista, .*, se puede ver$');
    const row = screen.getAllByRole('row').find(({ textContent }) => textContent?.startsWith('Área Chica'));
    expect(within(row!).getAllByRole('gridcell', { name: /^Sin archivo/ })).toHaveLength(1);
    const kept = screen.getAllByRole('row').find(({ textContent }) => textContent?.startsWith('Cénit 24'));
    expect(within(kept!).queryByRole('gridcell', { name: /^Sin archivo/ })).toBeNull();
  });

  it('renders and requests only what is visible of thousands of channels', async () => {
    const { calls } = await open((server) => {
      for (let index = 1; index <= 5_000; index += 1) {
        const channel = makeFakeChannel({ name: `Señal ${index}`, section: 'Mundo' });
        server.memory.channels.push(channel);
        addProgrammes(server, channel._id, [[`Programa ${index}`, -30, 300]]);
      }
    });
    await cell('Programa 1,');
    expect(screen.getAllByRole('rowheader').length).toBeLessThan(30);
    const requests = calls().filter((call) => call.startsWith('GET /api/guide?'));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThan(7);
  });

  it('offers in the sheet what the server says about the start, though the list is older', async () => {
    const { user, server } = await open();
    await cell('El tiempo');
    const known = server.memory.guide.programmes.get('cenit-24') ?? [];
    server.memory.guide.programmes.set(
      'cenit-24',
      known.map((programme) => ({ ...programme, canPlayFromStart: true })),
    );
    await user.click(screen.getByRole('gridcell', { name: /^El tiempo/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'El tiempo' }));
    await sheet.findByRole('link', { name: 'Desde el principio' });
  });

  it('is on a phone what is on now and next, and the day of a channel', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), { media, matches: media === '(max-width: 639px)' } as MediaQueryList),
    );
    const { user, path } = await open();
    const row = await screen.findByRole('link', { name: /^Cénit 24/ });
    await waitFor(() =>
      expect(row.textContent).toMatch(/Cénit 24, ahora: Informativo, después: \d\d:\d\d El tiempo$/),
    );
    await user.click(row);
    const day = within(await screen.findByRole('region', { name: 'Cénit 24' }));
    await day.findByRole('button', { name: /Informativo/, current: true });
    expect(path()).toContain('canal=cenit-24');
    await user.click(day.getByRole('button', { name: /El tiempo/ }));
    await screen.findByRole('dialog', { name: 'El tiempo' });
  });
});
