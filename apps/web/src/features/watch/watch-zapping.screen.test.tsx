import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { makeFakeChannel, type FakeServer } from '@butaca/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addProgrammes } from '../../../test/add-programmes.ts';
import { holdTimers } from '../../../test/held-timers.ts';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const route = 'GET /api/channels/id/:id';
const section = 'Barrio';
const names = ['Ancla', 'Bruma', 'Cerrado', 'Duna', 'Estela'];

/** Adds five channels to the fake server; the person's plan opens all of them but the third, «Cerrado». */
const prepareSection = ({ memory }: FakeServer) => {
  const made = names.map((name) =>
    makeFakeChannel({ name, section, requiresPlan: name === 'Cerrado' ? ['sports'] : ['gplay', 'premium'] }),
  );
  // As the first channels of the server they have the numbers 1 to 5.
  memory.channels.unshift(...made);
};

interface OpenedChannel extends OpenedApp {
  /** Lets the pause pass after which a typed number opens its channel; it does not pass by itself. */
  passTypingPause: () => Promise<void>;
}

async function openChannel(id: string, prepare?: (server: FakeServer) => void): Promise<OpenedChannel> {
  const typingPause = holdTimers(1_500);
  const app = await openApp(`/watch/channel/${id}`, {
    as: 'valentina',
    prepare: (server) => {
      prepareSection(server);
      prepare?.(server);
    },
  });
  await screen.findByRole('region', { name: `Más en ${section}` });
  // The player's overlay handles the keys that change the channel. It is rendered later than the rest of the watch
  // page, so its help button is awaited before keys are pressed.
  await screen.findByLabelText('Teclas del reproductor');
  await act(() => Promise.resolve());
  recordBanners();
  return { ...app, passTypingPause: typingPause.run };
}

const title = (name: string) => screen.findByRole('heading', { name, level: 1 });
const opened = ({ calls }: OpenedApp) =>
  calls()
    .filter((call) => call.startsWith('GET /api/channels/id/'))
    .map((call) => call.slice('GET /api/channels/id/'.length).replace(/\?.*/, ''));
/**
 * Records each text of the banner over the video: it disappears by itself after some seconds, within which a busy machine
 * may give the test no time to look.
 */
function recordBanners(): void {
  const observer = new MutationObserver(noteBanner);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => {
    observer.disconnect();
    banners.clear();
  });
}
const banners = new Set<string>();
const noteBanner = (): void => {
  for (const { textContent } of document.querySelectorAll('.zapnow[role="status"]')) banners.add(textContent);
};
const said = (text: string) =>
  waitFor(() => expect([...banners].some((banner) => banner.includes(text))).toBe(true));
