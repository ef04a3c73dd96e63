import { describe, expect, it } from 'vitest';
import { ffmpegArguments, segmentFile, subtitleFile, type Stretch } from './ffmpeg-arguments.ts';
import { makeTestPlan, testAudio, testSubtitle } from '../../../../../test/media/make-test-plan.ts';
import type { ConversionPlan } from './plan-conversion.ts';

const input = { address: 'http://127.0.0.1:1/api/stream/x/video', streamKind: 'file' } as const;

const argumentsOf = (plan: ConversionPlan, stretch: Partial<Stretch> = {}, canToneMap = true) =>
  ffmpegArguments(plan, { from: 0, sound: undefined, ...stretch }, input, { canToneMap });

/** Returns the values that follow an option in ffmpeg's arguments, as often as the option occurs. */
const valuesOf = (args: readonly string[], option: string): (string | undefined)[] =>
  args.flatMap((argument, index) => (argument === option ? [args[index + 1]] : []));

describe('the arguments of ffmpeg', () => {
  it('name the output files as playlists name segments', () => {
    expect([segmentFile('v', 7), segmentFile('a2', '%d'), subtitleFile(3)]).toEqual([
      'v-7.ts',
      'a2-%d.ts',
      's3.vtt',
    ]);
  });

  it('cut at the boundaries of the plan plus ten seconds, or far beyond the end when none is left', () => {
    expect(valuesOf(argumentsOf(makeTestPlan()), '-segment_times')).toEqual(['14.000,18.000']);
    expect(valuesOf(argumentsOf(makeTestPlan(), { from: 1 }), '-segment_times')).toEqual(['18.000']);
    expect(valuesOf(argumentsOf(makeTestPlan(), { from: 2 }), '-segment_times')).toEqual(['1000000']);
    expect(valuesOf(argumentsOf(makeTestPlan(), { from: 2 }), '-segment_start_number')).toEqual(['2']);
  });

  it('seek just behind an indexed keyframe, and just before the boundary without an index', () => {
    const seekOf = (plan: ConversionPlan, from: number) => valuesOf(argumentsOf(plan, { from }), '-ss');
    expect(seekOf(makeTestPlan(), 0)).toEqual([]);
    expect(seekOf(makeTestPlan(), 1)).toEqual(['4.140']);
    expect(seekOf(makeTestPlan({ container: 'mpegts' }), 1)).toEqual(['3.800']);
    expect(seekOf(makeTestPlan({}, { mode: 'transcode' }), 1)).toEqual(['4.000']);
  });

  it('disable accurate seeking for a copied video only, to keep its first keyframe', () => {
    expect(argumentsOf(makeTestPlan(), { from: 1 })).toContain('-noaccurate_seek');
    expect(argumentsOf(makeTestPlan({}, { mode: 'transcode' }), { from: 1 })).not.toContain(
      '-noaccurate_seek',
    );
  });

  it('force keyframes at the boundaries of a transcode, and none in its last segment', () => {
    const plan = makeTestPlan({}, { mode: 'transcode' });
    expect(valuesOf(argumentsOf(plan), '-force_key_frames')).toEqual(['4.000,8.000']);
    expect(valuesOf(argumentsOf(plan, { from: 2 }), '-force_key_frames')).toEqual([]);
    expect(valuesOf(argumentsOf(plan), '-c:v')).toEqual(['libx264']);
    expect(valuesOf(argumentsOf(makeTestPlan()), '-c:v')).toEqual(['copy']);
  });

  it('make whole pictures of interlaced ones, as for channels', () => {
    const filters = valuesOf(argumentsOf(makeTestPlan({}, { mode: 'transcode' })), '-vf');
    expect(filters).toEqual(['yadif=deint=interlaced,scale=trunc(min(1280\\,iw)/2)*2:-2']);
    expect(valuesOf(argumentsOf(makeTestPlan()), '-vf')).toEqual([]);
  });

  it('take the mark of HDR off where ffmpeg cannot tone-map, and leave other pictures as they are', () => {
    const filterOf = (transfer: string | null, canToneMap: boolean) => {
      const { facts, ...plan } = makeTestPlan({}, { mode: 'transcode' });
      const video = { ...facts.video, transfer };
      return valuesOf(argumentsOf({ ...plan, facts: { ...facts, video } }, {}, canToneMap), '-vf')[0];
    };
    expect(filterOf('smpte2084', false)).toMatch(/:-2,setparams=color_trc=unknown$/);
    expect(filterOf('arib-std-b67', true)).toContain('color_trc=arib-std-b67');
    expect(filterOf('smpte2084', true)).toContain('tonemap=');
    for (const transfer of [null, 'bt709']) expect(filterOf(transfer, true)).not.toMatch(/tonemap|setparams/);
  });

  it('end ffmpeg after six thousand segments, for another process to continue', () => {
    const boundaries = Array.from({ length: 6_003 }, (_item, index) => index * 4);
    const plan = makeTestPlan({ subtitles: [testSubtitle(3)] }, { boundaries });
    expect(valuesOf(argumentsOf(plan), '-to')).toEqual(['24000.000', '24000.000']);
    expect(valuesOf(argumentsOf(plan, { from: 2 }), '-to')).toEqual([]);
    expect(valuesOf(argumentsOf(plan), '-segment_times')[0]?.split(',')).toHaveLength(5_999);
  });
});

