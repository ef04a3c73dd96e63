import { makeFakeDownload, type FakeServer } from '@butaca/testing';
import type { OutputVideo } from '@butaca/player';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  createFakeBridge,
  createFakeExternal,
  createFakeNative,
  enterShell,
  type FakeExternal,
} from '../../../test/fake-bridge.ts';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';
import { chooseExternal, isExternalChosen } from '../../shared/output/output.ts';

const filmId = 'el-faro-de-nuble';

/** Makes every video of the fake server a file; mpv gets it as it is. */
function playFiles({ memory }: FakeServer): void {
  for (const video of memory.videos) video.streamKind = 'file';
}

/** Opens the product in the desktop shell, for a person who has chosen mpv. */
async function openInMpv(): Promise<OpenedApp & { mpv: FakeExternal }> {
  const app = await openApp('/', { as: 'valentina', prepare: playFiles });
  const mpv = createFakeExternal();
  await enterShell(createFakeBridge({ externalPlayer: mpv }));
  chooseExternal(true);
  return { ...app, mpv };
}

const playsOf = ({ calls }: FakeExternal) =>
  calls.filter((call) => Array.isArray(call) && call[0] === 'play');
const media = () => document.querySelector<OutputVideo>('output-video');
const savesOf = ({ server }: Pick<OpenedApp, 'server'>) =>
  server.seen.filter(({ call }) => call.startsWith('PUT /api/videos/')).map(({ body }) => body);

const seriesId = 'marea-alta';

async function openSeries(app: OpenedApp) {
  const series = app.server.memory.videos.find(({ _id }) => _id === seriesId);
  const chapters = series?.seasons.flatMap((season) => season.chapters) ?? [];
  for (const chapter of chapters) chapter.streamKind = 'file';
  await app.go(`/watch/serie/${seriesId}`);
  return chapters.map(({ title }) => title);
}

describe('a film in mpv', () => {
  it('is requested as it is, and plays from the saved position under its title', async () => {
    const { mpv, go, calls, server } = await openInMpv();
    await go(`/watch/movie/${filmId}`);
    await waitFor(() => expect(playsOf(mpv)).toHaveLength(1));
    const film = server.memory.videos.find(({ _id }) => _id === filmId);
    const options = { startTime: 2_400, title: film?.title, streamKind: 'file' };
    expect(playsOf(mpv)[0]).toEqual(['play', film?.url, options]);
    expect(calls()).toContain(`GET /api/videos/${filmId}?can=any%2Ctracks`);
    expect(media()?.shadowRoot?.textContent).toBe('Se reproduce en mpv');
    expect(document.querySelector('stream-video')).toBeNull();
  });

  it('saves the position by the rules of the page, and stops when the person leaves', async () => {
    const { mpv, go, server } = await openInMpv();
    await go(`/watch/movie/${filmId}`);
    await waitFor(() => expect(media()?.paused).toBe(false));
    mpv.tellTime(2_401);
    mpv.tellTime(2_402);
    mpv.tellTime(2_460);
    await waitFor(() => expect(savesOf({ server }).at(-1)).toMatchObject({ lastTime: 2_460 }));
    mpv.tellTime(2_461);
    await go('/');
    await waitFor(() => expect(mpv.calls.at(-1)).toBe('stop'));
    await waitFor(() => expect(savesOf({ server }).at(-1)).toMatchObject({ lastTime: 2_461 }));
  });

  it('says why mpv cannot play, how it is installed, and offers the player of the page', async () => {
    const { mpv, go, user } = await openInMpv();
    mpv.answer = { success: false, code: 'missing', message: 'mpv no está instalado.' };
    await go(`/watch/movie/${filmId}`);
    await screen.findByText('Error al iniciar el reproductor: mpv no está instalado.');
    await screen.findByText(/Para instalar mpv en Linux/);
    screen.getByRole('button', { name: 'Reintentar' });
    await user.click(screen.getByRole('button', { name: 'Usar el reproductor integrado' }));
    await waitFor(() => expect(document.querySelector('stream-video')).not.toBeNull());
    expect([media(), isExternalChosen()]).toEqual([null, false]);
  });

  it('is tried again with «Reintentar», after which a failure is said in other words', async () => {
    const { mpv, go, user } = await openInMpv();
    mpv.answer = { success: false, code: 'start', message: 'mpv no se pudo iniciar (code: 1).' };
    await go(`/watch/movie/${filmId}`);
    await screen.findByText('Error al iniciar el reproductor: mpv no se pudo iniciar (code: 1).');
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await screen.findByText('Error al reintentar: mpv no se pudo iniciar (code: 1).');
    expect(playsOf(mpv)).toHaveLength(2);
  });
});

describe('a series in mpv', () => {
  it('stops a chapter before the next one is requested, and then plays that one', async () => {
    const app = await openInMpv();
    const [first, second] = await openSeries(app);
    await waitFor(() => expect(media()?.paused).toBe(false));
    const { release } = app.server.holdNext('GET /api/videos/:id');
    await app.user.click(await screen.findByRole('button', { name: /^Capítulo 2/ }));
    await waitFor(() => expect(app.mpv.calls.at(-1)).toBe('stop'));
    expect(playsOf(app.mpv)).toHaveLength(1);
    release();
    await waitFor(() => expect(playsOf(app.mpv)).toHaveLength(2));
    expect(playsOf(app.mpv).map((call) => (call as { title: string }[])[2]?.title)).toEqual([first, second]);
  });

  it('goes on with the next chapter when one is over, and says that it is completed', async () => {
    const app = await openInMpv();
    await openSeries(app);
    await waitFor(() => expect(media()?.paused).toBe(false));
    app.mpv.tellTime(1);
    app.mpv.tellTime(2);
    app.mpv.tellEnd('ended');
    await waitFor(() => expect(savesOf(app).at(-1)).toMatchObject({ completed: true, lastChapter: 1 }));
    await waitFor(() => expect(playsOf(app.mpv)).toHaveLength(2));
  });
});

