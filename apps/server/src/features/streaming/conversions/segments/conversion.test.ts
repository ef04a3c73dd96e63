import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createConversion } from './conversion.ts';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
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
        hasEnd: () => true,
        end: () => undefined,
      }),
      makeRoom: async () => undefined,
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
        hasEnd: () => true,
        end: () => undefined,
      }),
      makeRoom: async () => undefined,
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
