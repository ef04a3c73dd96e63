import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualClock } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestConverter } from '../../../../../test/media/make-test-media.ts';
import type { FoundEncoder } from '../encoders/video-encoder.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { createLiveConversion } from './live-conversion.ts';

let root: string;
let converter: Converter;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'butaca-live-'));
  converter = await openTestConverter(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Converts a channel with a hardware encoder. @param programs - what Node runs in place of ffmpeg; throws where none starts */
function openChannel(programs: { hardware: string; software(): string }) {
  const clock = createVirtualClock();
  const failed: FoundEncoder[] = [];
  const running = (program: () => string) => ({
    ...converter.confinement,
    spawn: ({ stdio }: Parameters<typeof converter.confinement.spawn>[0]) =>
      spawn(process.execPath, ['-e', program()], { stdio }),
  });
  const encoder: FoundEncoder = {
    kind: 'vaapi',
    device: undefined,
    confinement: running(() => programs.hardware),
  };
  const channel = createLiveConversion({
    converter: { ...converter, confinement: running(programs.software) },
    input: { address: 'http://127.0.0.1:1/', streamKind: 'ts' },
    folder: join(root, 'canal'),
    hasRoom: async () => true,
    upstreamFailure: () => undefined,
    isSilent: () => false,
    hasEnd: () => false,
    mode: 'transcode',
    encoder,
    encoders: { noteFailure: (each) => failed.push(each) },
    clock,
  });
  const ask = () => channel.playlist(new AbortController().signal);
  return { channel, clock, encoder, failed, ask };
}

const silent = 'setInterval(() => undefined, 60_000)';

it('a hardware encoder that hangs is replaced by the processor for the request that waits', async () => {
  const lines = ['v-1.ts,0,2', 'v-2.ts,2,4', 'v-3.ts,4,6'].join('\\n');
  const { channel, clock, encoder, failed, ask } = openChannel({
    hardware: silent,
    software: () => `console.log('${lines}'); ${silent}`,
  });
  const asked = ask();
  await clock.advance(12_000);
  expect(await asked).toContain('v-3.ts');
  expect(failed).toEqual([encoder]);
  await channel[Symbol.asyncDispose]();
});

it('a request fails as usual when no program can be started in place of a hardware encoder', async () => {
  const { channel, failed, ask } = openChannel({
    hardware: 'process.exit(1)',
    software() {
      throw new Error('spawn ENOMEM');
    },
  });
  await expect(ask()).rejects.toMatchObject({ code: 'upstream.unreachable' });
  expect([channel.isOver(), failed]).toEqual([true, []]);
  await channel[Symbol.asyncDispose]();
});

it('a hardware encoder that hangs after its first segments is replaced by the processor in the same playlist', async () => {
  const lines = (from: number) => [0, 1, 2].map((n) => `v-${from + n}.ts,${2 * n},${2 * n + 2}`).join('\\n');
  const { channel, clock, encoder, failed, ask } = openChannel({
    hardware: `console.log('${lines(1)}'); ${silent}`,
    software: () => `console.log('${lines(4)}'); ${silent}`,
  });
  expect(await ask()).toMatch(/v-3\.ts\n$/);
  await clock.advance(12_000);
  await expect.poll(ask).toContain('#EXT-X-DISCONTINUITY\n#EXTINF:2.000,\nv-4.ts');
  expect(failed).toEqual([encoder]);
  await channel[Symbol.asyncDispose]();
});
