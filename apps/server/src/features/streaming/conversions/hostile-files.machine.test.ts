/*
 * Files of a hostile provider try to make ffmpeg request addresses of their choice. Canary servers listen on addresses
 * that ffmpeg must never reach: this machine's loopback in both families, and another IPv4 address of it. The real
 * ffmpeg and ffprobe read each file through the real stream gateway, in every way that the product uses them.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { StreamKind } from '@butaca/contract';
import { startProvider, type Handler, type Provider } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { allowedConfinements } from '../../../../test/programs/allowed-confinements.ts';
import { createConversion, type ConversionNeeds } from './segments/conversion.ts';
import { createLiveConversion } from './live/live-conversion.ts';
import { makeHostileFiles, type HostileFiles } from '../../../../test/media/make-hostile-files.ts';
import { testPrograms } from '../../../../test/media/make-test-media.ts';
import type { ConversionPlan } from './segments/plan-conversion.ts';
import { probeFacts, probeKeyframes } from './inspection/probe.ts';
import type { Converter } from './ffmpeg/converter.ts';

/**
 * The address of the hostile test provider: the only address of this machine that the stream gateway may connect to in
 * this test.
 */
const providerHost = process.platform === 'linux' ? '127.0.0.77' : '127.0.0.1';
const canaryHosts = process.platform === 'linux' ? ['127.0.0.1', '127.0.0.2', '::1'] : ['::1'];

let canaries: Provider[];
const hits: string[] = [];
let files: HostileFiles;

async function startCanary(host: string): Promise<Provider> {
  const handle: Handler = (request, response) => {
    hits.push(`${host}${request.url ?? ''}`);
    response.end('canario');
  };
  const canary = await startProvider(handle, { on: host });
  // On a canary server (which ffmpeg must never reach) a mere connection counts as a hit, even without a request.
  canary.server.on('connection', () => hits.push(host));
  return canary;
}

beforeAll(async () => {
  canaries = await Promise.all(canaryHosts.map(startCanary));
  files = await makeHostileFiles(
    providerHost,
    canaries.map(({ origin }) => origin),
  );
}, 120_000);
afterAll(async () => {
  await Promise.all(canaries.map((canary) => canary[Symbol.asyncDispose]()));
  await files[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const facts: ConversionPlan['facts'] = {
  container: 'matroska,webm',
  durationSeconds: 12,
  startSeconds: 0,
  endSeconds: 12,
  video: {
    index: 0,
    codec: 'h264',
    profile: null,
    pixelFormat: null,
    transfer: null,
    width: 320,
    height: 180,
    bitRate: null,
  },
  audio: [],
  subtitles: [],
  imageSubtitles: [],
  scenes: [],
};
const plan: ConversionPlan = { mode: 'remux', facts, boundaries: [0, 4, 8, 12] };

const kinds = await allowedConfinements();

describe.each(kinds)('ffmpeg and ffprobe confined by %s', (kind) => {
  let server: TestApp;
  let converter: Converter;
  beforeAll(async () => {
    server = await startTestApp(
      {
        UPSTREAM_ALLOW_PRIVATE: `${providerHost}/32`,
        FFMPEG_PATH: testPrograms.ffmpeg,
        FFPROBE_PATH: testPrograms.ffprobe,
      },
      { confinementKinds: [kind] },
    );
    const found = await server.app.conversions.converter();
    if (typeof found !== 'object') throw new Error('there is no ffmpeg');
    converter = found;
    expect(converter.confinement.kind).toBe(kind);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  type Read = (needs: ConversionNeeds) => Promise<unknown>;

  const rest = (needs: ConversionNeeds) => ({
    openInput: async () => ({ ...needs, end: () => undefined }),
    makeRoom: async () => undefined,
  });

  const ways: Readonly<Record<string, Read>> = {
    inspection: ({ input }) => probeFacts(converter, input, signal),
    'search for keyframes': ({ input }) =>
      probeKeyframes(converter, { ...input, streamIndex: 0, endSeconds: 12 }, signal),
    async conversion(needs) {
      await using film = createConversion({ ...needs, ...rest(needs), plan, clock: systemClock });
      await film.segment('v', 0, { viewer: 'ana sala', signal }).catch(() => undefined);
    },
    async 'conversion from its middle'(needs) {
      await using film = createConversion({ ...needs, ...rest(needs), plan, clock: systemClock });
      await film.segment('v', 2, { viewer: 'ana sala', signal }).catch(() => undefined);
    },
    async 'conversion of a channel'(needs) {
      await converter.confinement.makeFolder(needs.folder);
      await using live = createLiveConversion({ ...needs, mode: 'remux', clock: systemClock });
      await live.playlist(signal).catch(() => undefined);
    },
  };

  async function readOne(path: string, streamKind: StreamKind, read: Read): Promise<void> {
    const address = `${files.origin}/${path}`;
    const loopback = await server.app.gateway.openLoopback({
      address,
      streamKind,
      userAgent: null,
      referrer: null,
    });
    const ownFolder = join(server.dataDir, 'conversions', randomUUID());
    const input = { address: loopback.address, streamKind };
    await read({
      converter,
      input,
      folder: ownFolder,
      hasRoom: async () => true,
      upstreamFailure: () => undefined,
      isSilent: () => false,
      hasEnd: () => false,
    });
    loopback.end();
  }

  // Every way in which the product reads a file passes the same input options to ffmpeg, so some of the ways are tested
  // with only a part of the hostile files. So are the stricter confinements: they start the same command line as the
  // weakest, and a server that cannot be reached from the weakest one can be reached from none.
  const share = kind === kinds.at(-1) ? 1 : 6;
  it.each<[StreamKind, way: string, every: number]>([
    ['file', 'inspection', 1],
    ['file', 'search for keyframes', 4],
    ['file', 'conversion', 1],
    ['file', 'conversion from its middle', 4],
    ['ts', 'conversion of a channel', 2],
    ['hls', 'inspection', 4],
    ['hls', 'conversion', 2],
  ])(
    'connect to no server that a hostile source of kind %s names: %s',
    async (streamKind, way, every) => {
      hits.length = 0;
      files.asked.clear();
      const paths = files.paths.filter((_path, index) => index % (every * share) === 0);
      await forEachAtOnce(availableParallelism() + 1, paths, (path) => readOne(path, streamKind, ways[way]!));
      expect(hits).toEqual([]);
      // Each hostile file must have been requested from the provider, else the test would prove nothing.
      for (const path of paths) expect(files.asked).toContain(`/${path}`);
    },
    120_000,
  );
});

async function forEachAtOnce<T>(count: number, items: readonly T[], run: (item: T) => Promise<void>) {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of waiting) await run(item);
    }),
  );
}
