/*
 * How a file reaches a client, as one table: the first row that fits decides. What a client can beyond H.264 with AAC or MP3
 * in MP4 and HLS it says itself. Browsers do not say what they fail at (sound in AC-3, a picture in HEVC and every track
 * but the first are simply missing), so anything that is not known to play is converted where it can be.
 */
import type { ClientAbility, StreamKind } from '@butaca/contract';
import type { MediaFacts } from './media-facts.ts';

/** `native`, `hls` and `ts`: as it is, for the browser, an HLS player or a TS player · others: what is done to it. */
export type Delivery = 'native' | 'hls' | 'ts' | 'remux' | 'transcode';

/** What is to be delivered; without facts nobody has looked inside yet. */
export interface DeliverySource {
  streamKind: StreamKind;
  /** Of the address: `mkv`, or empty. */
  extension: string;
  facts: MediaFacts | undefined;
  /** A channel. What is not has an end, and places that a viewer jumps to. */
  isLive: boolean;
}

export interface DeliveryClient {
  can: ReadonlySet<ClientAbility>;
  /** `remux`: it has failed as it is. */
  play: 'auto' | 'remux';
}

interface Case extends DeliveryClient {
  source: DeliverySource;
  hasConverter: boolean;
}

type Row = [fits: (asked: Case) => boolean, delivery: Delivery];

const table: readonly Row[] = [
  [({ source }) => source.streamKind === 'dash', 'native'],
  [({ source, play }) => source.streamKind === 'hls' && play === 'auto', 'hls'],
  [(asked) => asked.source.streamKind === 'ts' && asked.play === 'auto' && playsTs(asked), 'ts'],
  [(asked) => asked.source.streamKind === 'file' && asked.play === 'auto' && playsFile(asked), 'native'],
  // Whoever misses a sound that is not there, or a picture, has it all.
  [(asked) => asked.source.streamKind === 'file' && isSoundless(asked.source) && playsFile(asked), 'native'],
  [({ source }) => source.facts?.video === null, 'native'],
  [(asked) => isCopied(asked.source.facts, asked.can), 'remux'],
  [() => true, 'transcode'],
];

export function chooseDelivery(
  source: DeliverySource,
  { can, play }: DeliveryClient,
  hasConverter: boolean,
): Delivery {
  const asked: Case = { source, can, play, hasConverter };
  return table.find(([fits]) => fits(asked))?.[1] ?? 'transcode';
}

/** Whether the picture goes into HLS as it is. What nobody has looked into is decided when it is opened. */
export function isCopied(facts: MediaFacts | undefined, can: ReadonlySet<ClientAbility>): boolean {
  if (facts === undefined) return true;
  const { video } = facts;
  if (video === null) return false;
  // AVI does not say when its pictures are shown, only in which order they come.
  if (facts.container.split(',').includes('avi')) return false;
  return isPlainH264(video) || (video.codec === 'hevc' && can.has('hevc-ts'));
}

const isSoundless = ({ facts }: DeliverySource): boolean =>
  facts?.audio.length === 0 && facts.video !== null && isPlainH264(facts.video);

const playedExtensions: ReadonlySet<string> = new Set(['', 'mp4', 'm4v', 'mov', 'm4a', 'mp3']);

function playsFile({ source: { facts, extension }, can, hasConverter }: Case): boolean {
  if (facts === undefined) {
    if (playedExtensions.has(extension)) return true;
    return (
      (extension === 'webm' && can.has('webm')) || (extension === 'mkv' && can.has('mkv') && !hasConverter)
    );
  }
  const { video, audio } = facts;
  const first = audio.find(({ isDefault }) => isDefault) ?? audio[0];
  const plays =
    playsContainer(facts, can) &&
    (video === null || playsVideo(video, can)) &&
    (first === undefined || playsAudio(first.codec, can));
  // A browser offers neither the other tracks of a file nor its subtitles.
  const hasChoice = audio.length > 1 || facts.subtitles.length > 0;
  return plays && !(hasChoice && hasConverter && isCopied(facts, can));
}

function playsTs({ source: { facts, isLive }, can, hasConverter }: Case): boolean {
  // TS players know neither the length of a film nor how to jump in it.
  if (!can.has('mse') || (!isLive && hasConverter)) return false;
  if (facts === undefined) return true;
  const [first] = facts.audio;
  return (
    (facts.video === null || isPlainH264(facts.video)) &&
    (first === undefined || playsAudio(first.codec, can))
  );
}

function playsContainer({ container, video, audio }: MediaFacts, can: ReadonlySet<ClientAbility>): boolean {
  const names = container.split(',');
  if (names.includes('mp4') || names.includes('mp3')) return true;
  if (names.includes('flac')) return can.has('flac');
  if (!names.includes('matroska')) return false;
  const codecs = [...(video === null ? [] : [video.codec]), ...audio.map(({ codec }) => codec)];
  // ffprobe calls WebM by the name of what it is a part of.
  const isWebm = codecs.every((codec) => ['vp8', 'vp9', 'av1', 'opus', 'vorbis'].includes(codec));
  return can.has('mkv') || (isWebm && can.has('webm'));
}

type Video = NonNullable<MediaFacts['video']>;

function playsVideo(video: Video, can: ReadonlySet<ClientAbility>): boolean {
  if (isPlainH264(video)) return true;
  const ability = videoAbilities[video.codec];
  return ability !== undefined && can.has(ability);
}

const videoAbilities: Readonly<Record<string, ClientAbility>> = {
  hevc: 'hevc',
  av1: 'av1',
  vp8: 'vp9',
  vp9: 'vp9',
};

/** Eight bits and halved colours: what every browser decodes. */
function isPlainH264({ codec, pixelFormat }: Video): boolean {
  return (
    codec === 'h264' && (pixelFormat === null || pixelFormat === 'yuv420p' || pixelFormat === 'yuvj420p')
  );
}

const audioAbilities: Readonly<Record<string, ClientAbility>> = {
  ac3: 'ac3',
  eac3: 'eac3',
  opus: 'opus',
  vorbis: 'opus',
  flac: 'flac',
};

function playsAudio(codec: string, can: ReadonlySet<ClientAbility>): boolean {
  if (codec === 'aac' || codec === 'mp3') return true;
  const ability = audioAbilities[codec];
  return ability !== undefined && can.has(ability);
}
