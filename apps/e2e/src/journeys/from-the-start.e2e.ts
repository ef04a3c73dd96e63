import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startArchiveProvider, type ArchiveProvider } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openSession, productCaller, sessionHeaders } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const run = promisify(execFile);
const ffmpeg = process.env['BUTACA_FFMPEG'] ?? 'ffmpeg';
const segmentSeconds = 4;
const programmeSeconds = 600;

let folder: string;
let archive: ArchiveProvider;
let product: ProductProcess;
/** When the running programme began, in seconds since 1970: five minutes ago. */
let beganSeconds: number;
const instant = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const xmltv = (seconds: number): string => `${instant(seconds).replaceAll(/[-:T]/g, '').slice(0, 14)} +0000`;

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-archive-'));
  copyUsedDataFolder('bare', join(folder, 'data'));
  await record(folder);
  beganSeconds = Math.floor(Date.now() / 60_000) * 60 - programmeSeconds / 2;
  archive = await startArchiveProvider({
    nowSeconds: () => Math.floor(Date.now() / 1_000),
    segmentSeconds,
    // Each programme is the whole recording.
    makeSegment(fromSeconds) {
      const second = (fromSeconds - beganSeconds + 10 * programmeSeconds) % programmeSeconds;
      return readFileSync(join(folder, `${Math.floor(second / segmentSeconds)}.ts`));
    },
  });
  const times = [beganSeconds - programmeSeconds, beganSeconds, beganSeconds + programmeSeconds].map(xmltv);
  const shown = ['Uno.es', 'Dos.es'].flatMap((channel) => [
    `<channel id="${channel}"><display-name>${channel}</display-name></channel>`,
    ...['El faro', 'La tarde'].map(
      (title, at) =>
        `<programme channel="${channel}" start="${times[at]}" stop="${times[at + 1]}"><title>${title}</title></programme>`,
    ),
  ]);
  archive.upstream.answer('/g.xml', { body: `<?xml version="1.0"?><tv>${shown.join('')}</tv>` });
  product = await startProduct(join(folder, 'data'), {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
    FFMPEG_PATH: ffmpeg,
    FFPROBE_PATH: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
  });
  await addChannels();
});
afterAll(async () => {
  await product.stop();
  await archive[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Records ten minutes with H.264 and AAC, in segments whose times go on. */
async function record(into: string): Promise<void> {
  const make = (words: string) => run(ffmpeg, ['-v', 'error', '-y', ...words.split(' ')], { cwd: into });
  await make(
    '-f lavfi -i testsrc2=size=320x180:rate=25:duration=60 -f lavfi -i sine=frequency=440:duration=60 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -sc_threshold 0 -c:a aac minute.ts',
  );
  await make(
    `-stream_loop ${programmeSeconds / 60 - 1} -i minute.ts -c copy -f segment -segment_time ${segmentSeconds} -segment_format mpegts %d.ts`,
  );
}

/** Imports a channel in MPEG-TS and one in HLS with their archives, and their guide. */
async function addChannels(): Promise<void> {
  const session = await openSession(product.url, administrator);
  const list = [
    '#EXTM3U',
    '#EXTINF:-1 tvg-id="Uno.es" catchup="fs" catchup-days="2",Uno',
    `${archive.origin}/fs/uno/index.m3u8`,
    '#EXTINF:-1 tvg-id="Dos.es" catchup="xc" catchup-days="2",Dos',
    `${archive.origin}/live/ana/clave/7.ts`,
  ];
  const form = new FormData();
  form.set('m3uFile', new File([list.join('\n')], 'canales.m3u'));
  const headers = sessionHeaders(session);
  const sent = await fetch(`${product.url}/api/channels/admin/process-m3u`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(sent.status).toBe(200);
  const call = productCaller(product.url, session.deviceId);
  const body = { address: `${archive.origin}/g.xml` };
  await call('POST', '/api/admin/guide/sources', body, session.token);
  await vi.waitFor(
    async () => {
      const path = '/api/guide/now';
      const { channels } = await call<{ channels: unknown[] }>('GET', path, undefined, session.token);
      if (channels.length < 2) throw new Error('the guide is not read yet');
    },
    { timeout: 30_000, interval: 100 },
  );
}

async function channelId(name: string): Promise<string> {
  const session = await openSession(product.url, administrator);
  const call = productCaller(product.url, session.deviceId);
  const { channels } = await call<{ channels: { _id: string; name: string }[] }>(
    'GET',
    '/api/channels/list',
    undefined,
    session.token,
  );
  return channels.find((channel) => channel.name === name)?._id ?? '';
}

const archivePage = (id: string, seconds: number): string =>
  `/watch/channel/${id}?desde=${encodeURIComponent(instant(seconds))}`;
const playing = () =>
  page.waitForFunction(
    () => {
      const host = document.querySelector('stream-video');
      return host !== null && !host.paused && host.currentTime > 0.5 && host.readyState >= 3;
    },
    undefined,
    tenTimesASecond,
  );

it('a viewer goes to the start of what a channel shows, and back to the channel', async () => {
  const id = await channelId('Uno');
  await openSignedIn(page, product.url, administrator, `/watch/channel/${id}`);
  await page.getByRole('link', { name: 'Ver desde el principio' }).click();
  await page.getByRole('heading', { name: 'La tarde', level: 1 }).waitFor();
  await playing();
  expect(archive.asked.map(({ fromSeconds }) => fromSeconds)).toContain(beganSeconds);
  await page.getByRole('slider', { name: 'Posición en el programa' }).waitFor();
  await page.getByRole('link', { name: 'Volver al directo' }).click();
  await page.getByRole('heading', { name: 'Uno', level: 1 }).waitFor();
});

it('a past programme in MPEG-TS plays from its start, and from another place of it', async () => {
  const id = await channelId('Dos');
  const from = beganSeconds - programmeSeconds;
  await openSignedIn(page, product.url, administrator, archivePage(id, from));
  await page.getByRole('heading', { name: 'El faro', level: 1 }).waitFor();
  await watchFor(page, 1);
  const slider = page.getByRole('slider', { name: 'Posición en el programa' });
  await slider.fill('300');
  await playing();
  // What has arrived already is not requested again. The recording goes on from the fifth minute in either case.
  await expect
    .poll(() => slider.getAttribute('aria-valuetext'), { timeout: 30_000 })
    .toMatch(/^05:(?!00)\d\d de 10:00$/);
});
