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
