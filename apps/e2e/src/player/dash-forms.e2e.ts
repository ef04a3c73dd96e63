import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream, sampleHandler, type FakeUpstream } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerPerson } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { addFilms } from '../add-films.ts';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';
import { makeMedia, mediaSeconds } from './make-media.ts';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
const password = 'clave larga de visitante';

let folder: string;
let upstream: FakeUpstream;
let product: ProductProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-dash-'));
  await cp(await makeMedia(), folder, { recursive: true });
  copyUsedDataFolder('bare', join(folder, 'data'));
  await makeForms(folder);
  upstream = await startFakeUpstream();
  upstream.serve('/samples/', sampleHandler(folder));
  const film = (id: string, file: string, plans: readonly string[] = []) => ({
    id,
    title: `Película ${id}`,
    address: `${upstream.origin}/samples/${file}`,
    streamKind: 'dash',
    plans,
  });
  await addFilms(join(folder, 'data'), [
    film('list', 'list/film.mpd'),
    film('indexed', 'indexed.mpd'),
    film('numbers', 'dash/film.mpd'),
    film('p-indexed', 'indexed.mpd?prueba', ['premium']),
    film('p-numbers', 'dash/film.mpd?prueba', ['premium']),
  ]);
  product = await startProduct(join(folder, 'data'), {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  });
});
afterAll(async () => {
  await product.stop();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Makes two more DASH manifests of the test film: one with a list of byte ranges, and one whose tracks are single files
 * with an index.
 */
async function makeForms(into: string): Promise<void> {
  const make = (...args: string[]) =>
    run(ffmpeg, ['-v', 'error', '-y', '-i', 'film.mp4', ...args], { cwd: into });
  await mkdir(join(into, 'list'));
  await make('-c', 'copy', '-f', 'dash', '-seg_duration', '1', '-single_file', '1', 'list/film.mpd');
  for (const [stream, name] of [
    ['v', 'picture.mp4'],
    ['a', 'sound.mp4'],
  ] as const) {
    const fragments = '+dash+global_sidx+delay_moov+frag_keyframe';
    await make(
      '-map',
      `0:${stream}`,
      '-c',
      'copy',
      '-frag_duration',
      '1000000',
      '-movflags',
      fragments,
      name,
    );
  }
  const track = async (name: string, attributes: string): Promise<string> => {
    const { start, end } = findIndex(await readFile(join(into, name)));
    return (
      `<AdaptationSet ${attributes}><Representation id="${name}" bandwidth="300000"><BaseURL>${name}</BaseURL>` +
      `<SegmentBase indexRange="${start}-${end}"><Initialization range="0-${start - 1}"/></SegmentBase>` +
      '</Representation></AdaptationSet>'
    );
  };
  await writeFile(join(into, 'text.vtt'), 'WEBVTT\n\n00:00.000 --> 00:11.000\n¿Vienes?\n');
  await writeFile(
    join(into, 'indexed.mpd'),
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" minBufferTime="PT1S" mediaPresentationDuration="PT${mediaSeconds}S"><Period>` +
      (await track('picture.mp4', 'mimeType="video/mp4" codecs="avc1.42C00D" width="320" height="180"')) +
      (await track('sound.mp4', 'mimeType="audio/mp4" codecs="mp4a.40.2" lang="es"')) +
      '<AdaptationSet mimeType="text/vtt" lang="es-419"><Representation id="t" bandwidth="100"><BaseURL>text.vtt</BaseURL>' +
      '</Representation></AdaptationSet></Period></MPD>',
  );
}

/** Finds the byte range of the fragment index (the `sidx` box) in an MP4 file. */
function findIndex(bytes: Buffer): { start: number; end: number } {
  for (let start = 0; start < bytes.length; start += bytes.readUInt32BE(start)) {
    if (bytes.toString('latin1', start + 4, start + 8) === 'sidx') {
      return { start, end: start + bytes.readUInt32BE(start) - 1 };
    }
  }
  throw new Error('the file has no index');
}

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

/**
 * Records which of the page's requests go to the provider's server directly instead of to the product; there should be
 * none.
 */
function followAddresses(): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(String(upstream.port))) foreign.push(request.url());
  });
  return foreign;
}

describe('a film in DASH', () => {
  it.each([
    ['ranges in a list', 'list'],
    ['files with an index', 'indexed'],
    ['numbers', 'numbers'],
  ])('with %s plays, with requests to the product only', async (_form, id) => {
    const foreign = followAddresses();
    await openSignedIn(page, product.url, administrator, `/watch/movie/${id}`);
    const shown = await watchFor(page, 3);
    expect(shown.widthPx).toBeGreaterThan(100);
    const heard = await page.evaluate(() => document.querySelector('stream-video')?.decodedAudioBytes);
    expect(heard).toBeGreaterThan(0);
    expect(foreign).toEqual([]);
  });

  it('shows its subtitles when the viewer chooses them', async () => {
    await openSignedIn(page, product.url, administrator, '/watch/movie/indexed');
    await watchFor(page, 1);
    const texts = () =>
      page.evaluate(() =>
        [...(document.querySelector('stream-video')?.textTracks ?? [])].map(({ language, mode, cues }) => ({
          language,
          mode,
          cues: [...(cues ?? [])].map((cue) => (cue as VTTCue).text),
        })),
      );
    await expect.poll(texts).toMatchObject([{ language: 'es-419', mode: 'disabled' }]);
    await page.keyboard.press('c');
    await expect.poll(texts).toMatchObject([{ language: 'es-419', mode: 'showing', cues: ['¿Vienes?'] }]);
  });

  it.each([
    ['numbers', 'p-numbers'],
    ['files with an index', 'p-indexed'],
  ])('with %s is charged to the daily trial while it plays', async (_form, id) => {
    const username = `prueba-${id}`;
    await registerPerson(product.url, { username: username, password });
    await page.addInitScript((item) => localStorage.setItem(`useTrial:${item}`, 'true'), id);
    await openSignedIn(page, product.url, { username, password }, `/watch/movie/${id}`);
    await watchFor(page, 3);
    await page.getByText(/^Prueba gratuita: quedan 1\d min$/).waitFor();
  });
});
