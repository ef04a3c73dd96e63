import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@butaca/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import { createGuideFiles } from './guide-files.ts';
import { createGuideFileSweep } from './sweep-guide-files.ts';

async function startSweepTest() {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-guides-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const clock = createVirtualClock('2026-11-30T12:00:00.000Z');
  const write = async (name: string, at: string): Promise<void> => {
    await writeFile(join(dir, name), '<tv/>');
    await utimes(join(dir, name), new Date(at), new Date(at));
  };
  const sources = { ids: ['a'], asked: 0 };
  const sweep = createGuideFileSweep({
    async listFileSourceIds() {
      sources.asked += 1;
      return sources.ids;
    },
    files: createGuideFiles(join(dir, 'uploads'), dir),
    clock,
    log: createLog('silent'),
  });
  const kept = async (): Promise<string[]> => (await readdir(dir)).toSorted();
  return { clock, write, sources, sweep, kept };
}

it('removes files without a source at the start and once a day, and leaves the others', async () => {
  const { clock, write, sources, sweep, kept } = await startSweepTest();
  await write('guide-a.xml', '2026-11-01T00:00:00Z');
  await write('guide-gone.xml', '2026-11-16T11:59:00Z');
  await write('guide-a.xml.partial', '2026-11-16T11:59:00Z');
  await write('guide-new.xml', '2026-11-16T12:01:00Z');
  await write('preview-gone.m3u', '2026-11-01T00:00:00Z');
  sweep.start();
  await expect.poll(kept).toEqual(['guide-a.xml', 'guide-new.xml', 'preview-gone.m3u']);
  await clock.advance(86_400_000);
  await expect.poll(kept).toEqual(['guide-a.xml', 'preview-gone.m3u']);
  await sweep[Symbol.asyncDispose]();
  expect(sources.asked).toBe(2);
});

it('removes nothing while no source has a file, as before a backup is restored', async () => {
  const { clock, write, sources, sweep, kept } = await startSweepTest();
  await write('guide-a.xml', '2026-10-01T00:00:00Z');
  await write('guide-gone.xml', '2026-10-01T00:00:00Z');
  sources.ids = [];
  sweep.start();
  await expect.poll(() => sources.asked).toBe(1);
  sources.ids = ['a'];
  await clock.advance(86_400_000);
  // Only the second sweep has removed one: the first would have removed both.
  await expect.poll(kept).toEqual(['guide-a.xml']);
  await sweep[Symbol.asyncDispose]();
});

it('needs no folder of kept files', async () => {
  const files = createGuideFiles('/nowhere', join(tmpdir(), 'butaca-no-such-folder'));
  expect(await files.removeOrphans(new Set(), new Date())).toBe(0);
});
