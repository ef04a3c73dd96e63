import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@butaca/db/testing';
import { startFormatSamples, type SampleProvider } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPrograms } from '../../../../platform/programs/programs.ts';
import { createLog } from '../../../../platform/log.ts';
import type { DeliveryClient } from '../source/choose-delivery.ts';
import { conversionsFeature } from '../index.ts';
import { testPrograms } from '../../../../../test/media/make-test-media.ts';
import { systemClock } from '../../../../platform/clock.ts';

const dayMs = 86_400_000;
const client: DeliveryClient = { can: new Set([]), play: 'auto' };

let provider: SampleProvider;
let database: TestDatabase;
beforeAll(async () => {
  [provider, database] = await Promise.all([startFormatSamples(), createTestDatabase()]);
  // A generous timeout, because the first test run generates the sample media.
}, 180_000);
afterAll(async () => {
  await database.close();
  await provider[Symbol.asyncDispose]();
});

it('the server forgets the facts of files gone from the catalogue for a week, and no others', async () => {
  const [stays, gone, goneLately] = ['film.mp4', 'ac3.mp4', 'hevc.mp4'].map((path) => ({
    address: provider.addressOf({ path }),
    streamKind: 'file' as const,
    userAgent: null,
    referrer: null,
  }));
  if (!stays || !gone || !goneLately) throw new Error('three films are needed');
  let nowMs = Date.parse('2026-01-01T12:00:00Z');
  const workDir = join(await mkdtemp(join(tmpdir(), 'butaca-forget-')), 'conversions');
  await using programs = createPrograms({
    names: testPrograms,
    workDir,
    hiddenDir: workDir,
    log: createLog('silent'),
    // ffprobe runs without network isolation in this test, because it fetches the films from this machine's network.
    kinds: ['limits'],
  });
  await using conversions = conversionsFeature({
    db: database.db,
    clock: { ...systemClock, now: () => new Date(nowMs), steadyMs: () => nowMs },
    log: createLog('silent'),
    gateway: {
      readPart: () => Promise.reject(new Error('nothing is converted here')),
      readStart: () => Promise.reject(new Error('nothing is looked at here')),
      openLoopback: async ({ address }) => ({
        address,
        end: () => undefined,
        noteViewer: () => undefined,
        isSilent: () => false,
      }),
      startStream() {
        throw new Error('nothing is converted here');
      },
      isBusy: () => false,
    },
    programs,
    encoders: { choice: async () => null },
    isPlaying: () => false,
    maxStreamsOf: async () => 1,
    conversionsDir: workDir,
  });
  const lookInto = (source: typeof stays) => conversions.deliver([source], source, client);
  const countKnown = async () => (await database.db.selectFrom('media_file').selectAll().execute()).length;

  await lookInto(stays);
  await lookInto(gone);
  nowMs += 5 * dayMs;
  await lookInto(goneLately);
  expect(await countKnown()).toBe(3);
  nowMs += 3 * dayMs;
  const file = { key: '1', source: stays, providerId: 'manual', isReadAhead: false };
  await conversions.start({ likely: async () => [], all: async (after) => (after === '' ? [file] : []) });
  await expect.poll(countKnown).toBe(2);

  const seenBefore = provider.upstream.seen.length;
  await lookInto(stays);
  await lookInto(goneLately);
  expect(provider.upstream.seen.length).toBe(seenBefore);
  await lookInto(gone);
  expect(provider.upstream.seen.length).toBeGreaterThan(seenBefore);
});
