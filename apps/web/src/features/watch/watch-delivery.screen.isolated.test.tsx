import type { StreamVideo } from '@butaca/player';
import { makeFakeDownload, type FakeServer } from '@butaca/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { driveMedia } from '../../../test/driven-media.ts';
import { openApp, type OpenedApp } from '../../../test/open-app.tsx';

const filmId = 'el-faro-de-nuble';
const seriesId = 'marea-alta';
const lengthSeconds = 6_000;
const noSound = 'Este navegador no puede reproducir el sonido de este video: solo se ve.';
const missing = /^Este archivo necesita convertirse y el servidor no tiene ffmpeg\. Elige otro/;
const busy = /^El servidor ya está convirtiendo todos los archivos que puede\./;

/**
 * Makes `canPlayType` of jsdom claim that the browser plays HLS and MKV natively, because hls.js cannot run in jsdom.
 */
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) => {
    if (type === 'application/vnd.apple.mpegurl') return 'maybe';
    return type.startsWith('video/x-matroska') ? 'probably' : '';
  });
});
afterEach(() => vi.restoreAllMocks());

/**
 * Opens a page of the app with a fake server on which every video and chapter is a file and every stream URL answers.
 */
async function open(path: string, prepare: (server: FakeServer) => void = () => undefined) {
  return openApp(path, {
    as: 'valentina',
    prepare: (server) => {
      for (const video of server.memory.videos) {
        if (video.url !== null) video.streamKind = 'file';
        for (const chapter of video.seasons.flatMap(({ chapters }) => chapters)) chapter.streamKind = 'file';
      }
      server.memory.hasStreams = true;
      prepare(server);
    },
  });
}
const openFilm = (prepare?: (server: FakeServer) => void) => open(`/watch/movie/${filmId}`, prepare);

/** Waits until the player element's `src` matches `wanted`. @returns the player element */
const plays = async (wanted: RegExp): Promise<StreamVideo> =>
  waitFor(() => {
    const host = document.querySelector<StreamVideo>('stream-video');
    if (!host?.video.hasAttribute('src')) throw new Error('nothing plays');
    expect(host.src).toMatch(wanted);
    return host;
  });
const converted = /^\/api\/stream\/convertido\//;
const asItIs = /^\/api\/stream\/(?!convertido)/;

/** The query strings of the `GET /api/videos/:id` calls for one video, in the order of the calls. */
const asked = ({ calls }: Pick<OpenedApp, 'calls'>, id: string) =>
  calls().flatMap((call) => new RegExp(`^GET /api/videos/${id}(?:\\?(.*))?$`).exec(call)?.[1] ?? []);
const savedPositions = ({ server }: Pick<OpenedApp, 'server'>): number[] =>
  server.seen
    .filter(({ call }) => call.startsWith('PUT /api/videos/'))
    .map(({ body }) => (body as { lastTime: number }).lastTime);

