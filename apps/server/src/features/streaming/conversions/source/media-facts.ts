import { imageSubtitleSchema, sceneLimit, type ImageSubtitleForm } from '@butaca/contract';
import { z } from 'zod';

/**
 * The content of a film file as ffprobe reports it: container, codecs, tracks, duration. `index` is a track's number
 * among all streams of the file.
 */
export const mediaFactsSchema = z.object({
  /** ffprobe's name of the film file's container, such as `matroska,webm`. */
  container: z.string(),
  /** Whether the film file's server sends it only as a whole, from its beginning, so that nobody can seek in it. */
  isSequential: z.boolean().optional(),
  durationSeconds: z.number().nullable(),
  /** The timestamps of the film file's first and last frames, in seconds by the file's own clock. */
  startSeconds: z.number(),
  endSeconds: z.number().nullable(),
  video: z
    .object({
      index: z.number(),
      codec: z.string(),
      profile: z.string().nullable(),
      pixelFormat: z.string().nullable(),
      /**
       * ffprobe's name of the transfer characteristics, such as `bt709`, or `smpte2084` for HDR10; `null` also for files that
       * were inspected by versions of the product which did not read it.
       */
      transfer: z.string().nullable().default(null),
      width: z.number(),
      height: z.number(),
      bitRate: z.number().nullable(),
      /** Whether players turn the picture, as phones want it; absent for files that were inspected before this was read. */
      isTurned: z.boolean().optional(),
    })
    .nullable(),
  audio: z.array(
    z.object({
      index: z.number(),
      codec: z.string(),
      channels: z.number(),
      language: z.string().nullable(),
      title: z.string().nullable(),
      isDefault: z.boolean(),
    }),
  ),
  /** The film file's text subtitles; HLS players cannot show those that are images. */
  subtitles: z.array(
    z.object({
      index: z.number(),
      language: z.string().nullable(),
      title: z.string().nullable(),
      isForced: z.boolean(),
    }),
  ),
  /** The film file's subtitles that are images; empty also for files that were inspected before these were read. */
  imageSubtitles: z.array(imageSubtitleSchema).default([]),
  /** The scenes of the film; also empty for files that were inspected before scenes were read. */
  scenes: z.array(z.object({ startSeconds: z.number(), title: z.string() })).default([]),
});
export type MediaFacts = z.output<typeof mediaFactsSchema>;

const numberText = z.coerce.number().nullable().catch(null).default(null);

/** The part of ffprobe's JSON output that is read. @see https://ffmpeg.org/ffprobe.html */
const probeSchema = z.object({
  format: z.object({
    format_name: z.string(),
    duration: numberText,
    start_time: numberText,
    bit_rate: numberText,
  }),
  streams: z.array(
    z.object({
      index: z.number(),
      codec_type: z.string().default(''),
      codec_name: z.string().default(''),
      profile: z.coerce.string().optional(),
      pix_fmt: z.string().optional(),
      color_transfer: z.string().optional(),
      width: z.number().default(0),
      height: z.number().default(0),
      channels: z.number().default(0),
      start_time: numberText,
      duration: numberText,
      tags: z.record(z.string(), z.string()).default({}),
      disposition: z.record(z.string(), z.number()).default({}),
      side_data_list: z
        .array(z.object({ rotation: z.number().optional().catch(undefined) }))
        .catch([])
        .default([]),
    }),
  ),
  chapters: z
    .array(z.object({ start_time: numberText, tags: z.record(z.string(), z.string()).default({}) }))
    .default([]),
});

type ProbedStream = z.output<typeof probeSchema>['streams'][number];

const imageSubtitles: ReadonlyMap<string, ImageSubtitleForm> = new Map([
  ['hdmv_pgs_subtitle', 'pgs'],
  ['dvd_subtitle', 'vobsub'],
  ['dvb_subtitle', 'dvb'],
  ['xsub', 'xsub'],
  ['dvb_teletext', 'teletext'],
]);
const textSubtitles: ReadonlySet<string> = new Set(['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']);

