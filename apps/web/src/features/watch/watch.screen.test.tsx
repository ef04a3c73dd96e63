import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { makeFakeChannel, type FakeServer } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const route = 'GET /api/channels/id/:id';
const unknownSentence = 'No se pudo cargar el contenido. Error desconocido.';
/**
 * The error message of every channel in jsdom, which plays no media; the end-to-end tests play channels in Chromium.
 */
const unplayable = 'Este canal usa un formato de emisión que el navegador no puede reproducir.';

const heading = (name: string) => screen.findByRole('heading', { name });
const press = async ({ user }: OpenedApp, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
/**
 * Clicks the back arrow of the watch page's header: the first button called «Volver», because a failure panel below has
 * a second one. The click happens in the same task in which the arrow is found, because the loaded page replaces the
 * arrow of the loading page.
 */
const goBack = () =>
  waitFor(() => {
    const [arrow] = screen.getAllByRole('button', { name: 'Volver' });
    if (arrow !== undefined) fireEvent.click(arrow);
  });
const countCalls = ({ calls }: OpenedApp, id: string) =>
  calls().filter((call) => call.startsWith(`GET /api/channels/id/${id}?`)).length;

describe('an address of the watch page', () => {
  it.each(['/watch', '/watch/channel'])(
    'without an id (%s) shows that information is missing',
    async (path) => {
      await openApp(path, { as: 'valentina' });
      await heading('Falta información para cargar el contenido.');
    },
  );

  it('with an unknown kind of content shows an error without a request', async () => {
    const { calls } = await openApp('/watch/radio/musa', { as: 'valentina' });
    await heading('Tipo de contenido "radio" no reconocido.');
    expect(calls()).toEqual([]);
  });

  it.each(['movie', 'serie', 'series', 'pelicula', 'anime'])(
    'with the kind %s and an unknown id shows that the content does not exist',
    async (type) => {
      await openApp(`/watch/${type}/nadie`, { as: 'valentina' });
      await heading('No se pudo cargar el contenido. El contenido no existe o ya no está disponible.');
      expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
      screen.getAllByRole('button', { name: 'Volver' });
    },
  );

  it('leads a visitor to the login', async () => {
    const { path } = await openApp('/watch/channel/musa');
    await screen.findByLabelText('Usuario');
    expect(path()).toBe('/login');
  });
});

describe('the watch page of a channel', () => {
  it('shows «Cargando video...» until the server answers, then the channel’s data', async () => {
    let release = (): void => undefined;
    await openApp('/watch/channel/musa', {
      as: 'valentina',
      prepare: (server) => ({ release } = server.holdNext(route)),
    });
    await screen.findByText('Cargando video...');
    expect(screen.queryByRole('heading', { name: 'Musa' })).toBeNull();
    release();
    await heading('Musa');
    await screen.findByText('La señal de Musa.');
    within(screen.getByRole('list', { name: 'Datos' })).getByText('Música');
    expect(document.title).toBe('Musa · Butaca');
  });

  it('shows the name from the link while it loads', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const { release } = app.server.holdNext(route);
    await app.go('/watch/channel/musa', { title: 'Musa' });
    await screen.findByText('Cargando video...');
    await heading('Musa');
    release();
    await screen.findByText('La señal de Musa.');
  });

  it('shows no description when the channel has none', async () => {
    const prepare = ({ memory }: FakeServer) => {
      for (const channel of memory.channels) channel.description = '';
    };
    await openApp('/watch/channel/musa', { as: 'valentina', prepare });
    await heading('Musa');
    expect(screen.queryByRole('heading', { name: 'Descripción' })).toBeNull();
  });

  it('has neither header nor footer', async () => {
    await openApp('/watch/channel/musa', { as: 'valentina' });
    await heading('Musa');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
});

describe('the watch page of a channel that does not load', () => {
  it('shows the server’s sentence, and loads with «Reintentar»', async () => {
    const app = await openApp('/watch/channel/musa', {
      as: 'valentina',
      prepare: (server) => server.failNext(route, 'server.unexpected'),
    });
    await heading(
      'No se pudo cargar el contenido. Algo falló en el servidor. Inténtalo de nuevo; si continúa, avisa al administrador.',
    );
    await press(app, 'Reintentar');
    await heading('Musa');
    expect(countCalls(app, 'musa')).toBe(2);
  });

  it('requests three times before it shows that the service is unavailable', async () => {
    const app = await openApp('/watch/channel/averiado', { as: 'valentina' });
    await heading(
      'No se pudo cargar el contenido. El servicio no está disponible en este momento. Inténtalo en unos segundos.',
    );
    expect(countCalls(app, 'averiado')).toBe(3);
  });

  it('shows the default sentence when no answer arrives, and loads with «Reintentar»', async () => {
    const app = await openApp('/watch/channel/musa', {
      as: 'valentina',
      prepare: (server) => [1, 2, 3].forEach(() => server.dropNext(route)),
    });
    await heading(unknownSentence);
    await press(app, 'Reintentar');
    await heading('Musa');
  });

  it('loads by itself once the server is back, and until then only its state is asked for', async () => {
    const app = await openApp('/watch/channel/musa', {
      as: 'valentina',
      prepare(server) {
        [1, 2, 3].forEach(() => server.dropNext(route));
        server.failNext('GET /api/ready', 'server.unavailable');
      },
    });
    await heading(unknownSentence);
    await screen.findByRole('heading', { name: 'Musa' }, { timeout: 20_000 });
    expect(countCalls(app, 'musa')).toBe(4);
  });

  it.each([
    ['no-existe', 'No se pudo cargar el contenido. El canal no existe o ya no está disponible.'],
    ['sin-formato', `No se pudo cargar el contenido. ${unplayable}`],
    ['sin-datos', 'No se recibieron datos del backend.'],
    ['sin-ficha', 'Información del contenido no disponible.'],
    ['sin-direccion', 'No hay contenido disponible para reproducir.'],
  ])('for the id %s shows «%s»', async (id, sentence) => {
    const app = await openApp(`/watch/channel/${id}`, { as: 'valentina' });
    await heading(sentence);
    expect(document.title).toBe('Butaca');
    expect(countCalls(app, id)).toBe(1);
  });

  it('offers the way back beside the error', async () => {
    const { user, path } = await openApp('/watch/channel/no-existe', { as: 'valentina' });
    const alert = await screen.findByRole('alert');
    await user.click(within(alert).getByRole('button', { name: 'Volver' }));
    await waitFor(() => expect(path()).toBe('/'));
  });

  it('leads to the login when the session has ended, and back to the channel after sign-in', async () => {
    const app = await openApp('/watch/channel/musa', {
      as: 'valentina',
      prepare: ({ memory }) => memory.sessions.clear(),
    });
    await screen.findByLabelText('Usuario');
    expect(app.path()).toBe('/login?session_expired=true');
    expect(localStorage.getItem('token')).toBeNull();
    await app.user.type(screen.getByLabelText('Usuario'), 'valentina');
    await app.user.type(screen.getByLabelText('Contraseña'), 'palabra-de-paso');
    await app.user.click(screen.getByRole('button', { name: 'Entrar' }));
    await heading('Musa');
    expect(app.path()).toBe('/watch/channel/musa');
  });
});

describe('the watch page of a channel that the plan does not open', () => {
  const openDenied = async () => {
    const app = await openApp('/live-tv?categoria=Cine', { as: 'gerardo' });
    await app.user.click(await screen.findByRole('link', { name: /^Cine Plaza/ }));
    return { app, dialog: await screen.findByRole('dialog', { name: 'Contenido Premium' }) };
  };

  const openTrial = async () =>
    openApp('/watch/channel/avance', {
      as: 'gerardo',
      prepare: ({ memory }) =>
        memory.channels.push(
          makeFakeChannel({ name: 'Avance', section: 'Prueba', requiresPlan: ['premium'] }),
        ),
    });

  it('shows the person’s plan and the plans that open the channel', async () => {
    const { app, dialog } = await openDenied();
    const shown = within(dialog);
    shown.getByText('Tu plan actual no permite ver Cine Plaza.');
    shown.getByText('Actualiza tu plan para acceder a todo el contenido premium.');
    shown.getByText('La prueba gratuita no está disponible en los canales en vivo.');
    expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Tu plan actual',
      'Planes requeridos',
    ]);
    expect(shown.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'GPlay',
      'CinéfiloPremium',
    ]);
    expect(countCalls(app, 'cine-plaza')).toBe(1);
  });

  it('offers no trial when no minutes of it are left', async () => {
    const { dialog } = await openDenied();
    expect(within(dialog).queryByRole('button', { name: 'Usar Prueba Gratuita' })).toBeNull();
  });

  it.each(['Cancelar', 'Entendido', 'Cerrar'])('leads back to the list with «%s»', async (name) => {
    const { app, dialog } = await openDenied();
    await app.user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(app.path()).toBe('/live-tv?categoria=Cine'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leads back to the list with Escape', async () => {
    const { app } = await openDenied();
    await app.user.keyboard('{Escape}');
    await waitFor(() => expect(app.path()).toBe('/live-tv?categoria=Cine'));
  });

  it('leads home when it was opened by its address', async () => {
    const app = await openApp('/watch/channel/cine-plaza', { as: 'gerardo' });
    await press(app, 'Entendido');
    await waitFor(() => expect(app.path()).toBe('/'));
  });

  it('shows the minutes of trial that are left', async () => {
    await openTrial();
    const dialog = await screen.findByRole('dialog', { name: 'Contenido Premium' });
    expect(dialog.textContent).toContain('12min');
    const left = within(dialog).getByRole('progressbar', { name: 'Prueba de hoy que queda' });
    expect(left.getAttribute('aria-valuenow')).toBe('80');
  });

  it('stores that the trial is used, and requests the channel again', async () => {
    const app = await openTrial();
    const offer = await screen.findByRole('button', { name: 'Usar Prueba Gratuita' });
    for (const channel of app.server.memory.channels) channel.requiresPlan = ['gplay'];
    await app.user.click(offer);
    await heading('Avance');
    expect(localStorage.getItem('useTrial:avance')).toBe('true');
    expect(countCalls(app, 'avance')).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the dialog again when the server refuses the trial', async () => {
    const app = await openTrial();
    await press(app, 'Usar Prueba Gratuita');
    await waitFor(() => expect(countCalls(app, 'avance')).toBe(2));
    await screen.findByRole('dialog', { name: 'Contenido Premium' });
  });

  it('does not store a trial when the person goes back', async () => {
    const app = await openTrial();
    await press(app, 'Cancelar');
    await waitFor(() => expect(app.path()).toBe('/'));
    expect(localStorage.getItem('useTrial:avance')).toBeNull();
  });
});

