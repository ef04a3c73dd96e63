import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@butaca/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { createSegmentFiles, type SegmentFiles } from './segment-files.ts';

let folder: string;
let files: SegmentFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-segments-'));
  const readRoom = () => Promise.resolve({ freeBytes: 1e12, totalBytes: 1e12 });
  files = createSegmentFiles({ folder, clock: createVirtualClock(), log: createLog('silent'), readRoom });
});
afterEach(async () => {
  await files[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** An answer whose whole body has arrived already. */
const answerWith = (body: Buffer): UpstreamAnswer => ({
  address: 'https://tv.example/1.ts',
  status: 200,
  headers: {},
  head: body.subarray(0, 64),
  read(sink) {
    sink.data(body);
    sink.end();
  },
  pause: () => undefined,
  resume: () => undefined,
  isPaused: () => false,
  abort: () => undefined,
});
const write = () =>
  files.write(answerWith(Buffer.alloc(20_000)), () => undefined, new AbortController().signal);

describe('a segment that is written', () => {
  it('is not kept when the disk is full at its last bytes, and nothing is written for a minute', async () => {
    // A device on which every write fails because there is no room.
    await symlink('/dev/full', join(folder, '1'));
    await expect(write()).rejects.toThrow('ENOSPC');
    expect(files.isOpen()).toBe(false);
    expect(files.bytes()).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is dropped when its file is gone', async () => {
    const file = await write();
    await rm(join(folder, '1'));
    expect(await file.read()).toBeUndefined();
    expect(files.bytes()).toBe(0);
  });
});
