import { expect, it } from 'vitest';
import { makeTestPlan } from '../../../../../test/media/make-test-plan.ts';
import { liveArguments } from '../live/live-arguments.ts';
import { ffmpegArguments } from '../segments/ffmpeg-arguments.ts';
import { encodePicture } from './encode-picture.ts';
import type { VideoEncoder } from './video-encoder.ts';

const device = '/dev/dri/renderD128';
const input = { address: 'http://127.0.0.1:1/', streamKind: 'file' } as const;
const after = (args: readonly string[], option: string) => args[args.indexOf(option) + 1];

it('the processor encodes with a constant quality, and opens no device', () => {
  const { opening, output } = encodePicture('scale=2:2', undefined);
  expect(opening).toEqual([]);
  expect([after(output, '-c:v'), after(output, '-crf'), after(output, '-vf')]).toEqual([
    'libx264',
    '23',
    'scale=2:2',
  ]);
});

it.each<[VideoEncoder['kind'], string | undefined, string, string]>([
  ['vaapi', device, `-vaapi_device ${device}`, 'format=nv12,hwupload'],
  [
    'qsv',
    device,
    `-init_hw_device vaapi=card:${device} -init_hw_device qsv=encoder@card -filter_hw_device encoder`,
    'format=nv12,hwupload=extra_hw_frames=64',
  ],
  [
    'qsv',
    undefined,
    '-init_hw_device qsv=encoder -filter_hw_device encoder',
    'format=nv12,hwupload=extra_hw_frames=64',
  ],
  ['nvenc', '/dev/nvidia0', '', 'format=yuv420p'],
  ['v4l2m2m', '/dev/video11', '', 'format=yuv420p'],
  ['videotoolbox', undefined, '', 'format=yuv420p'],
])(
  '%s with the device %s gets the picture after the filters of the processor',
  (kind, given, opened, upload) => {
    const { opening, output } = encodePicture('scale=2:2', { kind, device: given });
    expect(opening.join(' ')).toBe(opened);
    expect([after(output, '-c:v'), after(output, '-vf')]).toEqual([`h264_${kind}`, `scale=2:2,${upload}`]);
    expect([after(output, '-b:v'), after(output, '-maxrate'), after(output, '-bf')]).toEqual([
      '4M',
      '5M',
      '0',
    ]);
  },
);

it.each([
  ['qsv', '-forced_idr'],
  ['nvenc', '-forced-idr'],
] as const)('%s makes keyframes of what is forced, which it would not do by itself', (kind, option) => {
  expect(after(encodePicture('null', { kind, device }).output, option)).toBe('1');
});

it('a film is made whole and tone-mapped before it is uploaded, and has keyframes at its boundaries', () => {
  const { facts, ...plan } = makeTestPlan({}, { mode: 'transcode' });
  const video = { ...facts.video, transfer: 'smpte2084' };
  const hdr = { ...plan, facts: { ...facts, video } };
  const encoder = { kind: 'vaapi', device } as const;
  const args = ffmpegArguments(hdr, { from: 1, sound: undefined }, input, { canToneMap: true }, encoder);
  expect(after(args, '-vf')).toMatch(/^yadif=.*,scale=.*tonemap=.*,format=nv12,hwupload$/);
  expect(after(args, '-force_key_frames')).toBe('8.000');
  expect(args.indexOf('-vaapi_device')).toBeLessThan(args.indexOf('-i'));
});

it('a film and a channel that are copied need no encoder', () => {
  const encoder = { kind: 'vaapi', device } as const;
  const stretch = { from: 0, sound: undefined };
  const film = ffmpegArguments(makeTestPlan(), stretch, input, { canToneMap: true }, encoder);
  for (const args of [film, liveArguments({ input, mode: 'remux' }, ['pipe:1'], encoder)])
    expect(args).not.toContain('-vaapi_device');
});

it('a channel has a keyframe wherever a segment ends, whoever encodes it', () => {
  for (const encoder of [undefined, { kind: 'nvenc', device: '/dev/nvidia0' } as const]) {
    const args = liveArguments({ input, mode: 'transcode' }, ['pipe:1'], encoder);
    expect(after(args, '-force_key_frames')).toBe('expr:gte(t,n_forced*2)');
  }
});