describe('a channel in mpv', () => {
  it('is requested as it is and plays as a live stream', async () => {
    const { mpv, go, calls, server } = await openInMpv();
    const channel = server.memory.channels.find(({ _id }) => _id === 'cenit-24');
    await go(`/watch/channel/${channel?._id}`);
    await waitFor(() => expect(playsOf(mpv)).toHaveLength(1));
    expect(calls()).toContain(`GET /api/channels/id/${channel?._id}?can=any%2Ctracks`);
    expect(playsOf(mpv)[0]).toMatchObject({ 2: { startTime: 0, title: channel?.name } });
    expect(media()?.duration).toBe(Infinity);
  });
});

describe('the player of a phone', () => {
  it('plays a chapter for which there is a next one, and opens that at the person’s request', async () => {
    const app = await openApp('/', { as: 'valentina', prepare: playFiles });
    const native = createFakeNative(['mkv', 'hevc']);
    await enterShell(
      createFakeBridge({ nativePlayer: native }, new Map(Object.entries(localStorage) as never)),
    );
    const [first, second] = await openSeries(app);
    await waitFor(() => expect(native.played).toHaveLength(1));
    expect(native.played[0]).toMatchObject({ title: first, hasNext: true, isLive: false });
    expect(app.calls()).toContain(`GET /api/videos/${seriesId}?can=mkv%2Chevc`);
    await waitFor(() => expect(media()?.paused).toBe(false));
    native.tell({ name: 'next' });
    await waitFor(() => expect(native.played.at(-1)).toMatchObject({ title: second }));
  });

  it('plays a film converted when it fails to play the original, and names no other app when that fails too', async () => {
    const app = await openApp('/', { as: 'valentina', prepare: playFiles });
    app.server.memory.hasStreams = true;
    app.server.memory.operations.downloads = [makeFakeDownload('butaca.apk')];
    const native = createFakeNative([]);
    await enterShell(
      createFakeBridge({ nativePlayer: native }, new Map(Object.entries(localStorage) as never)),
    );
    await app.go(`/watch/movie/${filmId}`);
    await waitFor(() => expect(native.played).toHaveLength(1));
    await waitFor(() => expect(media()?.paused).toBe(false));
    native.tell({ name: 'error', message: 'Este dispositivo no puede reproducir el formato del video.' });
    await waitFor(() => expect(native.played).toHaveLength(2));
    expect(app.calls().filter((call) => call.includes('play=remux'))).toHaveLength(1);
    await waitFor(() => expect(media()?.paused).toBe(false));
    native.tell({ name: 'error', message: 'El video no se pudo descodificar.' });
    await screen.findByText(/El video no se pudo descodificar\./);
    expect(native.played).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Aplicaciones' })).toBeNull();
    expect(app.calls()).not.toContain('GET /api/downloads');
  });

  it('is paused when the person closes it', async () => {
    const app = await openApp('/', { as: 'valentina', prepare: playFiles });
    const native = createFakeNative([]);
    await enterShell(
      createFakeBridge({ nativePlayer: native }, new Map(Object.entries(localStorage) as never)),
    );
    await app.go(`/watch/movie/${filmId}`);
    await waitFor(() => expect(media()?.paused).toBe(false));
    native.tell({ name: 'stop' });
    expect(media()?.paused).toBe(true);
  });
});

describe('the desktop shell with the player of the page', () => {
  it('offers mpv for a film that the page does not play, and then plays it there', async () => {
    const app = await openApp('/', { as: 'valentina', prepare: playFiles });
    app.server.memory.hasStreams = true;
    const mpv = createFakeExternal();
    await enterShell(createFakeBridge({ externalPlayer: mpv }));
    await app.go(`/watch/movie/${filmId}`);
    const video = await waitFor(() => {
      const found = document.querySelector('stream-video')?.video;
      if (found?.hasAttribute('src') !== true) throw new Error('nothing is open');
      return found;
    });
    app.server.failNext('GET /api/videos/:id', 'server.unavailable');
    const countAsked = () =>
      app.calls().filter((call) => call.startsWith(`GET /api/videos/${filmId}`)).length;
    const askedBefore = countAsked();
    Object.defineProperty(video, 'error', { value: { code: 4 }, configurable: true });
    video.dispatchEvent(new Event('error'));
    // The request for a conversion is the one that fails, and not the one for the film in mpv.
    await waitFor(() => expect(countAsked()).toBeGreaterThan(askedBefore));
    await app.user.click(await screen.findByRole('button', { name: 'Ver en mpv' }));
    await waitFor(() => expect(playsOf(mpv)).toHaveLength(1));
    expect(isExternalChosen()).toBe(true);
  });

  it('holds the screen awake through the shell while something plays', async () => {
    const app = await openApp('/', { as: 'valentina', prepare: playFiles });
    const holds: string[] = [];
    const keepAwake = { hold: () => (holds.push('held'), () => void holds.push('released')) };
    const mpv = createFakeExternal();
    await enterShell(createFakeBridge({ externalPlayer: mpv, keepAwake }));
    chooseExternal(true);
    await app.go(`/watch/movie/${filmId}`);
    await waitFor(() => expect(holds).toEqual(['held']));
    media()?.pause();
    await waitFor(() => expect(holds).toEqual(['held', 'released']));
  });
});