describe('the back button of the watch page', () => {
  it('leads to the list with its filters, and the focus to the opened channel', async () => {
    const app = await openApp('/live-tv?categoria=Noticias&buscar=faro', { as: 'valentina' });
    await app.user.click(await screen.findByRole('link', { name: /^Faro Noticias/ }));
    await heading('Faro Noticias');
    await goBack();
    await waitFor(() => expect(app.path()).toBe('/live-tv?categoria=Noticias&buscar=faro'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Faro Noticias' })).toBeNull());
    const tile = await screen.findByRole('link', { name: /^Faro Noticias/ });
    await waitFor(() => expect(document.activeElement).toBe(tile));
  });

  it('leads home when the page was opened by its address', async () => {
    const app = await openApp('/watch/channel/musa', { as: 'valentina' });
    await heading('Musa');
    await goBack();
    await waitFor(() => expect(app.path()).toBe('/'));
  });

  it.each([
    ['/live-tv?categoria=Cine', '/live-tv?categoria=Cine'],
    ['https://mal.example/', '/'],
    ['//mal.example/live-tv', '/'],
  ])('with `from` %s and no list in the history leads to %s', async (from, path) => {
    const app = await openApp('/watch/channel/musa', {
      as: 'valentina',
      prepare: () => history.replaceState({ idx: 0, key: 'default', usr: { from } }, ''),
    });
    await heading('Musa');
    await goBack();
    await waitFor(() => expect(app.path()).toBe(path));
  });
});

describe('the list of neighbours on a channel’s watch page', () => {
  const neighbours = async (section: string) =>
    within(await screen.findByRole('region', { name: `Más en ${section}` })).getAllByRole('link');

  it('shows the channels of the section, with the playing one marked', async () => {
    const { calls } = await openApp('/watch/channel/cenit-24', { as: 'valentina' });
    const [playing, other, ...more] = await neighbours('Noticias');
    expect(playing?.textContent).toContain('Cénit 24');
    expect(playing?.getAttribute('aria-current')).toBe('true');
    expect(other?.textContent).toContain('Faro Noticias');
    expect(other?.hasAttribute('aria-current')).toBe(false);
    expect(more).toEqual([]);
    expect(calls()).toContain('GET /api/channels/list?section=Noticias');
  });

  it('opens a channel without a history entry, and «Volver» still leads to the channel list', async () => {
    const app = await openApp('/live-tv?categoria=Noticias', { as: 'valentina' });
    await app.user.click(await screen.findByRole('link', { name: /^Cénit 24/ }));
    const [, other] = await neighbours('Noticias');
    const entries = history.length;
    await app.user.click(other ?? document.body);
    await heading('Faro Noticias');
    expect(app.path()).toBe('/watch/channel/faro-noticias');
    expect(history.length).toBe(entries);
    expect(document.title).toBe('Faro Noticias · Butaca');
    await goBack();
    await waitFor(() => expect(app.path()).toBe('/live-tv?categoria=Noticias'));
  });

  it('marks the channels that the plan does not open', async () => {
    await openApp('/watch/channel/area-chica', { as: 'gerardo' });
    const [open, locked] = await neighbours('Deportes');
    expect(open?.textContent).not.toContain('Tu plan no lo incluye');
    expect(locked?.textContent).toContain('Liga SurTu plan no lo incluye');
  });

  it('is not shown when the section has no other channel', async () => {
    const { calls } = await openApp('/watch/channel/musa', { as: 'valentina' });
    await heading('Musa');
    await waitFor(() => expect(calls().some((call) => call.includes('section='))).toBe(true));
    expect(screen.queryByRole('heading', { name: 'Más en Música' })).toBeNull();
  });

  it('is left out when it cannot be loaded, and the channel plays', async () => {
    await openApp('/watch/channel/cenit-24', {
      as: 'valentina',
      prepare: (server) => server.failNext('GET /api/channels/list', 'server.unexpected'),
    });
    await heading('Cénit 24');
    expect(screen.queryByRole('heading', { name: 'Más en Noticias' })).toBeNull();
    expect(screen.queryByText(/No se pudo cargar/)).toBeNull();
  });
});

describe('the watch page when the player fails', () => {
  it('shows the sentence of the failure, and offers the way back', async () => {
    const { user, path } = await openApp('/watch/channel/musa', { as: 'valentina' });
    await heading(`Error al iniciar el reproductor: ${unplayable}`);
    const alert = screen.getByRole('alert');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Reintentar'));
    await user.click(within(alert).getByRole('button', { name: 'Volver' }));
    await waitFor(() => expect(path()).toBe('/'));
  });

  it('requests a new address with «Reintentar», and shows when the retry fails too', async () => {
    const app = await openApp('/watch/channel/musa', { as: 'valentina' });
    await heading(`Error al iniciar el reproductor: ${unplayable}`);
    const { release } = app.server.holdNext(route);
    await press(app, 'Reintentar');
    await screen.findByText('Cargando video...');
    expect(screen.queryByRole('alert')).toBeNull();
    release();
    await heading(`Error al reintentar: ${unplayable}`);
    expect(countCalls(app, 'musa')).toBe(2);
  });

  it('shows why a new address is refused', async () => {
    const app = await openApp('/watch/channel/musa', { as: 'valentina' });
    await heading(`Error al iniciar el reproductor: ${unplayable}`);
    app.server.failNext(route, 'channel.not_found');
    await press(app, 'Reintentar');
    await heading('Error al reintentar: El canal no existe o ya no está disponible.');
  });

  it('shows the premium dialog when the plan no longer opens the channel on a retry', async () => {
    const app = await openApp('/watch/channel/musa', { as: 'gerardo' });
    await heading(`Error al iniciar el reproductor: ${unplayable}`);
    for (const channel of app.server.memory.channels) channel.requiresPlan = ['premium'];
    await press(app, 'Reintentar');
    const dialog = await screen.findByRole('dialog', { name: 'Contenido Premium' });
    within(dialog).getByText('Tu plan actual no permite ver Musa.');
  });
});
