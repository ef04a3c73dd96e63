import { imageSubtitleSchema, streamKinds } from '@butaca/contract';
import { z } from 'zod';

/**
 * The codecs of a stream by ffprobe's names; `video` is `null` for a radio channel. The subtitles are those that only tables of
 * MPEG-TS name; absent without any.
 */
export const streamCodecsSchema = z.object({
  video: z.string().nullable(),
  audio: z.array(z.string()),
  subtitles: z.array(imageSubtitleSchema).optional(),
});
/** How many audio tracks of a stream are noted; players begin with the first. */
export const mostAudioTracks = 16;
export type StreamCodecs = z.output<typeof streamCodecsSchema>;

/** What the first bytes of a source show. */
export const sourceLookSchema = z.object({
  streamKind: z.enum(streamKinds),
  /** The file name extension that fits a single file, such as `mkv`; empty for other kinds of streams. */
  extension: z.string(),
  /** The codecs of a stream in MPEG-TS or HLS; `null` where they are unknown, and for every other stream. */
  codecs: streamCodecsSchema.nullable(),
  /** Whether the stream is HLS whose list has an end: viewers may seek in it. */
  hasEnd: z.boolean(),
});
export type SourceLook = z.output<typeof sourceLookSchema>;