/** Reads the content of a file from ffprobe's JSON output; returns `undefined` when that does not describe media. */
export function readMediaFacts(json: string): MediaFacts | undefined {
  const probed = probeSchema.safeParse(parseJson(json));
  if (!probed.success) return undefined;
  const { format, streams, chapters } = probed.data;
  const isOf = (type: string) => (stream: ProbedStream) =>
    stream.codec_type === type && stream.codec_name !== '' && stream.codec_name !== 'unknown';
  // A cover image inside a film file is a video stream too, with a single frame; the film's video is another stream.
  const video = streams.filter(isOf('video')).find(({ disposition }) => disposition['attached_pic'] !== 1);
  const audio = streams.filter(isOf('audio'));
  if (video === undefined && audio.length === 0) return undefined;
  const startSeconds = format.start_time ?? 0;
  const tracks = video === undefined ? audio : [video, ...audio];
  // Matroska and MP4 count the duration of a film from zero, even when the first frame comes later.
  const isFromZero = /\b(?:matroska|mp4)\b/.test(format.format_name);
  const fromSeconds = isFromZero ? 0 : startSeconds;
  const duration = readDuration(format.duration, fromSeconds, [
    tracks.map(readEnd),
    streams.filter(isOf('subtitle')).map(readEnd),
  ]);
  return {
    container: format.format_name,
    durationSeconds: duration,
    startSeconds,
    endSeconds: duration === null ? null : fromSeconds + duration,
    video: video === undefined ? null : toVideo(video, format.bit_rate),
    audio: audio.map((stream) => ({
      index: stream.index,
      codec: stream.codec_name,
      channels: stream.channels,
      ...names(stream),
      isDefault: stream.disposition['default'] === 1,
    })),
    subtitles: streams
      .filter((stream) => isOf('subtitle')(stream) && textSubtitles.has(stream.codec_name))
      .map((stream) => ({
        index: stream.index,
        ...names(stream),
        isForced: stream.disposition['forced'] === 1,
      })),
    imageSubtitles: streams.filter(isOf('subtitle')).flatMap((stream) => {
      const form = imageSubtitles.get(stream.codec_name);
      return form === undefined ? [] : { form, language: names(stream).language };
    }),
    scenes: readScenes(chapters, fromSeconds, duration),
  };
}

/** Reads the scenes of a film, which ffprobe calls chapters; a single one is left out, because it leads nowhere else. */
function readScenes(
  chapters: z.output<typeof probeSchema>['chapters'],
  fromSeconds: number,
  durationSeconds: number | null,
): MediaFacts['scenes'] {
  const scenes = chapters
    .flatMap(({ start_time: start, tags }) => {
      const startSeconds = Math.max(0, (start ?? Number.NaN) - fromSeconds);
      const isInside = startSeconds < (durationSeconds ?? Number.POSITIVE_INFINITY);
      return isInside ? { startSeconds, title: oneLine(tags['title'] ?? '') } : [];
    })
    .slice(0, sceneLimit)
    .toSorted((a, b) => a.startSeconds - b.startSeconds);
  return scenes.length > 1 ? scenes : [];
}

/** By how many seconds the end of a track may differ from the end of its file and still count as the same moment. */
const sameEndSeconds = 1;

/**
 * Returns the duration of a film file in seconds. A file is as long as its longest track; where that track is a
 * subtitle, the duration ends with video and audio instead, because after their end there is nothing to play.
 *
 * @param whole - the duration that ffprobe reports of the file, counted from `fromSeconds`
 * @param ends - when each video and audio track ends, and when each subtitle ends; `null` where that is unknown
 */
function readDuration(
  whole: number | null,
  fromSeconds: number,
  [tracks, subtitles]: readonly [readonly (number | null)[], readonly (number | null)[]],
): number | null {
  if (whole === null || whole <= 0) return null;
  const fileEnd = fromSeconds + whole;
  const isLast = subtitles.some((end) => end !== null && Math.abs(end - fileEnd) < sameEndSeconds);
  const known = tracks.filter((end) => end !== null);
  if (!isLast || known.length < tracks.length) return whole;
  const played = Math.max(...known) - fromSeconds;
  return played > 0 ? Math.min(whole, played) : whole;
}

/**
 * Returns when a track ends, in seconds. Matroska has this moment as a text, `00:01:02.500000000`; other containers
 * have a start and a duration.
 */
function readEnd({ tags, start_time: start, duration }: ProbedStream): number | null {
  const text = tags['DURATION'] ?? tags['DURATION-eng'] ?? '';
  const [, hours, minutes, seconds] = /^(\d{1,3}):(\d{2}):(\d{2}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (seconds !== undefined) return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return duration === null ? null : (start ?? 0) + duration;
}

function toVideo(stream: ProbedStream, bitRate: number | null): MediaFacts['video'] {
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile ?? null,
    pixelFormat: stream.pix_fmt ?? null,
    transfer: stream.color_transfer ?? null,
    width: stream.width,
    height: stream.height,
    bitRate,
    ...(stream.side_data_list.some(({ rotation = 0 }) => rotation % 360 !== 0) && { isTurned: true }),
  };
}

/** Returns the language and title of a film's track, reduced to one line and shortened to fit the player's menus. */
function names({ tags }: ProbedStream): { language: string | null; title: string | null } {
  const tagOf = (name: string) => {
    const text = oneLine(tags[name] ?? tags[name.toUpperCase()] ?? '');
    return text === '' ? null : text;
  };
  const language = tagOf('language');
  return { language: language !== null && isLanguage(language) ? language : null, title: tagOf('title') };
}

/** Reduces a text of a film's file to one line, and shortens it to fit the player's menus. */
const oneLine = (text: string): string =>
  text
    .slice(0, 1_000)
    .replace(/[\p{C}"]+/gu, ' ')
    .trim()
    .slice(0, 80);

const isLanguage = (tag: string): boolean =>
  tag !== 'und' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag);

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
