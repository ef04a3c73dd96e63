import { encodePicture, type EncodingOptions } from '../encoders/encode-picture.ts';
import type { VideoEncoder } from '../encoders/video-encoder.ts';
import { hasSoundApart, isSequential, mainSound, type TrackName } from './conversion-playlists.ts';
import { inputOptions, type ProgramInput } from '../ffmpeg/input-options.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import type { ConversionPlan } from './plan-conversion.ts';

/** The part of a film that one ffmpeg converts into segments. */
export interface Stretch {
  /** The number of the first segment that ffmpeg writes. */
  from: number;
  /** The stream index of the audio track to convert; `undefined` means the main audio track of the film. */
  sound: number | undefined;
}

/**
 * The most segments that one ffmpeg makes, because their cut points must fit into one command-line argument; another
 * ffmpeg makes the segments beyond them.
 */
const mostSegments = 6_000;

/**
 * The seconds that are added to the position to which ffmpeg seeks when it copies a video: with reordered frames,
 * ffmpeg seeks this much too early and would hit the preceding keyframe.
 */
const seekAheadSeconds = 0.14;
/**
 * The seconds that are subtracted from the position to which ffmpeg seeks in files without a keyframe index: ffmpeg
 * starts before the keyframe and drops what precedes it.
 */
const seekBehindSeconds = 0.2;

/**
 * By how many seconds the timestamps of converted segments are ahead of the film's own. Reordered frames can have
 * decoding timestamps below zero, which MPEG-TS cannot express: the first segment would be shifted relative to the
 * other segments.
 */
export const clockAheadSeconds = 10;

/**
 * Returns the file name of a converted segment; with `%d` as the number, the name pattern that ffmpeg gets for all
 * segments of a track.
 */
export const segmentFile = (track: TrackName, number: number | '%d'): string => `${track}-${number}.ts`;
export const subtitleFile = (stream: number): string => `s${stream}.vtt`;

/**
 * Builds the arguments with which ffmpeg writes the segments of a part of a film into its working folder. ffmpeg prints
 * the name of each finished segment on its standard output, one per line.
 *
 * @param encoder - encodes the video of a film that is not copied; by default the processor
 */
export function ffmpegArguments(
  plan: ConversionPlan,
  stretch: Stretch,
  input: ProgramInput,
  converter: Pick<Converter, 'canToneMap'>,
  encoder?: VideoEncoder,
): string[] {
  const end = Math.min(plan.boundaries.length - 1, stretch.from + mostSegments);
  const cuts = plan.boundaries.slice(stretch.from + 1, end);
  const until = end < plan.boundaries.length - 1 ? ['-to', seconds(plan.boundaries[end] ?? 0)] : [];
  const cutting = segmentOptions(stretch.from, cuts);
  const sounds = soundsOf(plan, stretch.sound);
  const encoded = sounds.map((sound) => encodeSound(sound, plan, stretch.from));
  const { opening, output } = encodeVideo(plan, cuts, { converter, encoder });
  const video = [...until, '-map', `0:${plan.facts.video.index}`, ...output];
  const outputs = hasSoundApart(plan)
    ? [
        [...video, ...cutting, segmentFile('v', '%d')],
        ...sounds.map(({ index }, at) => [
          ...until,
          ...(encoded[at] ?? []),
          ...cutting,
          segmentFile(`a${index}`, '%d'),
        ]),
      ]
    : [[...video, ...encoded.flat(), ...cutting, segmentFile('v', '%d')]];
  const subtitles = plan.facts.subtitles.map(({ index }) => [...until, ...writeSubtitle(index)]);
  return [
    ...quiet,
    ...opening,
    ...seek(plan, stretch.from),
    ...reading,
    ...inputOptions(input),
    ...outputs.flat(),
    ...subtitles.flat(),
  ];
}

/**
 * Returns the audio tracks that one ffmpeg converts: the requested one, or all of a film that is sent only from its
 * beginning, where another track cannot be started at the playback position.
 */
export function soundsOf(plan: ConversionPlan, requested: number | undefined): MediaFacts['audio'] {
  if (isSequential(plan) && hasSoundApart(plan)) return plan.facts.audio;
  const sound = plan.facts.audio.find(({ index }) => index === requested) ?? mainSound(plan);
  return sound === undefined ? [] : [sound];
}

const quiet = ['-hide_banner', '-nostdin', '-v', 'quiet', '-y'];
/** ffmpeg options that keep the film's own timestamps, and reconnect when the film's server closes the connection. */
const reading = ['-copyts', '-reconnect', '1', '-reconnect_delay_max', '2'];

const seconds = (moment: number): string => moment.toFixed(3);

function seek({ boundaries, facts, mode }: ConversionPlan, from: number): string[] {
  const moment = boundaries[from] ?? 0;
  if (from === 0) return [];
  if (mode === 'transcode') return ['-seek_timestamp', '1', '-ss', seconds(moment)];
  const aim = isIndexed(facts) ? moment + seekAheadSeconds : moment - seekBehindSeconds;
  // With accurate seeking, ffmpeg would drop the keyframe with which the segment begins.
  return ['-seek_timestamp', '1', '-ss', seconds(aim), '-noaccurate_seek'];
}

