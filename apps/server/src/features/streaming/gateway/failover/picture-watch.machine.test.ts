import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { ItemKey } from '@butaca/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import { createPrograms, type Programs } from '../../../../platform/programs/programs.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { startTestGateway, until, type TestGateway } from '../../../../../test/gateway/start-test-gateway.ts';
import { createJudgePicture, type JudgePicture } from './judge-picture.ts';
import { createPictureSample } from './picture-sample.ts';

const names = {
  ffmpeg: process.env['BUTACA_FFMPEG'] ?? 'ffmpeg',
  ffprobe: process.env['BUTACA_FFPROBE'] ?? 'ffprobe',
};
const size = 'size=320x180:rate=25';
const pictures = {
  black: `color=c=black:${size}`,
  dim: `color=c=0x202020:${size}`,
  clear: `testsrc2=${size}`,
} as const;
type Picture = keyof typeof pictures;

let folder: string;
let programs: Programs<'ffmpeg' | 'ffprobe'>;
let judgePicture: JudgePicture;
let upstream: FakeUpstream;
let test: TestGateway;
const recordings = {} as Record<Picture, Buffer>;
const sources = new Map<ItemKey, StreamSource[]>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-pictures-'));
  const log = createLog('silent');
  programs = createPrograms({ names, workDir: join(folder, 'work'), hiddenDir: folder, log });
  judgePicture = createJudgePicture(programs, log);
  for (const [picture, source] of Object.entries(pictures))
    recordings[picture as Picture] = await record(source);
  upstream = await startFakeUpstream();
  test = await startTestGateway({
    programs,
    timing: { pictureEveryMs: 50, standbyMs: 600_000, silenceMs: 600_000 },
    findSources: async (channelKey) => sources.get(channelKey) ?? [],
    findBudget: async ({ itemKey = '' }) => ({ providerKey: itemKey, connections: 2 }),
  });
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
  await programs[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Records four seconds with a keyframe every 0.2 s. */
async function record(source: string): Promise<Buffer> {
  const input = ['-v', 'error', '-f', 'lavfi', '-i', source];
  const video = '-t 4 -c:v libx264 -preset ultrafast -g 5 -pix_fmt yuv420p -f mpegts pipe:1'.split(' ');
  const { stdout } = await promisify(execFile)(names.ffmpeg, [...input, ...video], {
    encoding: 'buffer',
    maxBuffer: 20_000_000,
  });
  return stdout;
}

/** Serves a source that sends a picture again and again, and counts who is connected to it. */
function serve(path: string, picture: Picture): Set<ServerResponse> {
  const connected = new Set<ServerResponse>();
  upstream.serve(path, (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp2t' });
    connected.add(response);
    let at = 0;
    const timer = setInterval(() => {
      const step = 188 * 40;
      response.write(recordings[picture].subarray(at, at + step));
      at = at + step >= recordings[picture].length ? 0 : at + step;
    }, 5);
    response.once('close', () => {
      clearInterval(timer);
      connected.delete(response);
    });
  });
  return connected;
}

/** Watches a channel whose two sources show these pictures. */
async function watch(name: string, shown: readonly [Picture, Picture]) {
  const itemKey: ItemKey = `channel:${name}`;
  const paths = [`/${name}-primera`, `/${name}-segunda`] as const;
  const [first, second] = [serve(paths[0], shown[0]), serve(paths[1], shown[1])];
  const own = paths.map((path): StreamSource => ({
    address: upstream.origin + path,
    streamKind: 'ts',
    userAgent: null,
    referrer: null,
  }));
  sources.set(itemKey, own);
  const address = upstream.origin + paths[0];
  const response = await test.ask(test.address({ streamKind: 'ts', address }, { itemKey }));
  let receivedBytes = 0;
  response.on('error', () => undefined).on('data', (chunk: Buffer) => (receivedBytes += chunk.length));
  const verdict = () => test.gateway.readSourceHealth(address)?.verdict;
  const asked = () => upstream.seen.filter(({ path }) => path === paths[1]);
  return { response, first, second, verdict, asked, receivedBytes: () => receivedBytes };
}

it.each(['black', 'dim', 'clear'] as const)('a keyframe is decoded, and recognised: %s', async (picture) => {
  const sample = createPictureSample();
  let keyframe: Buffer | undefined;
  for (let at = 0; keyframe === undefined && at < recordings[picture].length; at += 188) {
    keyframe = sample.take(recordings[picture].subarray(at, at + 188));
  }
  expect(await judgePicture(keyframe ?? Buffer.alloc(0))).toBe(picture);
});

it('bytes that are no picture say nothing', async () => {
  expect(await judgePicture(Buffer.alloc(20_000, 0x47))).toBeUndefined();
});

it('a source that is black is left when another one shows a picture', async () => {
  const { response, first, second, verdict } = await watch('negra', ['black', 'clear']);
  await until('the second source plays', () => first.size === 0 && second.size === 1);
  expect(verdict()).toBe('black');
  response.destroy();
});

it('a source that is black is kept when the other one is black too, and is compared only once', async () => {
  const { response, first, second, verdict, asked, receivedBytes } = await watch('noche', ['black', 'dim']);
  await until('the second source is looked at', () => asked().length === 1);
  expect(await asked()[0]?.ended).toBe('cut');
  const before = receivedBytes();
  await until('the first source plays on', () => receivedBytes() > before + 200_000);
  expect([first.size, second.size, asked().length, verdict()]).toEqual([1, 0, 1, undefined]);
  response.destroy();
});
