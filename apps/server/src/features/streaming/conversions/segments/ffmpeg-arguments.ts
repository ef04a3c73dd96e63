import { hasSoundApart, mainSound, type TrackName } from './conversion-playlists.ts';
import { inputOptions, type ProgramInput } from '../ffmpeg/input-options.ts';
import type { ConversionPlan } from './plan-conversion.ts';

/** A stretch of a plan that one ffmpeg makes. */
export interface Stretch {
  /** The first segment. */
  from: number;
  /** The stream of the sound that is made; without one the plan's own. */
  sound: number | undefined;
}

/** How many cut points fit into one argument; the next ffmpeg makes the segments after them. */
const mostSegments = 6_000;

/** Seeking goes back so far by itself where pictures come out of order, to the keyframe before the one that is meant. */
const seekAheadSeconds = 0.14;
/** Where there is no index it has to begin before the keyframe, and what comes before that is left out. */
const seekBehindSeconds = 0.2;

/**
 * What the clock of the segments is ahead of the file's. Pictures that come out of order begin before zero, which MPEG-TS cannot
 * say: the first segment would be shifted against the others.
 */
export const clockAheadSeconds = 10;

/** The name of a file of a track, for ffmpeg where `number` is `%d`. */
export const segmentFile = (track: TrackName, number: number | '%d'): string => `${track}-${number}.ts`;
export const subtitleFile = (stream: number): string => `s${stream}.vtt`;

/**
 * How ffmpeg is asked for the segments of a stretch, into the folder that it runs in. The names of the finished ones come on
 * its standard output, a line each.
 */
export function ffmpegArguments(plan: ConversionPlan, stretch: Stretch, input: ProgramInput): string[] {
  const end = Math.min(plan.boundaries.length - 1, stretch.from + mostSegments);
  const cuts = plan.boundaries.slice(stretch.from + 1, end);
  const until = end < plan.boundaries.length - 1 ? ['-to', seconds(plan.boundaries[end] ?? 0)] : [];
  const cutting = segmentOptions(stretch.from, cuts);
  const sound = plan.facts.audio.find(({ index }) => index === stretch.sound) ?? mainSound(plan);
  const soundOptions = sound === undefined ? [] : encodeSound(sound, plan, stretch.from);
  const picture = [...until, '-map', `0:${plan.facts.video.index}`, ...encodePicture(plan, cuts)];
  const outputs =
    hasSoundApart(plan) && sound !== undefined
      ? [
          [...picture, ...cutting, segmentFile('v', '%d')],
          [...until, ...soundOptions, ...cutting, segmentFile(`a${sound.index}`, '%d')],
        ]
      : [[...picture, ...soundOptions, ...cutting, segmentFile('v', '%d')]];
  const subtitles = plan.facts.subtitles.map(({ index }) => [...until, ...writeSubtitle(index)]);
  return [
    ...quiet,
    ...seek(plan, stretch.from),
    ...reading,
    ...inputOptions(input),
    ...outputs.flat(),
    ...subtitles.flat(),
  ];
}

const quiet = ['-hide_banner', '-nostdin', '-v', 'quiet', '-y'];
/** The file's own clock, and once more where its server hangs up. */
const reading = ['-copyts', '-reconnect', '1', '-reconnect_delay_max', '2'];

const seconds = (moment: number): string => moment.toFixed(3);

function seek({ boundaries, facts, mode }: ConversionPlan, from: number): string[] {
  const moment = boundaries[from] ?? 0;
  if (from === 0) return [];
  if (mode === 'transcode') return ['-seek_timestamp', '1', '-ss', seconds(moment)];
  const aim = isIndexed(facts) ? moment + seekAheadSeconds : moment - seekBehindSeconds;
  // Exact seeking would drop the keyframe that the segment begins with.
  return ['-seek_timestamp', '1', '-ss', seconds(aim), '-noaccurate_seek'];
}

function encodePicture({ mode }: ConversionPlan, cuts: readonly number[]): string[] {
  if (mode === 'remux') return ['-c:v', 'copy', '-copypriorss', '1'];
  const quality = ['-preset', 'superfast', '-crf', '23', '-maxrate', '5M', '-bufsize', '10M'];
  const picture = ['-vf', 'scale=trunc(min(1280\\,iw)/2)*2:-2', '-pix_fmt', 'yuv420p', '-profile:v', 'high'];
  const keyframes = cuts.length === 0 ? [] : ['-force_key_frames', cuts.map(seconds).join(',')];
  return ['-c:v', 'libx264', ...quality, ...picture, '-sc_threshold', '0', '-g', '1000', ...keyframes];
}

function encodeSound(
  { index, codec }: ConversionPlan['facts']['audio'][number],
  { mode, facts, boundaries }: ConversionPlan,
  from: number,
): string[] {
  const map = ['-map', `0:${index}`];
  // Reading begins before the segment; sound from before it is dropped.
  const isEarly = mode === 'transcode' || !isIndexed(facts);
  if (codec === 'aac' && (mode === 'transcode' || isIndexed(facts)))
    return [...map, '-c:a', 'copy', '-copypriorss', isEarly ? '0' : '1'];
  const start = `atrim=start=${seconds(boundaries[from] ?? 0)}`;
  const trim = isEarly && from > 0 ? ['-af', start] : [];
  return [...map, '-c:a', 'aac', '-ac', '2', '-b:a', '160k', ...trim];
}

/** Whether seeking goes by the file's own index to the very keyframe. */
const isIndexed = ({ container }: ConversionPlan['facts']): boolean =>
  /\b(?:matroska|mp4|flv)\b/.test(container);

/** Writes each cue to the file at once instead of buffering. */
function writeSubtitle(stream: number): string[] {
  const writing = ['-c:s', 'webvtt', '-flush_packets', '1', '-f', 'webvtt'];
  return ['-map', `0:${stream}`, ...writing, subtitleFile(stream)];
}

/** @see https://ffmpeg.org/ffmpeg-formats.html#segment_002c-stream_005fsegment_002c-ssegment */
function segmentOptions(from: number, cuts: readonly number[]): string[] {
  const clock = ['-output_ts_offset', String(clockAheadSeconds), '-avoid_negative_ts', 'disabled'];
  const timestamps = [...clock, '-muxdelay', '0', '-muxpreload', '0'];
  const packing = ['-segment_format', 'mpegts', '-segment_format_options', 'mpegts_copyts=1'];
  // Without any cut point ffmpeg would cut at intervals of its own.
  const moments =
    cuts.length === 0 ? '1000000' : cuts.map((cut) => seconds(cut + clockAheadSeconds)).join(',');
  const cutting = ['-segment_times', moments, '-segment_time_delta', '0.002'];
  const naming = ['-segment_start_number', String(from)];
  const telling = ['-segment_list', 'pipe:1', '-segment_list_type', 'csv'];
  return [...timestamps, '-f', 'segment', ...packing, ...cutting, ...naming, ...telling];
}
