import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPrograms, openTestConverter } from '../../../../test/media/make-test-media.ts';
import type { Converter } from './ffmpeg/converter.ts';
import { probeFacts } from './inspection/probe.ts';
import { encodedPicture } from './segments/ffmpeg-arguments.ts';
import { chooseDelivery } from './source/choose-delivery.ts';

const run = promisify(execFile);
const quiet = ['-hide_banner', '-v', 'error', '-y'];

let folder: string;
let converter: Converter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-turned-'));
  converter = await openTestConverter(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function probe(name: string) {
  await using upstream = await startFakeUpstream();
  upstream.answer('/film.mov', { body: { file: join(folder, name) }, hasRanges: true });
  const input = { address: `${upstream.origin}/film.mov`, streamKind: 'file' } as const;
  return await probeFacts(converter, input, new AbortController().signal);
}

it('a film that a phone has filmed upright is encoded anew, upright, where it cannot be played as it is', async () => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=25:duration=1'];
  const lying = join(folder, 'lying.mov');
  await run(testPrograms.ffmpeg, [...quiet, ...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', lying]);
  const turned = join(folder, 'turned.mov');
  const turning = ['-c', 'copy', '-metadata:s:v', 'rotate=90'];
  await run(testPrograms.ffmpeg, [...quiet, '-i', lying, ...turning, turned]);

  const facts = [await probe('lying.mov'), await probe('turned.mov')];
  expect(facts.map((each) => each?.video?.isTurned)).toEqual([undefined, true]);
  const client = { can: new Set<never>(), play: 'remux' } as const;
  const deliveries = facts.map((each) => {
    const film = each && {
      ...each,
      audio: [{ index: 1, codec: 'ac3', channels: 2, language: null, title: null, isDefault: true }],
    };
    return chooseDelivery({ streamKind: 'file', extension: 'mov', facts: film, isLive: false }, client, true);
  });
  expect(deliveries).toEqual(['remux', 'transcode']);

  const segment = join(folder, 'segment.ts');
  await run(testPrograms.ffmpeg, [...quiet, '-i', turned, '-c:v', 'libx264', '-vf', encodedPicture, segment]);
  const size = [
    '-v',
    'quiet',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=width,height',
    '-of',
    'csv=p=0',
    segment,
  ];
  const { stdout } = await run(testPrograms.ffprobe, size);
  expect(stdout.trim().split(/\s/)[0]).toMatch(/^180,320/);
});
