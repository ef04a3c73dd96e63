/*
 * Chooses how a film or channel reaches a client (unchanged, or converted by ffmpeg), by a table of conditions: the
 * first matching row decides. Every client is assumed to play H.264 with AAC or MP3 in MP4 and HLS; it reports which
 * other formats it plays. Browsers do not report what they fail at (AC-3 audio, HEVC video and additional tracks are
 * silently missing), so a file that is not known to play is converted if possible.
 */
import type { ClientAbility, StreamKind } from '@butaca/contract';
import type { MediaFacts } from './media-facts.ts';

/**
 * How a stream reaches a client. `native`, `hls`, `ts`: unchanged, for the browser, an HLS player or an MPEG-TS player
 * · `remux`, `transcode`: converted by ffmpeg, with copied or newly encoded video.
 */
export type DeliveryMode = 'native' | 'hls' | 'ts' | 'remux' | 'transcode';

/**
 * The stream to deliver to a client; without `facts` (codecs, tracks, duration), ffprobe has not inspected its content
 * yet.
 */
export interface DeliverySource {
  streamKind: StreamKind;
  /** The file name extension in the stream's address, such as `mkv`; may be empty. */
  extension: string;
  facts: MediaFacts | undefined;
  /** Whether the stream is a channel. Films and chapters have an end, and viewers seek in them. */
  isLive: boolean;
}

export interface DeliveryClient {
  can: ReadonlySet<ClientAbility>;
  /**
   * What the client asks for. `remux`: a converted stream, because it failed to play the unconverted file · `auto`: the
   * stream that the server chooses.
   */
  play: 'auto' | 'remux';
}

interface Case extends DeliveryClient {
  source: DeliverySource;
  hasConverter: boolean;
}

type Row = [fits: (asked: Case) => boolean, delivery: DeliveryMode];

/** How a stream of each kind is delivered unchanged. */
const unchanged: Readonly<Record<StreamKind, DeliveryMode>> = {
  dash: 'native',
  file: 'native',
  hls: 'hls',
  ts: 'ts',
};

/** Whether a client gets every stream unchanged: it plays all of them, and has not failed to play this one. */
export const isLeftAlone = ({ can, play }: DeliveryClient): boolean => can.has('any') && play === 'auto';

const table: readonly Row[] = [
  [({ source }) => source.streamKind === 'dash', 'native'],
  [(asked) => asked.source.streamKind === 'hls' && asked.play === 'auto' && playsHls(asked), 'hls'],
  [(asked) => asked.source.streamKind === 'ts' && asked.play === 'auto' && playsTs(asked), 'ts'],
  [(asked) => asked.source.streamKind === 'file' && asked.play === 'auto' && playsFile(asked), 'native'],
  // A client may report that audio or video is missing though the file has no such track; converting the file cannot
  // help then.
  [(asked) => asked.source.streamKind === 'file' && isSoundless(asked.source) && playsFile(asked), 'native'],
  // A radio channel without a browser that plays its codec: there is no video to encode.
  [({ source }) => source.isLive && source.streamKind !== 'file' && source.facts?.video === null, 'remux'],
  [({ source }) => source.facts?.video === null, 'native'],
  [(asked) => isCopied(asked.source.facts, asked.can), 'remux'],
  [() => true, 'transcode'],
];

export function chooseDelivery(
  source: DeliverySource,
  { can, play }: DeliveryClient,
  hasConverter: boolean,
): DeliveryMode {
  if (isLeftAlone({ can, play })) return unchanged[source.streamKind];
  const asked: Case = { source, can, play, hasConverter };
  return table.find(([fits]) => fits(asked))?.[1] ?? 'transcode';
}

/**
 * Whether ffmpeg can copy a file's video into HLS without encoding it again. A file not inspected yet counts as
 * copyable; its conversion chooses between copying and transcoding when the file is opened.
 */
export function isCopied(facts: MediaFacts | undefined, can: ReadonlySet<ClientAbility>): boolean {
  if (facts === undefined) return true;
  const { video } = facts;
  if (video === null) return false;
  // The video of an AVI file is not copied: AVI stores the decoding order of frames, but not when they are shown.
  if (facts.container.split(',').includes('avi')) return false;
  // MPEG-TS has no place for how far players are to turn a picture.
  if (video.isTurned === true) return false;
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
  // A browser that plays a file by itself offers neither its additional audio tracks nor its subtitles.
  const hasChoice = !can.has('tracks') && (audio.length > 1 || facts.subtitles.length > 0);
  return plays && !(hasChoice && hasConverter && isCopied(facts, can));
}

/**
 * Whether a client plays HLS as it is. A stream with known codecs that the client lacks is converted if there is a
 * converter: without one, a picture without sound is better than nothing. Of a film only the video is considered: a
 * client says when the sound is missing, but takes a film whose video it does not know for radio.
 */
function playsHls({ source: { facts, isLive }, can, hasConverter }: Case): boolean {
  if (!hasConverter || facts === undefined) return true;
  return playsVideoInParts(facts.video, can) && (!isLive || playsFirstAudio(facts, can));
}

function playsTs({ source: { facts, isLive }, can, hasConverter }: Case): boolean {
  // Players of MPEG-TS do not know the length of a film and cannot seek in it.
  if (!can.has('mse') || (!isLive && hasConverter)) return false;
  if (facts === undefined || (isLive && !hasConverter)) return true;
  return playsVideoInParts(facts.video, can) && playsFirstAudio(facts, can);
}

/** Whether a player that takes a stream apart (hls.js, mpegts.js), or else the browser's own HLS player, shows a video. */
function playsVideoInParts(video: MediaFacts['video'], can: ReadonlySet<ClientAbility>): boolean {
  if (video === null) return true;
  if (video.codec === 'hevc') return can.has(can.has('mse') ? 'hevc-ts' : 'hevc');
  return playsVideo(video, can);
}

function playsFirstAudio({ audio: [first] }: MediaFacts, can: ReadonlySet<ClientAbility>): boolean {
  return first === undefined || playsAudio(first.codec, can);
}

function playsContainer({ container, video, audio }: MediaFacts, can: ReadonlySet<ClientAbility>): boolean {
  const names = container.split(',');
  if (names.includes('mp4') || names.includes('mp3')) return true;
  if (names.includes('flac')) return can.has('flac');
  if (!names.includes('matroska')) return false;
  const codecs = [...(video === null ? [] : [video.codec]), ...audio.map(({ codec }) => codec)];
  // ffprobe reports WebM as `matroska`, the container that WebM is a subset of.
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

/** Whether a video is H.264 with 8 bits and 4:2:0 chroma, which every browser decodes. */
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