/** Presses the ChannelUp key as somebody does who presses it again within some milliseconds. */
function stepUpAt(timeStamp: number): void {
  const event = new KeyboardEvent('keydown', { key: 'ChannelUp', bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(document.body, event);
}
/** Presses the ChannelUp key without rendering what follows it. */
const stepUp = () =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ChannelUp', bubbles: true, cancelable: true }),
  );
const list = () => screen.queryByRole('region', { name: `Canales de ${section}` });

it('says what channels show: below the video, in the list over it, and in the banner of a changed channel', async () => {
  const app = await openChannel('bruma', (server) => {
    addProgrammes(server, 'bruma', [
      ['Niebla', -10, 50, { season: 1, episode: 3 }],
      ['Claros', 50, 80],
    ]);
    addProgrammes(server, 'duna', [['Arena', -5, 5]]);
  });
  const guide = await screen.findByRole('region', { name: 'En la guía' });
  within(guide).getByRole('heading', { name: /^Ahora: Niebla/ });
  within(guide).getByText('T1 · E3');
  expect(guide.textContent).toMatch(/Después, a las \d\d:\d\d: Claros$/);
  await app.user.keyboard('l');
  const row = (name: string) => within(list()!).getByRole('button', { name: new RegExp(name) }).textContent;
  expect(row('Duna')).toContain('Ahora: Arena');
  expect(row('Estela')).not.toContain('Ahora');
  await app.user.keyboard('{Escape}');
  stepUpAt(1_000);
  await said('DunaBarrioAhora: Arena');
});

describe('stepping through the channels', () => {
  it.each(['{PageUp}', '{ChannelUp}', 'n'])(
    'with %s skips a channel that the plan does not open',
    async (key) => {
      const app = await openChannel('bruma');
      await app.user.keyboard(key);
      await said('4');
      await title('Duna');
      expect(app.path()).toBe('/watch/channel/duna');
      await screen.findByText('La señal de Duna.');
      await waitFor(() => expect(opened(app)).toEqual(['bruma', 'duna']));
    },
  );

  it('wraps around at both ends of the list, and adds no history entries', async () => {
    const app = await openChannel('ancla');
    const entries = history.length;
    await app.user.keyboard('{PageDown}');
    await title('Estela');
    await app.user.keyboard('{ChannelDown}');
    await title('Duna');
    await app.user.keyboard('{PageUp}{PageUp}');
    await title('Ancla');
    expect(history.length).toBe(entries);
  });

  it('several times quickly requests the first and the last channel, and none in between', async () => {
    const app = await openChannel('ancla');
    for (const atMs of [1_000, 1_100, 1_200]) stepUpAt(atMs);
    await title('Estela');
    await screen.findByText('La señal de Estela.');
    await waitFor(() => expect(opened(app)).toEqual(['ancla', 'bruma', 'estela']));
  });

  it('requests the channel at the key press, before the page is rendered for it', async () => {
    const app = await openChannel('ancla');
    await act(async () => {
      stepUp();
      await vi.waitFor(() => expect(opened(app)).toEqual(['ancla', 'bruma']));
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ancla');
    });
    await screen.findByText('La señal de Bruma.');
    expect(opened(app)).toEqual(['ancla', 'bruma']);
  });

  it('shows the failure of a request that was sent before the page, and requests the channel anew another time', async () => {
    const app = await openChannel('ancla');
    app.server.failNext(route, 'server.unexpected');
    await act(async () => {
      stepUp();
      await vi.waitFor(() => expect(opened(app)).toEqual(['ancla', 'bruma']));
    });
    await screen.findByRole('heading', { name: /^No se pudo cargar el contenido/ });
    expect(opened(app)).toEqual(['ancla', 'bruma']);
    await app.user.keyboard('4{Enter}');
    await screen.findByText('La señal de Duna.');
    await app.user.keyboard('2{Enter}');
    await screen.findByText('La señal de Bruma.');
    expect(opened(app)).toEqual(['ancla', 'bruma', 'duna', 'bruma']);
  });

  it('several times quickly does not make a passed channel the previous one, though it has loaded', async () => {
    const app = await openChannel('ancla');
    stepUpAt(1_000);
    await screen.findByText('La señal de Bruma.');
    stepUpAt(1_250);
    stepUpAt(1_300);
    await screen.findByText('La señal de Estela.');
    await app.user.keyboard('0');
    await title('Ancla');
  });

  it('works with the buttons «Canal siguiente» and «Canal anterior»', async () => {
    const app = await openChannel('ancla');
    await app.user.click(await screen.findByRole('button', { name: 'Canal siguiente' }));
    await title('Bruma');
    await app.user.click(screen.getByRole('button', { name: 'Canal anterior' }));
    await title('Ancla');
  });

  it('keeps the player and its video element in the page', async () => {
    const app = await openChannel('ancla');
    const player = document.querySelector('.player');
    const media = document.querySelector('stream-video');
    await app.user.keyboard('{PageUp}');
    await title('Bruma');
    await waitFor(() => expect(media?.src).toContain('bruma'));
    expect(document.querySelector('.player')).toBe(player);
    expect(document.querySelector('stream-video')).toBe(media);
    expect(document.querySelectorAll('stream-video')).toHaveLength(1);
  });

  it('stops the previous channel while the next one loads', async () => {
    const app = await openChannel('ancla');
    const { release } = app.server.holdNext(route);
    await app.user.keyboard('{PageUp}');
    await title('Bruma');
    await waitFor(() => expect(document.querySelector('stream-video')?.src).toBe(''));
    await screen.findByText('Cargando video...');
    release();
    await screen.findByText('La señal de Bruma.');
  });

  it('away from a channel that has not loaded yet drops it, and it does not count as watched', async () => {
    const app = await openChannel('ancla');
    const { release } = app.server.holdNext(route);
    await app.user.keyboard('2{Enter}');
    await title('Bruma');
    await waitFor(() => expect(opened(app)).toContain('bruma'));
    await app.user.keyboard('4{Enter}');
    await screen.findByText('La señal de Duna.');
    release();
    await app.user.keyboard('0');
    // The channel that never loaded (Bruma) does not count as watched, so the key 0 goes back to Ancla.
    await screen.findByText('La señal de Ancla.');
    // React renders the channel's name first and sets the URL of the video element later, in an effect, so the test
    // waits for that URL.
    await waitFor(() => expect(document.querySelector('stream-video')?.src).toContain('ancla'));
  });

  it('does nothing when the section has only one channel', async () => {
    const app = await openApp('/watch/channel/musa', { as: 'valentina' });
    await title('Musa');
    await waitFor(() => expect(app.calls().some((call) => call.includes('section='))).toBe(true));
    const said = screen.queryAllByRole('status').map(({ textContent }) => textContent);
    fireEvent.keyDown(document.body, { key: 'ChannelUp' });
    // A channel change would at once show a banner with the next channel's name, long before that channel opens; no new
    // banner therefore means that the key did nothing.
    expect(screen.queryAllByRole('status').map(({ textContent }) => textContent)).toEqual(said);
    expect(screen.queryByRole('button', { name: 'Canal siguiente' })).toBeNull();
    expect(list()).toBeNull();
  });
});

describe('a pending step to the next channel', () => {
  const says = (name: string) =>
    screen.queryAllByRole('status').some((status) => status.textContent?.includes(name));

  it('is dropped when a channel’s link is followed', async () => {
    const app = await openChannel('ancla');
    const beside = screen.getByRole('region', { name: `Más en ${section}` });
    const link = within(beside).getByRole('link', { name: /Estela/ });
    // The first step opens Bruma at once, and the second one waits for 300 ms.
    stepUpAt(1_000);
    await waitFor(() => expect(opened(app)).toEqual(['ancla', 'bruma']));
    stepUpAt(1_100);
    expect(says('Duna')).toBe(true);
    fireEvent.click(link);
    expect(says('Duna')).toBe(false);
    await waitFor(() => expect(opened(app)).toEqual(['ancla', 'bruma', 'estela']));
  });
});

describe('a channel number', () => {
  it('shows its channel while it is typed, and opens it after a pause', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('5');
    await said('Estela');
    expect(app.path()).toBe('/watch/channel/ancla');
    await app.passTypingPause();
    await title('Estela');
    await screen.findByText('La señal de Estela.');
    await waitFor(() => expect(opened(app)).toEqual(['ancla', 'estela']));
  });

  it('opens its channel at once with Enter, whatever has the focus', async () => {
    const app = await openChannel('ancla');
    screen.getByRole('button', { name: /favorito|Mi lista/i }).focus();
    await app.user.keyboard('02{Enter}');
    // The digit 0 alone would open the previous channel, but in this test no channel was watched before: so only the 2
    // counts, and Enter opens channel number 2.
    await title('Bruma');
  });

  it('without a channel shows «No hay ningún canal…», and the playing channel stays', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('87');
    await said('87Sin canal');
    await app.user.keyboard('{Enter}');
    await said('No hay ningún canal con el número 87.');
    expect(opened(app)).toEqual(['ancla']);
  });

  it('of a channel outside the plan says so, and the playing channel stays', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('3{Enter}');
    await said('Tu plan no incluye Cerrado.');
    expect(app.path()).toBe('/watch/channel/ancla');
  });

  it('loses its last digit with Backspace, and all digits with Escape', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('24{Backspace}{Enter}');
    await title('Bruma');
    await app.user.keyboard('4');
    await said('Duna');
    await app.user.keyboard('{Escape}');
    const banners = screen.queryAllByRole('status').map(({ textContent }) => textContent);
    expect(banners.filter((text) => text?.includes('Duna'))).toEqual([]);
    expect(app.path()).toBe('/watch/channel/bruma');
  });

  it('is shown beside each channel of the section', async () => {
    await openChannel('ancla');
    const rows = within(screen.getByRole('region', { name: `Más en ${section}` })).getAllByRole('link');
    expect(rows.map(({ textContent }) => textContent?.slice(0, 1))).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('the previous channel', () => {
  it('opens with 0 or MediaLast, and so does the one before it again', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('0');
    await said('Todavía no hay un canal anterior.');
    await app.user.keyboard('4{Enter}');
    // Only a channel that has loaded counts as watched; its name is in the page before that.
    await screen.findByText('La señal de Duna.');
    await app.user.keyboard('0');
    await screen.findByText('La señal de Ancla.');
    await app.user.keyboard('{MediaLast}');
    await title('Duna');
  });

  it('may be one of another section, watched before a return to the list', async () => {
    const app = await openChannel('duna');
    await app.go('/live-tv');
    await app.go('/watch/channel/musa', { title: 'Musa' });
    await title('Musa');
    await screen.findByLabelText('Teclas del reproductor');
    await app.user.keyboard('0');
    await title('Duna');
    await screen.findByRole('region', { name: `Más en ${section}` });
  });
});

describe('the channel list over the video', () => {
  it('opens with «l», the focus on the playing channel, and closes with Escape', async () => {
    const app = await openChannel('duna');
    await app.user.keyboard('l');
    const rows = within(list() ?? document.body).getAllByRole('button', { name: /^\d/ });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('1'),
      expect.stringContaining('2'),
      expect.stringContaining('CerradoTu plan no lo incluye'),
      expect.stringContaining('Duna'),
      expect.stringContaining('5'),
    ]);
    expect(document.activeElement).toBe(rows[3]);
    await app.user.keyboard('{Escape}');
    expect(list()).toBeNull();
    expect(document.activeElement?.localName).toBe('media-controller');
  });

  it('opens the chosen channel, and closes', async () => {
    const app = await openChannel('ancla');
    await app.user.click(await screen.findByRole('button', { name: 'Lista de canales' }));
    await app.user.click(within(list() ?? document.body).getByRole('button', { name: /Estela/ }));
    await title('Estela');
    expect(list()).toBeNull();
    await waitFor(() => expect(document.activeElement?.localName).not.toBe('body'));
  });

  it('says when the plan does not open the chosen channel', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('l');
    await app.user.click(within(list() ?? document.body).getByRole('button', { name: /Cerrado/ }));
    await said('Tu plan no incluye Cerrado.');
    expect(opened(app)).toEqual(['ancla']);
  });
});

