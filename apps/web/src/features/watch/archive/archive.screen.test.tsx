import { makeFakeProgramme, type FakeServer } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../../test/open-app.tsx';
import { archivePath } from '../../../shared/archive-path.ts';

const hourMs = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
const past = { title: 'El faro', startsAt: at(-3), endsAt: at(-1) };
const present = { title: 'La tarde', startsAt: at(-0.5), endsAt: at(1) };
const route = 'GET /api/channels/id/:id/archive/:start';

const withArchive = ({ memory }: FakeServer, canPlayFromStart = true): void => {
  memory.guide.programmes.set(
    'musa',
    [past, present].map((programme) => makeFakeProgramme({ ...programme, canPlayFromStart })),
  );
};
const open = (path: string, prepare: (server: FakeServer) => void = withArchive): Promise<OpenedApp> =>
  openApp(path, { as: 'valentina', prepare });
const asked = ({ calls }: OpenedApp) => calls().filter((call) => call.includes('/archive/'));

describe('what a channel shows now', () => {
  it('can be watched from its start where the provider keeps it, and left for the channel', async () => {
    const app = await open('/watch/channel/musa');
    await app.user.click(await screen.findByRole('link', { name: 'Ver desde el principio' }));
    await screen.findByRole('heading', { name: 'La tarde', level: 1 });
    expect(app.path()).toBe(archivePath('musa', present.startsAt));
    expect(asked(app)).toHaveLength(1);
    await app.user.click(screen.getByRole('link', { name: 'Volver al directo' }));
    await screen.findByRole('heading', { name: 'Musa', level: 1 });
    expect(app.path()).toBe('/watch/channel/musa');
  });

  it('keeps the way back and the list of channels on the way to its start and to the channel again', async () => {
    const app = await open('/live-tv');
    const origin = { from: '/live-tv', lineup: { category: 'Todos', term: '' } };
    const goToStart = async (): Promise<void> => {
      await app.user.click(await screen.findByRole('link', { name: 'Ver desde el principio' }));
      await screen.findByRole('heading', { name: 'La tarde', level: 1 });
    };
    await app.go('/watch/channel/musa', origin);
    await goToStart();
    await app.user.click(screen.getByRole('link', { name: 'Volver al directo' }));
    await screen.findByRole('heading', { name: 'Musa', level: 1 });
    expect(history.state).toMatchObject({ usr: origin });
    await goToStart();
    await app.user.click(document.querySelector('.watch__back') ?? document.body);
    await waitFor(() => expect(app.path()).toBe('/live-tv'));
  });

  it('is not offered from its start where nobody keeps it', async () => {
    await open('/watch/channel/musa', (server) => withArchive(server, false));
    await screen.findByRole('heading', { name: /^Ahora: La tarde/ });
    expect(screen.queryByRole('link', { name: 'Ver desde el principio' })).toBeNull();
  });
});

describe('a past programme', () => {
  it('plays from its address, with its channel and its hours', async () => {
    const app = await open(archivePath('musa', past.startsAt));
    await screen.findByRole('heading', { name: 'El faro', level: 1 });
    await screen.findByText(/^Musa, \d\d:\d\d–\d\d:\d\d$/);
    expect(asked(app)[0]).toContain(encodeURIComponent(past.startsAt));
  });

  it('that the provider no longer keeps says so', async () => {
    await open(archivePath('musa', past.startsAt), (server) => withArchive(server, false));
    await screen.findByRole('heading', { name: /aún no ha empezado, o el proveedor no lo guarda/ });
  });

  it('says that it is loading, and that it failed with a way to try again', async () => {
    const app = await open(archivePath('musa', past.startsAt), (server) => {
      withArchive(server);
      server.failNext(route, 'server.unexpected');
    });
    await app.user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    await screen.findByRole('heading', { name: 'El faro', level: 1 });
  });
});
