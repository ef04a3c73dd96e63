import { text } from '../shared/text.ts';

/**
 * The media formats that a client can declare to the server as playable, besides H.264 with AAC or MP3 in MP4 and HLS:
 * `mse` raw MPEG-TS (by a JavaScript player) · `mkv`, `webm` containers · `hevc`, `vp9` (and VP8), `av1` video ·
 * `hevc-ts` HEVC within HLS of MPEG-TS · `ac3`, `eac3`, `opus` (and Vorbis), `flac` audio · `tracks` the choice among a
 * file's audio tracks and subtitles · `any` everything as it is, as mpv does.
 */
export const clientAbilities = [
  'mse',
  'mkv',
  'webm',
  'hevc',
  'hevc-ts',
  'vp9',
  'av1',
  'ac3',
  'eac3',
  'opus',
  'flac',
  'tracks',
  'any',
] as const;
/** A format or way of playback that a client can have, such as `mse` or `hevc`. */
export type ClientAbility = (typeof clientAbilities)[number];

const isAbility = (word: string): word is ClientAbility =>
  (clientAbilities as readonly string[]).includes(word);

/**
 * Reads the media formats that a client says it can play from a text of words separated by commas. Unknown words, which
 * a newer client may send, are ignored.
 */
export const abilitiesText = text(0, 200).transform((words): ReadonlySet<ClientAbility> => {
  return new Set(
    words
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(isAbility),
  );
});