/**
 * The filters of ffmpeg that make whole pictures of interlaced ones, as antennas broadcast and DVDs hold them, and a picture at
 * most 1280 pixels wide, with even sides as H.264 requires.
 */
export const encodedPicture = 'yadif=deint=interlaced,scale=trunc(min(1280\\,iw)/2)*2:-2';

/** The transfer characteristics of HDR10 and HLG, by ffmpeg's names. */
const hdrTransfers: ReadonlySet<string | null> = new Set(['smpte2084', 'arib-std-b67']);

/**
 * The filters that turn an HDR picture into one of BT.709, which every screen shows as it is meant; without the library for
 * it, the mark is taken off, so that no screen takes the picture of 8 bits for an HDR one.
 *
 * @see https://ffmpeg.org/ffmpeg-filters.html#tonemap-1
 */
function toneMapping(transfer: string | null, { canToneMap }: Pick<Converter, 'canToneMap'>): string {
  if (!hdrTransfers.has(transfer)) return '';
  if (!canToneMap) return ',setparams=color_trc=unknown';
  // Files name their colours incompletely; HDR10 and HLG both are BT.2020.
  const named = `setparams=color_trc=${transfer}:color_primaries=bt2020:colorspace=bt2020nc`;
  const mapped = 'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:desat=0';
  return `,${named},${mapped},zscale=t=bt709:m=bt709:r=tv,format=yuv420p`;
}

function encodeVideo(
  { mode, facts }: ConversionPlan,
  cuts: readonly number[],
  { converter, encoder }: { converter: Pick<Converter, 'canToneMap'>; encoder: VideoEncoder | undefined },
): EncodingOptions {
  if (mode === 'remux') return { opening: [], output: ['-c:v', 'copy', '-copypriorss', '1'] };
  const keyframes = cuts.length === 0 ? [] : ['-force_key_frames', cuts.map(seconds).join(',')];
  const filters = encodedPicture + toneMapping(facts.video.transfer, converter);
  const { opening, output } = encodePicture(filters, encoder);
  return { opening, output: [...output, ...keyframes] };
}

function encodeSound(
  { index, codec }: ConversionPlan['facts']['audio'][number],
  { mode, facts, boundaries }: ConversionPlan,
  from: number,
): string[] {
  const map = ['-map', `0:${index}`];
  // ffmpeg starts reading a film before the first segment's start; audio from before that start is dropped.
  const isEarly = mode === 'transcode' || !isIndexed(facts);
  if (codec === 'aac' && (mode === 'transcode' || isIndexed(facts)))
    return [...map, '-c:a', 'copy', '-copypriorss', isEarly ? '0' : '1'];
  const start = `atrim=start=${seconds(boundaries[from] ?? 0)}`;
  const trim = isEarly && from > 0 ? ['-af', start] : [];
  return [...map, '-c:a', 'aac', '-ac', '2', '-b:a', '160k', ...trim];
}

/** Whether ffmpeg seeks by the keyframe index of the file, exactly to a keyframe. */
const isIndexed = ({ container }: ConversionPlan['facts']): boolean =>
  /\b(?:matroska|mp4|flv)\b/.test(container);

/** ffmpeg options that write a subtitle track to a WebVTT file, each cue at once instead of buffered. */
function writeSubtitle(stream: number): string[] {
  const writing = ['-c:s', 'webvtt', '-flush_packets', '1', '-f', 'webvtt'];
  return ['-map', `0:${stream}`, ...writing, subtitleFile(stream)];
}

/**
 * The options of ffmpeg's segment muxer, which cuts a converted film into HLS segments.
 *
 * @see https://ffmpeg.org/ffmpeg-formats.html#segment_002c-stream_005fsegment_002c-ssegment
 */
function segmentOptions(from: number, cuts: readonly number[]): string[] {
  const clock = ['-output_ts_offset', String(clockAheadSeconds), '-avoid_negative_ts', 'disabled'];
  const timestamps = [...clock, '-muxdelay', '0', '-muxpreload', '0'];
  const packing = ['-segment_format', 'mpegts', '-segment_format_options', 'mpegts_copyts=1'];
  // Without any cut point, ffmpeg's segment muxer would cut at its default interval, so a cut point far beyond the end
  // is given.
  const moments =
    cuts.length === 0 ? '1000000' : cuts.map((cut) => seconds(cut + clockAheadSeconds)).join(',');
  const cutting = ['-segment_times', moments, '-segment_time_delta', '0.002'];
  const naming = ['-segment_start_number', String(from)];
  const listing = ['-segment_list', 'pipe:1', '-segment_list_type', 'csv'];
  return [...timestamps, '-f', 'segment', ...packing, ...cutting, ...naming, ...listing];
}
