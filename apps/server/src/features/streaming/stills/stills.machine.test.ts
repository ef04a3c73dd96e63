import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, until, type TestGateway } from '../../../../test/gateway/start-test-gateway.ts';
import { createLog } from '../../../platform/log.ts';
import { createPrograms, type Programs } from '../../../platform/programs/programs.ts';
import { stillsFeature } from './index.ts';

const names = {
  ffmpeg: process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
  ffprobe: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
};

let folder: string;
let programs: Programs<'ffmpeg' | 'ffprobe'>;
let upstream: FakeUpstream;
let test: TestGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-stills-'));
  programs = createPrograms({
    names,
    workDir: join(folder, 'work'),
    hiddenDir: folder,
    log: createLog('silent'),
  });
  await programs.whenKnown();
  upstream = await startFakeUpstream();
  test = await startTestGateway({});
  // Pixels of this recording are not square: 720 × 576 are shown as 16:9.
  const video =
    '-vf setsar=64/45 -t 2 -c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -f mpegts pipe:1';
  const input = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=720x576:rate=25', ...video.split(' ')];
  const { stdout } = await promisify(execFile)(names.ffmpeg, input, {
    encoding: 'buffer',
    maxBuffer: 20_000_000,
  });
  upstream.serve('/canal', (_request, response) =>
    response.writeHead(200, { 'content-type': 'video/mp2t' }).write(stdout),
  );
  upstream.serve('/segmento', (_request, response) =>
    response.writeHead(200, { 'content-type': 'video/mp2t' }).end(stdout),
  );
  upstream.serve('/lista', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
      .end('#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:2,\nsegmento.ts\n'),
  );
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await programs[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const create = (isBusy = false) =>
  stillsFeature({ gateway: test.gateway, programs, isBusy: () => isBusy, log: createLog('silent') });

/** Reads the size that a JPEG image states. */
async function sizeOf(jpeg: Buffer | undefined): Promise<string> {
  const args = '-v error -f mjpeg -show_entries stream=width,height -of csv=p=0 -i pipe:0'.split(' ');
  const probing = promisify(execFile)(names.ffprobe, args);
  probing.child.stdin?.end(jpeg);
  return (await probing).stdout.trim();
}

it('is made of a channel in MPEG-TS that somebody watches, without another request, and once a minute', async () => {
  expect(await create().find('uno')).toBeUndefined();
  const viewer = await test.ask(
    test.address({ address: `${upstream.origin}/canal`, streamKind: 'ts' }, { itemKey: 'channel:uno' }),
  );
  viewer.resume();
  await until('a keyframe is kept', () => test.gateway.findPicture('channel:uno') !== undefined);
  expect(await create(true).find('uno')).toBeUndefined();
  const stills = create();
  const still = await stills.find('uno');
  expect(await sizeOf(still)).toBe('960,540');
  expect(await stills.find('uno')).toBe(still);
  expect(await stills.find('otro')).toBeUndefined();
  expect(upstream.seen.length).toBe(1);
  viewer.destroy();
});

it('is made of a segment of a channel in HLS', async () => {
  const grant = { itemKey: 'channel:dos' } as const;
  const address = test.address({ address: `${upstream.origin}/lista.m3u8`, streamKind: 'hls' }, grant);
  const playlist = (await test.fetch(address)).body.toString();
  await test.fetch(new URL(/^[^#].*$/m.exec(playlist)?.[0] ?? '', address).href);
  expect(await sizeOf(await create().find('dos'))).toBe('960,540');
});
