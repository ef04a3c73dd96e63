import type { ClientAbility, StreamKind } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { chooseDelivery, type DeliveryMode } from './choose-delivery.ts';
import type { MediaFacts } from './media-facts.ts';

const containers = {
  mp4: 'mov,mp4,m4a,3gp,3g2,mj2',
  mkv: 'matroska,webm',
  avi: 'avi',
  ts: 'mpegts',
  mp3: 'mp3',
} as const;

/**
 * Builds the facts of a film file from words such as `mkv h264 ac3,aac srt`: container, video codec, audio codecs,
 * subtitle codec; `-` means no such track.
 */
function factsOf(words: string): MediaFacts {
  const [container = 'mp4', video = '-', sounds = '-', subtitle = '-'] = words.split(' ');
  const [codec = '', pixelFormat = 'yuv420p'] = video.split(':');
  const track = { language: null, title: null };
  return {
    container: containers[container as keyof typeof containers],
    durationSeconds: 60,
    startSeconds: 0,
    endSeconds: 60,
    video:
      video === '-'
        ? null
        : {
            index: 0,
            codec,
            profile: null,
            pixelFormat,
            transfer: null,
            width: 1920,
            height: 1080,
            bitRate: null,
          },
    audio:
      sounds === '-'
        ? []
        : sounds.split(',').map((sound, at) => ({
            ...track,
            index: at + 1,
            codec: sound,
            channels: 2,
            isDefault: at === 0,
          })),
    subtitles: subtitle === '-' ? [] : [{ ...track, index: 9, isForced: false }],
    imageSubtitles: [],
    scenes: [],
  };
}

interface Client {
  can?: string;
  play?: 'auto' | 'remux';
  without?: 'ffmpeg';
  isLive?: boolean;
}

function choose(
  kind: StreamKind,
  extension: string,
  facts: string | undefined,
  client: Client,
): DeliveryMode {
  const can = new Set((client.can ?? '').split(',') as ClientAbility[]);
  const source = {
    streamKind: kind,
    extension,
    facts: facts === undefined ? undefined : factsOf(facts),
    isLive: client.isLive ?? false,
  };
  return chooseDelivery(source, { can, play: client.play ?? 'auto' }, client.without === undefined);
}

describe('the delivery of an inspected file', () => {
  it.each<[string, Client, DeliveryMode]>([
    ['mp4 h264 aac', {}, 'native'],
    ['mp4 h264 mp3', {}, 'native'],
    ['mp4 h264 -', {}, 'native'],
    ['mp4 h264 -', { play: 'remux' }, 'native'],
    ['mkv h264 -', { play: 'remux' }, 'remux'],
    ['mp4 hevc -', { can: 'hevc', play: 'remux' }, 'transcode'],
    ['mp4 h264 aac', { play: 'remux' }, 'remux'],
    ['mp4 h264 ac3', {}, 'remux'],
    ['mp4 h264 ac3', { can: 'ac3' }, 'native'],
    ['mp4 h264 eac3', { can: 'ac3' }, 'remux'],
    ['mp4 h264 eac3', { can: 'eac3' }, 'native'],
    ['mp4 h264 dts', { can: 'ac3,eac3,mkv' }, 'remux'],
    ['mp4 h264 aac,aac', {}, 'remux'],
    ['mp4 h264 aac,aac', { without: 'ffmpeg' }, 'native'],
    ['mp4 h264 aac srt', {}, 'remux'],
    ['mp4 h264:yuv420p10le aac', {}, 'transcode'],
    ['mp4 h264:yuv444p aac', {}, 'transcode'],
    ['mp4 h264:yuvj420p aac', {}, 'native'],
    ['mp4 hevc aac', {}, 'transcode'],
    ['mp4 hevc aac', { can: 'hevc' }, 'native'],
    ['mp4 hevc:yuv420p10le aac', { can: 'hevc' }, 'native'],
    ['mp4 hevc ac3', { can: 'hevc' }, 'transcode'],
    ['mp4 hevc ac3', { can: 'hevc,hevc-ts' }, 'remux'],
    ['mp4 hevc aac,aac', { can: 'hevc' }, 'native'],
    ['mp4 hevc aac', { can: 'hevc', play: 'remux' }, 'transcode'],
    ['mp4 av1 opus', {}, 'transcode'],
    ['mp4 av1 opus', { can: 'av1,opus' }, 'native'],
    ['mkv h264 aac', {}, 'remux'],
    ['mkv h264 aac', { can: 'mkv' }, 'native'],
    ['mkv h264 aac,ac3', { can: 'mkv,ac3' }, 'remux'],
    ['mkv h264 aac srt', { can: 'mkv' }, 'remux'],
    ['mkv h264 ac3', { can: 'mkv' }, 'remux'],
    ['mkv vp9 opus', { can: 'webm,vp9,opus' }, 'native'],
    ['mkv vp9 opus', { can: 'webm' }, 'transcode'],
    ['mkv hevc aac', { can: 'hevc' }, 'transcode'],
    ['mkv hevc aac', { can: 'hevc-ts' }, 'remux'],
    ['avi mpeg4 mp3', { can: 'mkv' }, 'transcode'],
    ['avi h264 mp3', {}, 'transcode'],
    ['ts h264 aac', {}, 'remux'],
    ['mp3 - mp3', {}, 'native'],
    ['mkv - flac', {}, 'native'],
  ])('with %s for %j is %s', (facts, client, delivery) => {
    expect(choose('file', 'mp4', facts, client)).toBe(delivery);
  });
});

