import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@butaca/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import { createGuideFiles } from './guide-files.ts';
import { createGuideFileSweep } from './sweep-guide-files.ts';

it('removes files without a source at the start and once a day, and leaves the others', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'butaca-guides-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const clock = createVirtualClock('2026-11-30T12:00:00.000Z');
  const write = async (name: string, at: string): Promise<void> => {
    await writeFile(join(dir, name), '<tv/>');
    await utimes(join(dir, name), new Date(at), new Date(at));
  };
  await write('guide-a.xml', '2026-11-01T00:00:00Z');
  await write('guide-gone.xml', '2026-11-29T11:59:00Z');
  await write('guide-a.xml.partial', '2026-11-29T11:59:00Z');
  await write('guide-new.xml', '2026-11-29T12:01:00Z');
  await write('preview-gone.m3u', '2026-11-01T00:00:00Z');
  let asked = 0;
  const sweep = createGuideFileSweep({
    async listSourceIds() {
      asked += 1;
      return ['a'];
    },
    files: createGuideFiles(join(dir, 'uploads'), dir),
    clock,
    log: createLog('silent'),
  });
  const kept = async (): Promise<string[]> => (await readdir(dir)).toSorted();
  sweep.start();
  await expect.poll(kept).toEqual(['guide-a.xml', 'guide-new.xml', 'preview-gone.m3u']);
  await clock.advance(86_400_000);
  await expect.poll(kept).toEqual(['guide-a.xml', 'preview-gone.m3u']);
  await sweep[Symbol.asyncDispose]();
  expect(asked).toBe(2);
});

it('needs no folder of kept files', async () => {
  const files = createGuideFiles('/nowhere', join(tmpdir(), 'butaca-no-such-folder'));
  expect(await files.removeOrphans(new Set(), new Date())).toBe(0);
});