describe('a channel that does not load', () => {
  it('shows the failure in the player, loads with «Reintentar», and can be left by zapping', async () => {
    const app = await openChannel('ancla');
    const player = document.querySelector('.player');
    app.server.failNext(route, 'server.unexpected');
    await app.user.keyboard('{PageUp}');
    const failed = await screen.findByRole('heading', {
      name: /^No se pudo cargar el contenido\. Algo falló/,
    });
    expect(player?.contains(failed)).toBe(true);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ver el siguiente'));
    const beside = screen.getByRole('region', { name: `Más en ${section}` });
    within(beside).getByRole('link', { name: 'Bruma', current: true });
    await app.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('La señal de Bruma.');
    app.server.failNext(route, 'server.unexpected');
    await app.user.keyboard('{PageUp}');
    await screen.findByRole('heading', { name: /^No se pudo cargar el contenido/ });
    await app.user.keyboard('{PageUp}');
    await screen.findByText('La señal de Estela.');
    expect(document.querySelector('.player')).toBe(player);
  });
});

describe('a channel that was deleted', () => {
  it('offers the next channel, and no retry, which cannot bring it back', async () => {
    const app = await openChannel('ancla');
    const { channels } = app.server.memory;
    channels.splice(
      channels.findIndex(({ _id }) => _id === 'bruma'),
      1,
    );
    await app.user.keyboard('{PageUp}');
    await screen.findByRole('heading', { name: /^No se pudo cargar el contenido\./ });
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    await app.user.click(screen.getByRole('button', { name: 'Ver el siguiente' }));
    await title('Duna');
  });
});