describe('the delivery of a file that was never inspected', () => {
  it.each<[string, Client, DeliveryMode]>([
    ['mp4', {}, 'native'],
    ['', {}, 'native'],
    ['mov', {}, 'native'],
    ['mp4', { play: 'remux' }, 'remux'],
    ['webm', {}, 'remux'],
    ['webm', { can: 'webm' }, 'native'],
    ['mkv', {}, 'remux'],
    ['mkv', { can: 'mkv' }, 'remux'],
    ['mkv', { can: 'mkv', without: 'ffmpeg' }, 'native'],
    ['mkv', { without: 'ffmpeg' }, 'remux'],
    ['avi', { can: 'mkv,webm,mse' }, 'remux'],
    ['wmv', {}, 'remux'],
  ])('named .%s for %j is %s', (extension, client, delivery) => {
    expect(choose('file', extension, undefined, client)).toBe(delivery);
  });
});

describe('the delivery of a stream', () => {
  it.each<[StreamKind, string | undefined, Client, DeliveryMode]>([
    ['hls', undefined, {}, 'hls'],
    ['hls', 'ts h264 ac3', {}, 'hls'],
    ['hls', 'ts mpeg2video mp2', { can: 'mse' }, 'transcode'],
    ['hls', 'ts mpeg2video mp2', { can: 'mse', without: 'ffmpeg' }, 'hls'],
    ['hls', 'ts - mp2', { can: 'mse' }, 'hls'],
    ['hls', 'ts h264 ac3', { play: 'remux' }, 'remux'],
    ['hls', 'ts hevc aac', { play: 'remux' }, 'transcode'],
    ['dash', undefined, { play: 'remux' }, 'native'],
    ['ts', undefined, { can: 'mse', isLive: true }, 'ts'],
    ['ts', undefined, { isLive: true }, 'remux'],
    ['ts', undefined, { can: 'mse' }, 'remux'],
    ['ts', undefined, { can: 'mse', without: 'ffmpeg' }, 'ts'],
    ['ts', 'ts h264 aac', { can: 'mse' }, 'remux'],
    ['ts', 'ts h264 aac', { can: 'mse', without: 'ffmpeg' }, 'ts'],
    ['ts', 'ts h264 ac3', { can: 'mse', isLive: true }, 'remux'],
    ['ts', 'ts h264 ac3', { can: 'mse,ac3', isLive: true }, 'ts'],
    ['ts', 'ts mpeg2video mp2', { can: 'mse' }, 'transcode'],
    ['ts', 'ts mpeg2video mp2', { can: 'mse', isLive: true }, 'transcode'],
    ['ts', 'ts hevc aac', { can: 'mse', isLive: true }, 'transcode'],
    ['ts', 'ts hevc aac', { can: 'mse,hevc-ts', isLive: true }, 'ts'],
    ['ts', 'ts hevc ac3', { can: 'mse,hevc-ts', isLive: true }, 'remux'],
    ['ts', 'ts h264 ac3', { can: 'mse', isLive: true, without: 'ffmpeg' }, 'ts'],
    ['ts', 'ts - ac3', { can: 'mse', isLive: true }, 'remux'],
    ['hls', undefined, { isLive: true }, 'hls'],
    ['hls', 'ts h264 aac', { isLive: true }, 'hls'],
    ['hls', 'ts h264 ac3', { isLive: true }, 'remux'],
    ['hls', 'ts h264 ac3', { can: 'ac3', isLive: true }, 'hls'],
    ['hls', 'ts h264 ac3', { isLive: true, without: 'ffmpeg' }, 'hls'],
    ['hls', 'ts hevc aac', { can: 'mse,hevc', isLive: true }, 'transcode'],
    ['hls', 'ts hevc aac', { can: 'mse,hevc-ts', isLive: true }, 'hls'],
    ['hls', 'ts hevc aac', { can: 'hevc', isLive: true }, 'hls'],
    ['ts', 'ts h264 aac', { can: 'mse', isLive: true, play: 'remux' }, 'remux'],
  ])('of kind %s with facts %s for %j is %s', (kind, facts, client, delivery) => {
    expect(choose(kind, '', facts, client)).toBe(delivery);
  });
});

describe('a client that plays everything by itself', () => {
  const can = 'any,tracks';
  it.each<[StreamKind, string, string | undefined, Client, DeliveryMode]>([
    ['file', 'mkv', 'mkv hevc ac3,aac srt', { can }, 'native'],
    ['file', 'avi', 'avi mpeg4 mp3', { can }, 'native'],
    ['file', 'mkv', undefined, { can }, 'native'],
    ['hls', 'm3u8', 'ts hevc ac3', { can }, 'hls'],
    ['ts', 'ts', 'ts mpeg2video mp2', { can }, 'ts'],
    ['ts', 'ts', 'ts mpeg2video mp2', { can, isLive: true }, 'ts'],
    ['dash', 'mpd', undefined, { can }, 'native'],
    // It has failed to play the file.
    ['file', 'mkv', 'mkv hevc ac3', { can, play: 'remux' }, 'transcode'],
  ])('gets %s .%s (%s) with %j as %s', (kind, extension, facts, client, delivery) => {
    expect(choose(kind, extension, facts, client)).toBe(delivery);
  });
});

describe('a client that lets the person choose among the tracks of a file', () => {
  it.each<[string, Client, DeliveryMode]>([
    ['mkv h264 aac,aac', { can: 'mkv' }, 'remux'],
    ['mkv h264 aac,aac', { can: 'mkv,tracks' }, 'native'],
    ['mp4 h264 aac srt', { can: 'tracks' }, 'native'],
    ['mkv h264 aac,aac', { can: 'tracks' }, 'remux'],
  ])('gets %s with %j as %s', (facts, client, delivery) => {
    expect(choose('file', '', facts, client)).toBe(delivery);
  });
});
