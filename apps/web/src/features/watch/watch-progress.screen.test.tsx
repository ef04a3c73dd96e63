import { makeFakeSeason, makeFakeVideo, type FakeServer } from '@butaca/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { driveMedia } from '../../../test/driven-media.ts';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';
import { noteServerDate } from '../../platform/api/server-clock.ts';

const filmId = 'el-faro-de-nuble';
const lengthSeconds = 6_000;
const button = (name: string) => screen.findByRole('button', { name });

/**
 * Makes every video of the fake server a file, which the browser plays natively: hls.js and mpegts.js cannot run in
 * jsdom.
 */
function playFiles({ memory }: FakeServer): void {
  for (const video of memory.videos) video.streamKind = 'file';
}

async function openFilm(state?: object, prepare: (server: FakeServer) => void = () => undefined) {
  const app = await openApp('/', {
    as: 'valentina',
    prepare: (server) => {
      playFiles(server);
      prepare(server);
    },
  });
  await app.go(`/watch/movie/${filmId}`, state);
  return { ...app, media: await driveMedia(lengthSeconds) };
}

/** The bodies of all calls so far that saved a playback position. */
const savesOf = ({ server }: Pick<OpenedApp, 'server'>) =>
  server.seen.filter(({ call }) => call.startsWith('PUT /api/videos/')).map(({ body }) => body);
/** Lets time pass, and sets the clock of the device back by an hour. */
function passAndSetBack(ms: number): void {
  vi.advanceTimersByTime(ms);
  vi.setSystemTime(Date.now() - 3_600_000);
}
const forget = ({ memory }: FakeServer) => {
  memory.progress = [];
};

describe('a film that was watched in part', () => {
  it('resumes at the saved position, which is then saved on pause and at the end', async () => {
    const { media, server } = await openFilm();
    expect(media.positionSeconds()).toBe(2_400);
    await media.playTo(2_403);
    await media.pause();
    await waitFor(() => expect(savesOf({ server })).toHaveLength(1));
    expect(savesOf({ server })[0]).toMatchObject({
      lastTime: 2_403,
      duration: lengthSeconds,
      progress: 2_403 / lengthSeconds,
      lastSeason: null,
      lastChapter: null,
    });
    await media.end();
    await waitFor(() => expect(savesOf({ server })).toHaveLength(2));
    expect(savesOf({ server })[1]).toMatchObject({ completed: true, progress: 1 });
  });

  it('restarts with «Ver desde el principio», and the save says so', async () => {
    const { media, server, user } = await openFilm();
    await media.playTo(2_401);
    await user.click(await button('Ver desde el principio'));
    expect(media.positionSeconds()).toBe(0);
    await media.arrive();
    await waitFor(() => expect(savesOf({ server }).at(-1)).toMatchObject({ lastTime: 0, restart: true }));
    expect(screen.queryByRole('button', { name: 'Ver desde el principio' })).toBeNull();
  });

  it('begins at the second in the link, and offers the position reached on another device', async () => {
    const { media, user } = await openFilm({ startTime: 60 }, ({ memory }) => {
      for (const entry of memory.progress) entry.savedElsewhere = true;
    });
    expect(media.positionSeconds()).toBe(60);
    expect(history.state).toMatchObject({ usr: { startTime: 60 } });
    await media.playTo(61);
    expect(history.state).not.toHaveProperty('usr.startTime');
    await screen.findByText('En otro dispositivo llegaste al minuto 40:00');
    await user.click(await button('Ir ahí'));
    expect(media.positionSeconds()).toBe(2_400);
    expect(screen.queryByText(/En otro dispositivo/)).toBeNull();
  });

  it.each([
    ['', () => void vi.advanceTimersByTime(61_000)],
    [', although the clock was set back', () => passAndSetBack(61_000)],
    [', during which the device slept', () => void vi.setSystemTime(Date.now() + 61_000)],
  ])('offers the position reached on another device after a long pause%s', async (_what, pass) => {
    const { media, server, user } = await openFilm();
    await media.playTo(2_401);
    await media.pause();
    await waitFor(() => expect(savesOf({ server })).toHaveLength(1));
    await media.resume();
    for (const entry of server.memory.progress) {
      if (entry.videoId === filmId) Object.assign(entry, { lastTime: 3_723, savedElsewhere: true });
    }
    expect(screen.queryByText(/En otro dispositivo/)).toBeNull();
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    await media.pause();
    pass();
    await media.resume();
    vi.useRealTimers();
    await screen.findByText('En otro dispositivo llegaste al minuto 1:02:03');
    await user.click(await button('Cerrar aviso'));
    expect(screen.queryByText(/En otro dispositivo/)).toBeNull();
  });

  it('is saved when the person leaves, and the home page shows the new progress', async () => {
    const app = await openFilm();
    await app.media.playTo(2_500);
    await app.go('/');
    await waitFor(() => expect(savesOf(app).at(-1)).toMatchObject({ lastTime: 2_500 }));
    await screen.findByRole('link', { name: /^El faro de Ñuble, 42% visto/ });
  });

  it('makes the home page be requested again when that was requested before the save', async () => {
    const app = await openApp(`/watch/movie/${filmId}`, { as: 'valentina', prepare: playFiles });
    const media = await driveMedia(lengthSeconds);
    await media.playTo(2_500);
    const { release } = app.server.holdNext('GET /api/home');
    await app.go('/');
    await waitFor(() => expect(savesOf(app).at(-1)).toMatchObject({ lastTime: 2_500 }));
    const requests = () => app.server.seen.filter(({ call }) => call === 'GET /api/home');
    await waitFor(() => expect(requests()).toHaveLength(2));
    release();
    await screen.findByRole('link', { name: /^El faro de Ñuble, 42% visto/ });
  });
});

