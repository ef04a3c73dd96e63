import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { FoundEncoder } from '../encoders/video-encoder.ts';
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

/**
 * Opens a channel of which each viewer reads all bytes, and counts how often a program was started for it.
 *
 * @param hardware - what runs in place of an ffmpeg with a hardware encoder; by default there is none
 */
function openChannel(program = silent, hardware?: string) {
  const clock = createVirtualClock();
  let starts = 0;
  const programs: ChildProcess[] = [];
  const failed: FoundEncoder[] = [];
  const running = (code: string) => ({
    ...converter.confinement,
    spawn({ stdio }: Parameters<typeof converter.confinement.spawn>[0]) {
      starts += 1;
      const [, ...output] = stdio as ('pipe' | 'ignore')[];
      const started = spawn(process.execPath, ['-e', code], { stdio: ['pipe', ...output] });
      programs.push(started);
      return started;
    },
  });
  const encoder = hardware && { kind: 'vaapi' as const, device: undefined, confinement: running(hardware) };
  const stream = createLiveStream({
    converter: { ...converter, confinement: running(program) },
    input: { address: 'http://127.0.0.1:1/', streamKind: 'ts' },
    folder: join(root, 'canal'),
    hasRoom: async () => true,
    upstreamFailure: () => undefined,
    isSilent: () => false,
    hasEnd: () => false,
    mode: encoder ? 'transcode' : 'remux',
    encoders: { choose: async () => encoder || undefined, noteFailure: (each) => failed.push(each) },
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
  return { stream, clock, watch, programs, failed, countStarts: () => starts };
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

it('a hardware encoder that hangs is told of, so that the next viewer gets the processor', async () => {
  const { stream, clock, watch, programs, failed } = openChannel(silent, 'setInterval(() => {}, 60_000)');
  const refused = expect(watch()).rejects.toMatchObject({ code: 'upstream.timeout' });
  await expect.poll(() => programs.length).toBe(1);
  await clock.advance(12_000);
  await refused;
  expect(failed).toHaveLength(1);
  await stream[Symbol.asyncDispose]();
});

it('a program that takes the place of a hardware encoder ends when the viewers have left before its first bytes', async () => {
  const waiting = "process.stdin.once('data', () => process.stdout.write('x'))";
  const { stream, watch, programs } = openChannel(waiting, "process.stdout.write('x'); process.exitCode = 1");
  const bytes = await watch();
  await expect.poll(() => programs.length).toBe(2);
  bytes.destroy();
  const ended = once(programs[1] as ChildProcess, 'exit');
  programs[1]?.stdin?.write('go on');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await stream[Symbol.asyncDispose]();
});

it('a hardware encoder that falls silent is replaced by the processor in the same bytes', async () => {
  const { stream, clock, watch, programs, failed } = openChannel(
    "process.stdout.write('processor'); setInterval(() => undefined, 60_000)",
    `process.stdout.write(Buffer.alloc(188, 71)); setInterval(() => undefined, 60_000)`,
  );
  const bytes = await watch();
  let received = '';
  bytes.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  await expect.poll(() => received.length).toBe(188);
  await clock.advance(4_999);
  expect([programs.length, failed]).toEqual([1, []]);
  await clock.advance(1);
  await expect.poll(() => received.slice(188)).toBe('processor');
  expect([programs.length, failed.length]).toEqual([2, 1]);
  await stream[Symbol.asyncDispose]();
});
