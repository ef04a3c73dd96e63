import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createConversion } from './conversion.ts';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { FoundEncoder } from '../encoders/video-encoder.ts';
import type { ConversionPlan } from './plan-conversion.ts';

const plan: ConversionPlan = {
  mode: 'remux',
  facts: {
    container: 'matroska,webm',
    durationSeconds: 8,
    startSeconds: 0,
    endSeconds: 8,
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
  },
  boundaries: [0, 4, 8],
};

it.each([
  [true, 'upstream.unreachable', false],
  [false, 'server.storage_full', true],
])(
  'a conversion whose ffmpeg fails while the disk has room (%s) reports %s',
  async (hasRoomThen, code, isOver) => {
    const folder = await mkdtemp(join(tmpdir(), 'butaca-conversion-'));
    let looks = 0;
    const asker = { viewer: 'ana sala', signal: new AbortController().signal };
    const conversion = createConversion({
      // In this test Node stands in for ffmpeg: it rejects ffmpeg's options and exits at once, as ffmpeg does when it
      // cannot write.
      converter: { ...(await openTestConverter(folder)), ffmpeg: process.execPath },
      plan,
      folder,
      openInput: async () => ({
        input: { address: 'http://127.0.0.1:1/', streamKind: 'file' },
        upstreamFailure: () => undefined,
        isSilent: () => false,
        hasEnd: () => true,
        end: () => undefined,
      }),
      makeRoom: async () => undefined,
      clock: createVirtualClock(),
      hasRoom: async () => (looks += 1) === 1 || hasRoomThen,
    });
    await expect(conversion.segment('v', 0, asker)).rejects.toMatchObject({ code });
    expect(conversion.isOver()).toBe(isOver);
    await conversion[Symbol.asyncDispose]();
    await expect(readdir(folder)).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(folder, { recursive: true, force: true });
  },
);

it.each([
  ['behind', 0],
  ['ahead', 100],
])(
  'a viewer who is far %s of all ffmpegs keeps none of them, once their own viewers have left',
  async (_where, place) => {
    const folder = await mkdtemp(join(tmpdir(), 'butaca-conversion-'));
    const converter = await openTestConverter(folder);
    const programs: ChildProcess[] = [];
    const conversion = createConversion({
      converter: {
        ...converter,
        confinement: {
          ...converter.confinement,
          // In this test Node stands in for ffmpeg: it runs, and never completes a segment.
          spawn({ stdio }) {
            const program = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 60_000)'], {
              stdio,
            });
            programs.push(program);
            return program;
          },
        },
      },
      plan: {
        ...plan,
        facts: { ...plan.facts, durationSeconds: 480, endSeconds: 480 },
        boundaries: Array.from({ length: 121 }, (_boundary, n) => n * 4),
      },
      folder,
      openInput: async () => ({
        input: { address: 'http://127.0.0.1:1/', streamKind: 'file' },
        upstreamFailure: () => undefined,
        isSilent: () => false,
        hasEnd: () => true,
        end: () => undefined,
      }),
      makeRoom: async () => undefined,
      clock: createVirtualClock(),
      hasRoom: async () => true,
    });
    /** Requests a segment until a program has been started for it. */
    async function ask(viewer: string, index: number): Promise<void> {
      const before = programs.length;
      const asking = new AbortController();
      const asked = conversion.segment('v', index, { viewer, signal: asking.signal }).catch(() => undefined);
      await expect.poll(() => programs.length).toBe(before + 1);
      asking.abort();
      await asked;
    }

    await ask('ana sala', place);
    await ask('luis salón', 50);
    expect(conversion.countRuns?.()).toBe(2);
    programs[0]?.kill('SIGKILL');
    await expect.poll(() => conversion.countRuns?.()).toBe(1);
    conversion.leave?.('luis salón');
    expect(conversion.countRuns?.()).toBe(0);
    await conversion[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  },
);