describe('a saved position that cannot be loaded', () => {
  it('is reported in a notice, is not overwritten, and is used after a retry', async () => {
    const saved = { current: [] as FakeServer['memory']['progress'] };
    const { media, server, user } = await openFilm(undefined, (prepared) => {
      saved.current = prepared.memory.progress;
      forget(prepared);
      prepared.failNext('GET /api/videos/:id/progress', 'server.unavailable');
    });
    await screen.findByText('No se pudo recuperar por dónde ibas');
    await media.playTo(5);
    await media.pause();
    server.memory.progress = saved.current;
    await user.click(await button('Reintentar'));
    await waitFor(() => expect(screen.queryByText(/No se pudo recuperar/)).toBeNull());
    const again = await driveMedia(lengthSeconds);
    expect(again.positionSeconds()).toBe(2_400);
    expect(savesOf({ server })).toEqual([]);
  });

  it('delays the film by a few seconds, and then the film plays from the beginning', async () => {
    const { media } = await openFilm(undefined, (prepared) => {
      forget(prepared);
      prepared.holdNext('GET /api/videos/:id/progress');
    });
    await screen.findByText('No se pudo recuperar por dónde ibas');
    expect(media.positionSeconds()).toBe(0);
  });

  it('no longer prevents saves once the notice is closed', async () => {
    const { media, server, user } = await openFilm(undefined, (prepared) => {
      forget(prepared);
      prepared.failNext('GET /api/videos/:id/progress', 'server.unavailable');
    });
    await user.click(await button('Cerrar aviso'));
    await media.playTo(7);
    await media.pause();
    await waitFor(() => expect(savesOf({ server })).toHaveLength(1));
  });
});