describe('a channel that does not respond', () => {
  it('is marked in the lists, and «Ver el siguiente» skips it', async () => {
    const app = await openChannel('ancla', ({ memory }) => memory.unresponsiveIds.add('duna'));
    const region = screen.getByRole('region', { name: `Más en ${section}` });
    await within(region).findByRole('link', { name: 'DunaNo responde' });
    app.server.failNext(route, 'server.unexpected');
    await app.user.keyboard('2{Enter}');
    await app.user.click(await screen.findByRole('button', { name: 'Ver el siguiente' }));
    await title('Estela');
  });
});

describe('the lineup', () => {
  /** The names beside the playing channel, in their order. */
  const beside = async (name: string) => {
    const region = await screen.findByRole('region', { name: `Más en ${name}` });
    return within(region)
      .getAllByRole('link')
      .map((link) => link.querySelector('.zap__name b')?.textContent);
  };

  it('is «Mi lista» for a channel opened there, and zapping stays in it', async () => {
    const app = await openApp('/mi-lista', {
      as: 'valentina',
      prepare(server) {
        prepareSection(server);
        for (const itemId of ['duna', 'musa', 'ancla']) {
          server.memory.favourites.unshift({ username: 'valentina', itemType: 'channel', itemId });
        }
      },
    });
    await app.user.click(await screen.findByRole('link', { name: /^Musa/ }));
    await title('Musa');
    const names = await beside('Mi lista');
    expect(names).toEqual(expect.arrayContaining(['Musa', 'Ancla', 'Duna', 'Cénit 24']));
    const following = names[(names.indexOf('Musa') + 1) % names.length] ?? '';
    await screen.findByLabelText('Teclas del reproductor');
    await app.user.keyboard('{ChannelUp}');
    await title(following);
    expect(await beside('Mi lista')).toEqual(names);
  });

  it('is the row of the home page for a channel opened there', async () => {
    const app = await openApp('/', { as: 'valentina' });
    const row = await screen.findByRole('region', { name: 'Canales en Vivo Destacados' });
    const links = await within(row).findAllByRole('link');
    const shown = links.map((link) => link.getAttribute('href'));
    await app.user.click(links[0] ?? row);
    const region = await screen.findByRole('region', { name: 'Más en «Canales en Vivo Destacados»' });
    const beside = within(region).getAllByRole('link');
    expect(beside.map((link) => link.getAttribute('href'))).toEqual(shown);
  });

  it('is the search for a channel found by name in «TV en Vivo»', async () => {
    const app = await openApp('/live-tv?buscar=n', { as: 'valentina', prepare: prepareSection });
    await app.user.click(await screen.findByRole('link', { name: /^Ancla/ }));
    await title('Ancla');
    const names = await beside('la búsqueda «n»');
    expect(names).toContain('Duna');
    expect(names).not.toContain('Bruma');
  });

  it('is the section again for a channel outside of it, opened by its number', async () => {
    const app = await openApp('/mi-lista', {
      as: 'valentina',
      prepare(server) {
        prepareSection(server);
        server.memory.favourites.unshift({ username: 'valentina', itemType: 'channel', itemId: 'ancla' });
        server.memory.channels.push(makeFakeChannel({ name: 'Compás', section: 'Música' }));
      },
    });
    await app.user.click(await screen.findByRole('link', { name: /^Ancla/ }));
    await title('Ancla');
    expect(await beside('Mi lista')).not.toContain('Musa');
    const { channels } = app.server.memory;
    const musa = channels.findIndex(({ _id }) => _id === 'musa');
    await screen.findByLabelText('Teclas del reproductor');
    recordBanners();
    await app.user.keyboard(String(musa + 1));
    await said('Musa');
    await app.user.keyboard('{Enter}');
    await title('Musa');
    expect(await beside('Música')).toEqual(expect.arrayContaining(['Musa', 'Compás']));
  });
});

describe('the help of the player’s keys', () => {
  it('opens with ?, lists the keys of channels, and closes with Escape', async () => {
    const app = await openChannel('ancla');
    await app.user.keyboard('?');
    const help = await screen.findByRole('region', { name: 'Teclas del reproductor' });
    within(help).getByText('Volver al último canal');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Cerrar');
    await app.user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Teclas del reproductor' })).toBeNull();
    expect(document.activeElement?.localName).toBe('media-controller');
  });

  it('lists the keys of films when a film plays', async () => {
    const app = await openApp('/watch/movie/el-faro-de-nuble', { as: 'valentina' });
    await app.user.click(await screen.findByRole('button', { name: 'Teclas del reproductor' }));
    const help = await screen.findByRole('region', { name: 'Teclas del reproductor' });
    within(help).getByText('Retroceder o adelantar 10 s');
    expect(within(help).queryByText('Volver al último canal')).toBeNull();
  });
});
