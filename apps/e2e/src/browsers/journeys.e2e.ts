import { formatSamples, type FormatSample } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, productCaller, registerPerson } from '../../../../tools/product/people.mjs';
import { startSampleProduct, type SampleProduct } from '../format-samples/sample-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';
import type { Automation } from './automation.ts';
import { createDrivenPage, type DrivenPage } from './driven-page.ts';
import { openFirefox } from './firefox.ts';
import { openWebkit } from './webkit.ts';
import { administrator } from '../start-product.ts';

/** How long the films of the samples are, in seconds. */
const filmSeconds = 30;
/** What ends before this second has broken off. */
const endsFrom = 25;
const seriesTitle = 'Dos capítulos';

let product: SampleProduct;
let seriesId: string;
beforeAll(async () => {
  product = await startSampleProduct({ prepare: (dataDir) => copyUsedDataFolder('bare', dataDir) });
  const call = productCaller(product.url, 'DispositivoDeSeries0000000000000');
  const { token } = await openSession(product.url, administrator, 'DispositivoDeSeries0000000000000');
  const url = product.addressOf(sampleAt('film.mp4'));
  const series = {
    title: seriesTitle,
    tipo: 'serie',
    mainSection: 'POR_GENERO',
    requiresPlan: ['gplay'],
    seasons: [
      {
        seasonNumber: 1,
        chapters: [
          { chapterNumber: 1, title: 'Uno', url },
          { chapterNumber: 2, title: 'Dos', url: `${url}?dos` },
        ],
      },
    ],
  };
  seriesId = (await call<{ _id: string }>('POST', '/api/videos', series, token))._id;
});
afterAll(() => product[Symbol.asyncDispose]());

function sampleAt(path: string): FormatSample {
  const sample = formatSamples.find((candidate) => candidate.path === path);
  if (sample === undefined) throw new Error(`there is no sample ${path}`);
  return sample;
}

describe.each<{ name: string; open: () => Promise<Automation> }>([
  { name: 'WebKitGTK', open: openWebkit },
  { name: 'Firefox', open: openFirefox },
])('a person with $name', ({ name, open }) => {
  const person = { username: `persona-${name.toLowerCase()}`, password: 'clave larga de persona' };
  let call: ReturnType<typeof productCaller>;
  let token: string;
  let automation: Automation;
  let page: DrivenPage;
  beforeAll(async () => {
    call = productCaller(product.url, `Comprobador${name}`.padEnd(32, '0'));
    ({ token } = await registerPerson(product.url, person, `Comprobador${name}`.padEnd(32, '0')));
    automation = await open();
    page = createDrivenPage(automation, product.url);
  });
  afterAll(() => automation?.[Symbol.asyncDispose]());

  const positionOf = async (videoId: string) => {
    const path = `/api/videos/${videoId}/progress`;
    const { watchProgress } = await call<{ watchProgress: { lastTime: number; completed: boolean } | null }>(
      'GET',
      path,
      undefined,
      token,
    );
    return watchProgress;
  };
  const idOf = (sample: FormatSample): string => product.watchPath(sample).split('/').at(-1) ?? '';
  const watch = async (sample: FormatSample): Promise<void> => {
    await page.open(product.watchPath(sample));
    await page.locate('h1', sample.name);
    await page.until(({ played, width }) => played >= 2 && width > 0, `${sample.name} plays`);
  };

  it('signs in with the form', async () => {
    await page.open('/login');
    await page.click('input[autocomplete="username"]');
    await page.type(person.username);
    await page.click('input[type="password"]');
    await page.type(person.password);
    await page.press('Enter');
    await expect.poll(() => page.run(() => location.hash), { timeout: 60_000 }).not.toMatch(/login/);
    await page.locate('main h2');
  });

  it.each(['live/index.m3u8', 'live/stream.ts'])('watches the channel %s', async (path) => {
    await watch(sampleAt(path));
  });

  it('watches an MP4 film, seeks, and resumes where it was left', async () => {
    const film = sampleAt('film.mp4');
    await watch(film);
    expect((await page.read())?.duration).toBeCloseTo(filmSeconds, 0);
    await page.press('l');
    const ahead = await page.until(
      ({ seconds, seeking }) => seconds >= 12.5 && !seeking,
      'the film goes on after the seek',
    );
    expect(ahead.seconds).toBeLessThan(endsFrom);
    await page.press('k');
    const { seconds } = await page.until(({ paused }) => paused, 'the film is paused');
    await expect.poll(async () => (await positionOf(idOf(film)))?.lastTime).toBeCloseTo(seconds, 0);
    await page.open('/');
    await page.locate('h2', 'Continuar Viendo');
    await page.click('a', film.name);
    const resumed = await page.until((playing) => playing.played > 0.5, 'the film resumes');
    expect(resumed.seconds - resumed.played).toBeGreaterThan(seconds - 3);
  });

  it('watches that film to its end, and only that end is saved as one', async () => {
    const film = sampleAt('film.mp4');
    expect(await positionOf(idOf(film))).toMatchObject({ completed: false });
    let last = 0;
    await page.untilTrue('the end of the film is saved', async () => {
      const saved = await positionOf(idOf(film));
      last = Math.max(last, (await page.read())?.seconds ?? 0);
      return saved?.completed === true;
    });
    expect(last).toBeGreaterThan(endsFrom);
    expect((await positionOf(idOf(film)))?.lastTime).toBeGreaterThan(endsFrom);
    await page.locate('h2, h3, p', `Has terminado «${film.name}»`);
  });

  it('goes on to the next chapter at the end of the first, and not before', async () => {
    await page.open(`/watch/serie/${seriesId}`);
    await page.until(({ played, subtitle }) => played >= 1 && subtitle === 'T1 E1: Uno', 'chapter 1 plays');
    // What ended before is of other films.
    await page.run(() => window.mediaRecord?.splice(0));
    await page.press('l');
    await page.until(
      ({ seconds, subtitle, played }) => subtitle === 'T1 E2: Dos' && played >= 2 && seconds < endsFrom,
      'chapter 2 plays',
    );
    const ends = await page.run(() =>
      (window.mediaRecord ?? []).flatMap((line) => / ended at ([\d.]+)/.exec(line)?.[1] ?? []),
    );
    expect(Math.max(...ends.map(Number))).toBeGreaterThan(endsFrom - 1);
  });

  it('watches a converted MKV film, and chooses its subtitles in the menu', async () => {
    await watch(sampleAt('film.mkv'));
    await page.press('k');
    await page.until(({ paused }) => paused, 'the film is paused');
    await page.click('media-captions-menu-button');
    await page.click(['media-captions-menu', '[part~="menu-item"]'], 'Español');
    const showing = () =>
      page.run(() => {
        const tracks = [...(document.querySelector('stream-video')?.textTracks ?? [])];
        return tracks.find(({ mode }) => mode === 'showing')?.language ?? '';
      });
    await expect.poll(showing, { timeout: 60_000 }).toMatch(/^(?:es|spa)/);
  });

  it('finds a title by the search, and opens it', async () => {
    await page.open('/');
    await page.locate('h2');
    await page.press('/');
    await page.locate('input[role="combobox"]');
    await page.type('dos capitulos');
    await page.locate('[role="option"]', seriesTitle);
    await page.press('Enter');
    await page.locate('h1', seriesTitle);
    await page.until(({ played }) => played >= 1, 'the found series plays');
  });
});