describe('saves of progress without a network', () => {
  it('are stored, and sent when the network is back', async () => {
    const { media, server } = await openFilm(undefined, (prepared) =>
      prepared.dropNext('PUT /api/videos/:id/progress'),
    );
    await media.playTo(2_410);
    await media.pause();
    await waitFor(() => expect(savesOf({ server })).toHaveLength(1));
    expect(localStorage.getItem('progress:valentina')).toContain('2410');
    // The page notices the dropped connection only shortly after the fake server has received the call, so the test
    // fires `online` until the page sends the save again.
    await waitFor(() => {
      dispatchEvent(new Event('online'));
      expect(savesOf({ server }).length).toBeGreaterThan(1);
    });
    await waitFor(() => expect(localStorage.getItem('progress:valentina')).toBe('[]'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('saves of progress on a device whose clock is behind', () => {
  it('carry the server’s time, also when sent after the page was reopened', async () => {
    const behindMs = 3_600_000;
    const { media, server } = await openFilm(undefined, (prepared) => {
      prepared.memory.clockAheadMs = behindMs;
      prepared.dropNext('PUT /api/videos/:id/progress');
    });
    await media.playTo(2_410);
    await media.pause();
    await waitFor(() => expect(savesOf({ server })).toHaveLength(1));
    // Resets the stored difference to the server's clock, as in a newly opened page that has not had an answer yet.
    noteServerDate(new Date().toUTCString());
    await waitFor(() => {
      dispatchEvent(new Event('online'));
      expect(savesOf({ server }).length).toBeGreaterThan(1);
    });
    const { at } = savesOf({ server }).at(-1) as { at: string };
    expect(Date.parse(at)).toBeGreaterThan(Date.now() + behindMs / 2);
  });
});

/** Opens a series with five playable chapters in two seasons. */
async function openSeries(prepare: (server: FakeServer) => void = () => undefined, begins = 1) {
  const series = makeFakeVideo({
    title: 'Cinco capítulos',
    tipo: 'serie',
    seasons: [makeFakeSeason('cinco', 1, 3), makeFakeSeason('cinco', 2, 2)],
  });
  for (const { chapters } of series.seasons) for (const chapter of chapters) chapter.streamKind = 'file';
  const app = await openApp('/', {
    as: 'valentina',
    prepare: (server) => {
      server.memory.videos.push(series);
      prepare(server);
    },
  });
  await app.go(`/watch/serie/${series._id}`);
  await screen.findByText(`T1 E${begins}`);
  return { ...app, media: await driveMedia(1_200) };
}

describe('a series on the watch page', () => {
  it('shows the progress of the playing chapter as it grows', async () => {
    const { media } = await openSeries();
    await media.playTo(300);
    await screen.findByRole('button', { name: /^Capítulo 1.*Reproduciendo.*25% visto/ });
    await media.playTo(600);
    await screen.findByRole('button', { name: /^Capítulo 1.*50% visto/ });
  });

  it('resumes a chapter at the second where it was left', async () => {
    const { media, user } = await openSeries();
    await media.playTo(300);
    // The page updates a chapter's progress in steps of 1 %, and the playback position moves on by less than that.
    await media.playTo(309);
    await user.click(screen.getByRole('button', { name: /^Capítulo 2/ }));
    await driveMedia(1_200, /cinco-t1-c2/);
    await user.click(screen.getByRole('button', { name: /^Capítulo 1/ }));
    expect((await driveMedia(1_200, /cinco-t1-c1/)).positionSeconds()).toBe(309);
  });

  it('continues with the next chapter when the end of the last one is only in an unsent save', async () => {
    const at = new Date().toISOString();
    const body = { lastTime: 1_190, duration: 1_200, completed: true, lastSeason: 1, lastChapter: 1, at };
    const { media } = await openSeries((server) => {
      for (let tries = 0; tries < 4; tries += 1) server.dropNext('PUT /api/videos/:id/progress');
      const unsent = [{ videoId: 'cinco-capitulos', body }];
      localStorage.setItem('progress:valentina', JSON.stringify(unsent));
    }, 2);
    expect(media.positionSeconds()).toBe(0);
    screen.getByRole('button', { name: /^Capítulo 1.*100% visto/ });
  });

  it('announces the next chapter, and plays it at the end', async () => {
    const { media, server } = await openSeries();
    await media.playTo(1_180);
    const card = await screen.findByRole('region', { name: 'Siguiente capítulo' });
    within(card).getByText('Siguiente capítulo en 20 s');
    within(card).getByText('T1 E2');
    await media.end();
    await screen.findByRole('button', { name: /^Capítulo 2.*Reproduciendo/ });
    await screen.findByRole('button', { name: /^Capítulo 1.*100% visto/ });
    await waitFor(() =>
      expect(savesOf({ server })).toContainEqual(
        expect.objectContaining({ lastSeason: 1, lastChapter: 1, completed: true }),
      ),
    );
  });

  it('has a button for the next chapter beside the play button, until the last one', async () => {
    const { user } = await openSeries();
    for (const place of ['T1 E2', 'T1 E3', 'T2 E1', 'T2 E2']) {
      await user.click(await button('Siguiente capítulo'));
      await screen.findByText(place);
    }
    expect(screen.queryByRole('button', { name: 'Siguiente capítulo' })).toBeNull();
  });

  it('plays the next chapter at once with «Ver ahora», and not at all with «Cancelar»', async () => {
    const { media, user } = await openSeries();
    await media.playTo(1_180);
    await user.click(await button('Ver ahora'));
    await screen.findByText('T1 E2');
    const second = await driveMedia(1_200, /cinco-t1-c2/);
    await second.playTo(1_180);
    await user.click(await button('Cancelar'));
    await second.end();
    const panel = await screen.findByRole('region', { name: 'Siguiente capítulo' });
    within(panel).getByText('T1 E3');
    within(panel).getByRole('button', { name: 'Ver de nuevo' });
  });

  it('waits for «Ver ahora» when autoplay is off, and this device remembers the switch', async () => {
    const { media, user } = await openSeries();
    await user.click(screen.getByRole('switch', { name: 'Reproducir el siguiente automáticamente' }));
    expect(localStorage.getItem('autoplayNext')).toBe('false');
    await media.playTo(1_190);
    const card = await screen.findByRole('region', { name: 'Siguiente capítulo' });
    expect(within(card).queryByText(/ en \d+ s/)).toBeNull();
    await media.end();
    await user.click(await button('Ver ahora'));
    await screen.findByText('T1 E2');
  });

  it('asks «¿Sigues ahí?» after three unattended chapters', async () => {
    const { media, user } = await openSeries();
    await media.end();
    await screen.findByText('T1 E2');
    // A `pointermove` event without movement, which browsers send when the page scrolls under a resting mouse; it must
    // not count as a sign that somebody is watching.
    dispatchEvent(Object.assign(new Event('pointermove'), { movementX: 0, movementY: 0 }));
    await (await driveMedia(1_200, /cinco-t1-c2/)).end();
    await screen.findByText('T1 E3');
    await (await driveMedia(1_200, /cinco-t1-c3/)).end();
    const panel = await screen.findByRole('region', { name: '¿Sigues ahí?' });
    within(panel).getByText('T2 E1');
    await user.click(within(panel).getByRole('button', { name: 'Seguir viendo' }));
    await screen.findByRole('combobox', { name: 'Temporada' });
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Temporada' }).value).toBe('2');
  });
});

describe('the end of a film on the watch page', () => {
  it('shows links to similar titles, and plays nothing by itself', async () => {
    const app = await openFilm({ from: '/peliculas', seen: ['navidad-en-la-azotea'] });
    await app.media.end();
    const panel = await screen.findByRole('region', { name: 'Has terminado «El faro de Ñuble»' });
    const links = await within(panel).findAllByRole('link');
    expect(links.map((link) => link.getAttribute('aria-label'))).not.toContain('El faro de Ñuble');
    await app.user.click(links[0]!);
    await waitFor(() => expect(app.path()).not.toContain(filmId));
    expect(app.path()).toMatch(/^\/watch\/movie\//);
  });
});
