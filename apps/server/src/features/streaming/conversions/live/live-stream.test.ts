import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { createLiveStream } from './live-stream.ts';

let root: string;
let converter: Converter;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-live-'));
  converter = await openTestConverter(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A program in place of ffmpeg that writes once and then falls silent for ever. */
const silent = "process.stdout.write('x'); setInterval(() => undefined, 60_000)";

/** Opens a channel of which each viewer reads all bytes, and counts how often a program was started for it. */
function openChannel(program = silent) {
  const clock = createVirtualClock();
  let starts = 0;
  const stream = createLiveStream({
    converter: {
      ...converter,
      confinement: {
        ...converter.confinement,
        spawn({ stdio }) {
          starts += 1;
          return spawn(process.execPath, ['-e', program], { stdio });
        },
      },
    },
    input: { address: 'http://127.0.0.1:1/', streamKind: 'ts' },
    folder: join(root, 'canal'),
    hasRoom: async () => true,
    upstreamFailure: () => undefined,
    hasEnd: () => false,
    mode: 'remux',
    clock,
    startStream(open) {
      const ending = new AbortController();
      const opening = open(ending.signal);
      return {
        join: () => opening,
        isOver: () => ending.signal.aborted,
        end: () => ending.abort(),
      };
    },
  });
  const watch = async (): Promise<Readable> => (await stream.open(new AbortController().signal)).resume();
  return { stream, clock, watch, countStarts: () => starts };
}

it('a viewer who comes while the program writes nothing gets a new one, and the first ones share it', async () => {
  const { stream, clock, watch, countStarts } = openChannel();
  const [first, second] = await Promise.all([watch(), watch()]);
  await clock.advance(4_999);
  await watch();
  expect([first === second, countStarts()]).toEqual([true, 1]);
  await clock.advance(1);
  const [third, fourth] = await Promise.all([watch(), watch()]);
  expect([third === first, third === fourth, countStarts()]).toEqual([false, true, 2]);
  await stream[Symbol.asyncDispose]();
});

it('a program that waits because all viewers pause is not taken for a silent one', async () => {
  const { stream, clock, watch, countStarts } = openChannel();
  const bytes = await watch();
  bytes.pause();
  await clock.advance(60_000);
  await watch();
  expect(countStarts()).toBe(1);
  await stream[Symbol.asyncDispose]();
});

it('a conversion whose program writes nothing is over, so that who asks next gets a new one', async () => {
  const { stream, watch } = openChannel('process.exit(1)');
  expect(stream.isOver()).toBe(false);
  await expect(watch()).rejects.toMatchObject({ code: 'upstream.unreachable' });
  expect(stream.isOver()).toBe(true);
  await stream[Symbol.asyncDispose]();
});