describe('the sound of a converted film', () => {
  it('is muxed into the video when it is the only one, and apart when there are several', () => {
    const one = argumentsOf(makeTestPlan({ audio: [testAudio(1)] }));
    expect(valuesOf(one, '-map')).toEqual(['0:0', '0:1']);
    expect(one.at(-1)).toBe('v-%d.ts');
    const several = argumentsOf(makeTestPlan({ audio: [testAudio(1), testAudio(2)] }), { sound: 2 });
    expect(valuesOf(several, '-map')).toEqual(['0:0', '0:2']);
    expect(several.filter((argument) => argument.endsWith('%d.ts'))).toEqual(['v-%d.ts', 'a2-%d.ts']);
  });

  it.each([
    ['nothing was chosen', undefined],
    ['what was chosen is not there', 9],
  ])('is the default one when %s', (_why, sound) => {
    const audio = [testAudio(1), testAudio(2, { isDefault: true })];
    expect(argumentsOf(makeTestPlan({ audio }), { sound }).at(-1)).toBe('a2-%d.ts');
  });

  it.each([
    ['AAC of a file with an index', 'aac', 'matroska,webm', 'remux', 'copy'],
    ['AAC beside an encoded picture', 'aac', 'avi', 'transcode', 'copy'],
    ['AAC of a file without an index', 'aac', 'mpegts', 'remux', 'aac'],
    ['AC-3', 'ac3', 'matroska,webm', 'remux', 'aac'],
    ['MP3', 'mp3', 'avi', 'transcode', 'aac'],
  ] as const)('is copied if AAC can be cut, else encoded: %s', (_what, codec, container, mode, given) => {
    const plan = makeTestPlan({ container, audio: [testAudio(1, { codec })] }, { mode });
    expect(valuesOf(argumentsOf(plan), '-c:a')).toEqual([given]);
  });

  it('is trimmed to its segment when ffmpeg reads from before it', () => {
    const audio = [testAudio(1, { codec: 'ac3' })];
    const trimOf = (plan: ConversionPlan, from: number) => valuesOf(argumentsOf(plan, { from }), '-af');
    expect(trimOf(makeTestPlan({ audio, container: 'mpegts' }), 1)).toEqual(['atrim=start=4.000']);
    expect(trimOf(makeTestPlan({ audio }, { mode: 'transcode' }), 2)).toEqual(['atrim=start=8.000']);
    expect(trimOf(makeTestPlan({ audio }), 1)).toEqual([]);
    expect(trimOf(makeTestPlan({ audio, container: 'mpegts' }), 0)).toEqual([]);
  });
});

it('ffmpeg writes each subtitle track into a file of its own', () => {
  const args = argumentsOf(makeTestPlan({ subtitles: [testSubtitle(3), testSubtitle(5)] }));
  expect(args.filter((argument) => argument.endsWith('.vtt'))).toEqual(['s3.vtt', 's5.vtt']);
  expect(valuesOf(args, '-c:s')).toEqual(['webvtt', 'webvtt']);
});

it.each([
  ['file', false],
  ['ts', false],
  ['hls', true],
] as const)('ffmpeg reads a source of kind %s, following playlists: %s', (streamKind, follows) => {
  const args = ffmpegArguments(
    makeTestPlan(),
    { from: 0, sound: undefined },
    { ...input, streamKind },
    { canToneMap: true },
  );
  expect(valuesOf(args, '-protocol_whitelist')).toEqual(['http,tcp']);
  expect(valuesOf(args, '-format_whitelist')[0]?.split(',').includes('hls')).toBe(follows);
  expect(valuesOf(args, '-i')).toEqual([input.address]);
});