/** Converts a film with a hardware encoder. @param programs - what Node runs in place of ffmpeg; throws where none starts */
async function openWithEncoder(
  programs: { hardware: string; software(): string },
  isSilent: () => boolean = () => false,
) {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-conversion-'));
  const converter = await openTestConverter(folder);
  const clock = createVirtualClock();
  const failed: FoundEncoder[] = [];
  let starts = 0;
  const running = (program: () => string) => ({
    ...converter.confinement,
    spawn({ stdio }: Parameters<typeof converter.confinement.spawn>[0]) {
      starts += 1;
      return spawn(process.execPath, ['-e', program()], { stdio });
    },
  });
  const encoder: FoundEncoder = {
    kind: 'vaapi',
    device: undefined,
    confinement: running(() => programs.hardware),
  };
  const conversion = createConversion({
    converter: { ...converter, confinement: running(programs.software) },
    plan: { ...plan, mode: 'transcode' },
    folder,
    openInput: async () => ({
      input: { address: 'http://127.0.0.1:1/', streamKind: 'file' },
      upstreamFailure: () => undefined,
      isSilent,
      hasEnd: () => true,
      end: () => undefined,
    }),
    makeRoom: async () => undefined,
    hasRoom: async () => true,
    encoders: { choose: async () => encoder, noteFailure: (each) => failed.push(each) },
    clock,
  });
  const asker = { viewer: 'ana sala', signal: new AbortController().signal };
  return {
    clock,
    encoder,
    failed,
    folder,
    countStarts: () => starts,
    ask: (index = 0) => conversion.segment('v', index, asker),
    async [Symbol.asyncDispose]() {
      await conversion[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const silent = 'setInterval(() => undefined, 60_000)';

it('a hardware encoder that hangs is replaced by the processor for the request that waits', async () => {
  const software = () => `console.log('v-0.ts,0.0,4.0'); ${silent}`;
  await using film = await openWithEncoder({ hardware: silent, software });
  const asked = film.ask();
  await expect.poll(film.countStarts).toBe(1);
  await film.clock.advance(11_999);
  expect([film.countStarts(), film.failed]).toEqual([1, []]);
  await film.clock.advance(1);
  expect(await asked).toBe(join(film.folder, '2', 'v-0.ts'));
  expect(film.failed).toEqual([film.encoder]);
});

it('a request fails as usual when no program can be started in place of a hardware encoder', async () => {
  const software = () => {
    throw new Error('spawn ENOMEM');
  };
  await using film = await openWithEncoder({ hardware: 'process.exit(1)', software });
  await expect(film.ask()).rejects.toMatchObject({ code: 'upstream.unreachable' });
  expect([film.countStarts(), film.failed]).toEqual([2, []]);
});

it('a hardware encoder that hangs after its first segment is replaced by the processor, which makes the next one', async () => {
  const software = () => `console.log('v-1.ts,4.0,8.0'); ${silent}`;
  const hardware = `console.log('v-0.ts,0.0,4.0'); ${silent}`;
  await using film = await openWithEncoder({ hardware, software });
  expect(await film.ask()).toBe(join(film.folder, '1', 'v-0.ts'));
  const asked = film.ask(1);
  await film.clock.advance(12_000);
  expect(await asked).toBe(join(film.folder, '2', 'v-1.ts'));
  expect([film.countStarts(), film.failed]).toEqual([2, [film.encoder]]);
});

it('a hardware encoder that waits for a silent source is left alone, and has all its time again', async () => {
  let isSilent = true;
  const software = () => `console.log('v-0.ts,0.0,4.0'); ${silent}`;
  await using film = await openWithEncoder({ hardware: silent, software }, () => isSilent);
  const asked = film.ask();
  await expect.poll(film.countStarts).toBe(1);
  await film.clock.advance(60_000);
  isSilent = false;
  await film.clock.advance(11_999);
  expect([film.countStarts(), film.failed]).toEqual([1, []]);
  await film.clock.advance(1);
  expect(await asked).toBe(join(film.folder, '2', 'v-0.ts'));
});
