import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startFakeUpstream } from '@butaca/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPrograms, openTestConverter } from '../../../../test/media/make-test-media.ts';
import { makeTestPlan } from '../../../../test/media/make-test-plan.ts';
import type { Converter } from './ffmpeg/converter.ts';
import { probeFacts } from './inspection/probe.ts';
import { ffmpegArguments } from './segments/ffmpeg-arguments.ts';

const run = promisify(execFile);
const quiet = ['-hide_banner', '-v', 'error', '-y'];

let folder: string;
let converter: Converter;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-hdr-'));
  converter = await openTestConverter(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a film of one colour in HDR, as bright as the same colour without HDR is meant to be shown. */
async function makeFilm(name: string, { colour, transfer }: { colour: string; transfer: string }) {
  const picture = `color=c=${colour}:s=320x180:d=2:r=10,format=yuv420p`;
  const filters = [
    'setparams=color_trc=bt709:color_primaries=bt709:colorspace=bt709,zscale=t=linear:npl=100,format=gbrpf32le',
    `zscale=p=bt2020:t=${transfer}:m=bt2020nc:r=tv:npl=100,format=yuv420p10le`,
  ];
  const tags = ['-color_trc', transfer, '-color_primaries', 'bt2020', '-colorspace', 'bt2020nc'];
  const encoder = ['-c:v', 'libx265', '-x265-params', 'log-level=none', ...tags, join(folder, name)];
  await run(testPrograms.ffmpeg, [
    ...quiet,
    '-f',
    'lavfi',
    '-i',
    picture,
    '-vf',
    filters.join(','),
    ...encoder,
  ]);
}

/** The mean luma, blue and red difference of a picture, each from 0 to 255. */
async function measure(input: readonly string[]): Promise<number[]> {
  const filter = 'format=yuv420p,signalstats,metadata=print:file=-';
  const { stdout } = await run(testPrograms.ffmpeg, [
    ...quiet,
    ...input,
    '-vf',
    filter,
    '-frames:v',
    '1',
    '-f',
    'null',
    '-',
  ]);
  return ['YAVG', 'UAVG', 'VAVG'].map((name) => Number(new RegExp(`${name}=(\\S+)`).exec(stdout)?.[1]));
}

it.each([
  ['grey', '0x808080', 'smpte2084'],
  ['grey', '0x808080', 'arib-std-b67'],
  ['red', '0xa03020', 'smpte2084'],
  ['blue', '0x2040a0', 'smpte2084'],
])('a %s film (%s, %s) is converted to the colour that it is meant to have', async (_, colour, transfer) => {
  const name = `${colour}-${transfer}.mkv`;
  await makeFilm(name, { colour, transfer });
  await using upstream = await startFakeUpstream();
  upstream.answer(`/${name}`, { body: { file: join(folder, name) }, hasRanges: true });
  const input = { address: `${upstream.origin}/${name}`, streamKind: 'file' } as const;
  const facts = await probeFacts(converter, input, new AbortController().signal);
  const { video } = facts ?? {};
  if (facts === undefined || video === null || video === undefined)
    throw new Error('the film cannot be read');
  expect(video.transfer).toBe(transfer);
  const plan = { ...makeTestPlan({}, { mode: 'transcode', boundaries: [0, 2] }), facts: { ...facts, video } };
  await run(testPrograms.ffmpeg, ffmpegArguments(plan, { from: 0, sound: undefined }, input, converter), {
    cwd: folder,
  });
  const converted = await measure(['-i', join(folder, 'v-0.ts')]);
  const meant = await measure(['-f', 'lavfi', '-i', `color=c=${colour}:s=320x180:d=1,format=yuv420p`]);
  for (const [index, value] of converted.entries())
    expect(Math.abs(value - (meant[index] ?? 0))).toBeLessThan(16);
  const colours = ['-v', 'error', '-show_entries', 'stream=color_transfer,color_primaries,color_space'];
  const shown = [...colours, '-of', 'csv=p=0', join(folder, 'v-0.ts')];
  const { stdout } = await run(testPrograms.ffprobe, shown);
  expect(stdout.trim().split('\n')[0]).toBe('bt709,bt709,bt709');
});
