import { z } from 'zod';

/**
 * The content of a film file as ffprobe reports it: container, codecs, tracks, duration. `index` is a track's number
 * among all streams of the file.
 */
export const mediaFactsSchema = z.object({
  /** ffprobe's name of the film file's container, such as `matroska,webm`. */
  container: z.string(),
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
      width: z.number(),
      height: z.number(),
      bitRate: z.number().nullable(),
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
  /** The film file's text subtitles; bitmap subtitles are left out, because HLS players cannot show them. */
  subtitles: z.array(
    z.object({
      index: z.number(),
      language: z.string().nullable(),
      title: z.string().nullable(),
      isForced: z.boolean(),
    }),
  ),
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
      width: z.number().default(0),
      height: z.number().default(0),
      channels: z.number().default(0),
      tags: z.record(z.string(), z.string()).default({}),
      disposition: z.record(z.string(), z.number()).default({}),
    }),
  ),
});

type ProbedStream = z.output<typeof probeSchema>['streams'][number];

const textSubtitles: ReadonlySet<string> = new Set(['subrip', 'ass', 'ssa', 'mov_text', 'webvtt', 'text']);

/** Reads the content of a file from ffprobe's JSON output; returns `undefined` when that does not describe media. */
export function readMediaFacts(json: string): MediaFacts | undefined {
  const probed = probeSchema.safeParse(parseJson(json));
  if (!probed.success) return undefined;
  const { format, streams } = probed.data;
  const isOf = (type: string) => (stream: ProbedStream) =>
    stream.codec_type === type && stream.codec_name !== '' && stream.codec_name !== 'unknown';
  // A cover image inside a film file is a video stream too, with a single frame; the film's video is another stream.
  const video = streams.filter(isOf('video')).find(({ disposition }) => disposition['attached_pic'] !== 1);
  const audio = streams.filter(isOf('audio'));
  if (video === undefined && audio.length === 0) return undefined;
  const startSeconds = format.start_time ?? 0;
  const duration = format.duration !== null && format.duration > 0 ? format.duration : null;
  // Matroska and MP4 count the duration of a film from zero, even when the first frame comes later.
  const isFromZero = /\b(?:matroska|mp4)\b/.test(format.format_name);
  return {
    container: format.format_name,
    durationSeconds: duration,
    startSeconds,
    endSeconds: duration === null ? null : isFromZero ? duration : startSeconds + duration,
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
  };
}

function toVideo(stream: ProbedStream, bitRate: number | null): MediaFacts['video'] {
  return {
    index: stream.index,
    codec: stream.codec_name,
    profile: stream.profile ?? null,
    pixelFormat: stream.pix_fmt ?? null,
    width: stream.width,
    height: stream.height,
    bitRate,
  };
}

/** Returns the language and title of a film's track, reduced to one line and shortened to fit the player's menus. */
function names({ tags }: ProbedStream): { language: string | null; title: string | null } {
  const tagOf = (name: string) => {
    const text = (tags[name] ?? tags[name.toUpperCase()] ?? '').replace(/[\p{C}"]+/gu, ' ').trim();
    return text === '' ? null : text.slice(0, 80);
  };
  const language = tagOf('language');
  return { language: language !== null && isLanguage(language) ? language : null, title: tagOf('title') };
}

const isLanguage = (tag: string): boolean =>
  tag !== 'und' && /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(tag);

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
