import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { SourceGateway } from '../source/source-gateway.ts';
import { makeTestPlan } from '../../../../../test/media/make-test-plan.ts';
import { probeSource, scanForKeyframes } from './probe-source.ts';
import { createSourceRunner } from './run-on-source.ts';

let upstream: FakeUpstream;
let folder: string;
let converter: Converter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-probe-'));
  [upstream, converter] = await Promise.all([startFakeUpstream(), openTestConverter(folder)]);
});
afterAll(async () => {
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const withinMs = 1_500;
const { signal } = new AbortController();

function probe(path: string, open?: SourceGateway['openLoopback']) {
  const address = `${upstream.origin}${path}`;
  const openLoopback =
    open ??
    (async () => ({ address, end: () => undefined, noteViewer: () => undefined, isSilent: () => false }));
  const onSource = createSourceRunner({ openLoopback }, signal);
  const source = { address, streamKind: 'file', userAgent: null, referrer: null } as const;
  const gateway = { readPart: () => Promise.reject(new AppError('upstream.unreachable')) };
  return probeSource({ onSource, converter, gateway }, source, signal, { withinMs });
}

it.each(['/silent', '/drip.ts'])('an inspection of %s says that its server is too slow', async (path) => {
  await expect(probe(path)).rejects.toMatchObject({ code: 'upstream.timeout' });
});

it('an inspection of a server that does not answer the gateway in time says so at once', async () => {
  const asked = probe('/status/504', async (_source, options) => {
    options?.observer?.failed(new AppError('upstream.timeout'));
    return {
      address: `${upstream.origin}/status/504`,
      end: () => undefined,
      noteViewer: () => undefined,
      isSilent: () => false,
    };
  });
  await expect(asked).rejects.toMatchObject({ code: 'upstream.timeout' });
});

it('an inspection of a file that is no film gives no facts', async () => {
  upstream.answer('/nada.mkv', { body: 'nada' });
  expect(await probe('/nada.mkv')).toBeUndefined();
});

it('a search for keyframes gives up in time also while it waits for that of another film of its server', async () => {
  const openLoopback = async () => ({
    address: `${upstream.origin}/silent`,
    end: () => undefined,
    noteViewer: () => undefined,
    isSilent: () => false,
  });
  const onSource = createSourceRunner({ openLoopback }, signal);
  const source = {
    address: 'http://a.example/1.ts',
    streamKind: 'file',
    userAgent: null,
    referrer: null,
  } as const;
  const { facts } = makeTestPlan({ container: 'mpegts' });
  const viewer = new AbortController();
  const first = scanForKeyframes({ onSource, converter }, source, facts, viewer.signal, 60_000);
  await upstream.waitFor('/silent');
  expect(await scanForKeyframes({ onSource, converter }, source, facts, signal, 100)).toBeUndefined();
  viewer.abort();
  expect(await first).toBeUndefined();
});
