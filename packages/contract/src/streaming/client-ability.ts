import { text } from '../shared/text.ts';

/**
 * What a client may say that it plays, beyond H.264 with AAC or MP3 in MP4 and HLS: `mse` raw MPEG-TS (by a player of ours) ·
 * `mkv`, `webm` containers · `hevc`, `vp9` (and VP8), `av1` pictures · `hevc-ts` HEVC within HLS of MPEG-TS ·
 * `ac3`, `eac3`, `opus` (and Vorbis), `flac` sound.
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
] as const;
export type ClientAbility = (typeof clientAbilities)[number];

const isAbility = (word: string): word is ClientAbility =>
  (clientAbilities as readonly string[]).includes(word);

/** Abilities separated by commas; unknown ones, which a newer client may send, are ignored. */
export const abilitiesText = text(0, 200).transform((words): ReadonlySet<ClientAbility> => {
  return new Set(
    words
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(isAbility),
  );
});