describe('the delivery of a title on the watch page', () => {
  it('is requested with the formats this browser plays, and has the form the server chooses', async () => {
    const app = await openFilm(({ memory }) => memory.unplayableIds.add(filmId));
    const host = await plays(converted);
    expect(host.streamKind).toBe('hls');
    expect(asked(app, filmId)).toEqual(['can=mkv']);
  });

  it('is requested with the chapter’s id when a chapter is a file', async () => {
    const app = await open(`/watch/serie/${seriesId}`, ({ memory }) =>
      memory.unplayableIds.add(`${seriesId}-t1-c2`),
    );
    const host = await plays(/marea-alta-t1-c1\//);
    expect(host.src).toMatch(asItIs);
    await app.user.click(screen.getByRole('button', { name: /^Capítulo 2/ }));
    // The player element stays the same when the next chapter of the series opens, so that full screen survives the
    // change.
    expect(await plays(/convertido\/marea-alta-t1-c2\//)).toBe(host);
    expect(asked(app, seriesId)).toEqual([
      'can=mkv',
      `can=mkv&chapter=${seriesId}-t1-c1`,
      `can=mkv&chapter=${seriesId}-t1-c2`,
    ]);
    await screen.findByText('T1 E2');
  });

  it('is on demand for a film packed as MPEG-TS', async () => {
    await openFilm(({ memory }) => {
      for (const video of memory.videos) if (video._id === filmId) video.streamKind = 'ts';
    });
    await waitFor(() => {
      const host = document.querySelector('stream-video');
      expect(host?.src).toMatch(asItIs);
      expect(host?.getAttribute('stream-type')).toBe('on-demand');
    });
  });

  it('is the file as it is when the request for the chapter fails', async () => {
    const app = await open(`/watch/serie/${seriesId}`);
    await plays(/marea-alta-t1-c1\//);
    app.server.dropNext('GET /api/videos/:id');
    await app.user.click(screen.getByRole('button', { name: /^Capítulo 3/ }));
    await plays(/^\/api\/stream\/marea-alta-t1-c3\//);
  });

  it('is requested unconverted for a chapter, even after another chapter was converted', async () => {
    const app = await open(`/watch/serie/${seriesId}`);
    await plays(/marea-alta-t1-c1\//);
    const media = await driveMedia(lengthSeconds);
    await media.fail();
    await plays(/convertido\/marea-alta-t1-c1\//);
    await app.user.click(screen.getByRole('button', { name: /^Capítulo 2/ }));
    await plays(/^\/api\/stream\/marea-alta-t1-c2\//);
    expect(asked(app, seriesId).slice(-2)).toEqual([
      `can=mkv&play=remux&chapter=${seriesId}-t1-c1`,
      `can=mkv&chapter=${seriesId}-t1-c2`,
    ]);
  });
});

describe('a film that plays without sound', () => {
  it('continues in another form at the same second, and its saved position never decreases', async () => {
    const app = await openFilm();
    const media = await driveMedia(lengthSeconds);
    expect(media.positionSeconds()).toBe(2_400);
    await media.playTo(2_500);
    await media.playWithoutSound(2_504);
    await plays(converted);
    expect(screen.queryByText(noSound)).toBeNull();
    const again = await driveMedia(lengthSeconds);
    expect(again.positionSeconds()).toBe(2_504);
    await again.playTo(2_506);
    await again.pause();
    await waitFor(() => expect(savedPositions(app).at(-1)).toBe(2_506));
    expect(Math.min(...savedPositions(app))).toBeGreaterThanOrEqual(2_500);
    expect(asked(app, filmId)).toEqual(['can=mkv', 'can=mkv&play=remux']);
  });

  it('is requested in another form once, and then a warning is shown', async () => {
    const app = await openFilm();
    await (await driveMedia(lengthSeconds)).playWithoutSound(2_404);
    await plays(converted);
    await (await driveMedia(lengthSeconds)).playWithoutSound(2_410);
    await screen.findByText(noSound);
    expect(asked(app, filmId)).toEqual(['can=mkv', 'can=mkv&play=remux']);
  });

  it('keeps playing when it cannot be converted, with a warning that says why', async () => {
    const app = await openFilm(({ memory }) => {
      memory.conversionRefusal = 'conversion.missing';
    });
    const media = await driveMedia(lengthSeconds);
    await media.playWithoutSound(2_404);
    await screen.findByText(new RegExp(`^${noSound} Este archivo necesita convertirse`));
    await plays(asItIs);
    expect(media.positionSeconds()).toBe(2_404);
    await media.playTo(2_410);
    await media.pause();
    await waitFor(() => expect(savedPositions(app).at(-1)).toBe(2_410));
  });

  it('keeps playing without a warning when its file has no sound', async () => {
    const app = await openFilm(({ memory }) => memory.wholeIds.add(filmId));
    const media = await driveMedia(lengthSeconds);
    await media.playWithoutSound(2_404);
    await waitFor(() => expect(asked(app, filmId)).toHaveLength(2));
    await media.playTo(2_410);
    await media.pause();
    await waitFor(() => expect(savedPositions(app).at(-1)).toBe(2_410));
    expect(screen.queryByText(noSound)).toBeNull();
    await plays(asItIs);
  });

  it('keeps playing with a warning when the request for another form fails', async () => {
    const app = await openFilm();
    const media = await driveMedia(lengthSeconds);
    app.server.failNext('GET /api/videos/:id', 'server.unavailable');
    await media.playWithoutSound(2_404);
    await screen.findByText(noSound);
    await plays(asItIs);
  });
});

describe('a film in a form that this browser does not play', () => {
  it('continues in another one at the second where it stopped', async () => {
    const app = await openFilm();
    const media = await driveMedia(lengthSeconds);
    await media.playTo(3_000);
    await media.fail();
    await plays(converted);
    expect((await driveMedia(lengthSeconds)).positionSeconds()).toBe(3_000);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked(app, filmId)).toEqual(['can=mkv', 'can=mkv&play=remux']);
  });

  it('shows the failure when no other form is available, and a retry may use both forms', async () => {
    const app = await openFilm();
    const media = await driveMedia(lengthSeconds);
    await media.playTo(3_000);
    app.server.failNext('GET /api/videos/:id', 'server.unavailable');
    await media.fail();
    await screen.findByText(/^Error del reproductor: El video llega en un formato/);
    await app.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await plays(asItIs);
    const again = await driveMedia(lengthSeconds);
    expect(again.positionSeconds()).toBe(3_000);
    await again.fail();
    await plays(converted);
  });
});

it('a chapter that fails at its start shows a start failure though another has played', async () => {
  const app = await open(`/watch/serie/${seriesId}`);
  await plays(/marea-alta-t1-c1\//);
  await (await driveMedia(lengthSeconds)).playTo(3);
  await app.user.click(screen.getByRole('button', { name: /^Capítulo 2/ }));
  await plays(/marea-alta-t1-c2\//);
  app.server.failNext('GET /api/videos/:id', 'server.unavailable');
  await (await driveMedia(lengthSeconds)).fail();
  await screen.findByText(/^Error al iniciar el reproductor: El video llega en un formato/);
});

describe('a refused conversion on the watch page', () => {
  /**
   * Opens a film that the fake server delivers converted to HLS; after a while the converted stream fails, because the
   * server refuses the conversion with the code `refusal`.
   *
   * @param beforeFailure - runs when the converted film plays, before it fails
   */
  const openConverted = async (
    refusal: FakeServer['memory']['conversionRefusal'],
    beforeFailure: (server: FakeServer) => void = () => undefined,
  ) => {
    const app = await openFilm(({ memory }) => {
      memory.unplayableIds.add(filmId);
      memory.conversionRefusal = refusal;
    });
    await plays(converted);
    beforeFailure(app.server);
    await (await driveMedia(lengthSeconds)).fail();
    return app;
  };

  it('shows what to do and no «Reintentar» when the server has no converter', async () => {
    await openConverted('conversion.missing');
    await screen.findByRole('heading', { name: missing });
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
    // The «Volver» button of the error panel has the focus, so that a remote control can leave the page at once.
    expect(document.activeElement?.textContent).toBe('Volver');
  });

  it('shows that the file cannot be converted, and no «Reintentar»', async () => {
    await openConverted('conversion.impossible');
    await screen.findByRole('heading', {
      name: 'Este archivo no se puede convertir para el navegador. Elige otro o avisa al administrador.',
    });
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });

  it.each(['conversion.missing', 'conversion.impossible'] as const)(
    'links the apps that the operator offers after %s',
    async (refusal) => {
      const { user, path } = await openConverted(refusal, ({ memory }) => {
        memory.operations.downloads = [makeFakeDownload('butaca.deb')];
      });
      const link = await screen.findByRole('link', { name: 'Aplicaciones' });
      expect(link.parentElement?.textContent).toMatch(
        /Quizá lo reproduzca una de las que hay en Aplicaciones\.$/,
      );
      await user.click(link);
      await screen.findByRole('heading', { level: 1, name: 'Aplicaciones' });
      expect(path()).toBe('/descargas');
    },
  );

  it('links no apps while the operator offers none', async () => {
    const { calls } = await openConverted('conversion.missing');
    await screen.findByRole('heading', { name: missing });
    await waitFor(() => expect(calls()).toContain('GET /api/downloads'));
    expect(screen.queryByRole('link', { name: 'Aplicaciones' })).toBeNull();
  });

  it('links no apps after a failure that passes', async () => {
    // The failure is shown until the automatic retry, which a slow machine must not reach before the test has looked.
    const { calls } = await openConverted('conversion.busy', ({ memory }) => {
      memory.busySeconds = 120;
      memory.operations.downloads = [makeFakeDownload('butaca.deb')];
    });
    await screen.findByRole('heading', { name: busy });
    expect(calls()).not.toContain('GET /api/downloads');
    expect(screen.queryByRole('link', { name: 'Aplicaciones' })).toBeNull();
  });

  it('is retried automatically at the same second when the converter is busy', async () => {
    // The fake server holds back the answer to the automatic retry until the test has freed the converter, so that the
    // retry succeeds on a slow machine too.
    let release = (): void => undefined;
    const app = await openConverted('conversion.busy', (server) => {
      server.memory.busySeconds = 4;
      ({ release } = server.holdNext('GET /api/videos/:id'));
    });
    await screen.findByText(/^Nuevo intento en [0-4] s$/);
    screen.getByRole('heading', { name: busy });
    screen.getByRole('button', { name: 'Reintentar' });
    app.server.memory.conversionRefusal = null;
    release();
    await waitFor(() => expect(screen.queryByRole('heading', { name: busy })).toBeNull());
    await plays(converted);
    expect((await driveMedia(lengthSeconds)).positionSeconds()).toBe(2_400);
    expect(asked(app, filmId)).toEqual(['can=mkv', 'can=mkv']);
  });

  it('is not said to lack ffmpeg while ffmpeg has not answered, and can be retried', async () => {
    await openConverted('conversion.starting', ({ memory }) => {
      memory.busySeconds = 120;
    });
    await screen.findByRole('heading', { name: /el servidor todavía está preparando el conversor/ });
    screen.getByRole('button', { name: 'Reintentar' });
    expect(screen.queryByText(/no tiene ffmpeg/)).toBeNull();
  });

  it('is retried automatically twice, then only by the button', async () => {
    // The countdown before each retry is not waited for: it is over in two seconds, which a slow machine may miss.
    const app = await openConverted('conversion.elsewhere');
    for (const tries of [2, 3]) {
      await waitFor(() => expect(asked(app, filmId)).toHaveLength(tries));
      await plays(converted);
      await (await driveMedia(lengthSeconds)).fail();
    }
    await screen.findByRole('heading', {
      name: /^Tu plan no permite ver a la vez más contenidos que haya que convertir/,
    });
    expect(screen.queryByRole('timer')).toBeNull();
    app.server.memory.conversionRefusal = null;
    await app.user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(asked(app, filmId)).toHaveLength(4));
    await plays(converted);
  });
});
