/*
 * Finds which media formats and codecs a browser plays, by the names that the server's API has for them
 * («abilities»). A browser has an ability only if it passes all of that ability's tests. A missing ability costs a
 * conversion on the server, and a wrong one a film without sound, so only the answer «probably» counts. There is no
 * ability for HLS, because browsers that play HLS badly claim to support it.
 */

/** A format or way of playback that a browser can have, by the name that the server knows. */
export type PlayerAbility =
  | 'mse'
  | 'mkv'
  | 'webm'
  | 'hevc'
  | 'hevc-ts'
  | 'vp9'
  | 'av1'
  | 'ac3'
  | 'eac3'
  | 'opus'
  | 'flac';

/** The two functions with which a browser says which media types it supports. */
export interface AskBrowser {
  /** `canPlayType` of a media element, for whole files. */
  canPlayType(type: string): string;
  /**
   * `isTypeSupported` of Media Source Extensions, for segments from hls.js and mpegts.js; `undefined` in browsers
   * without that API.
   */
  isTypeSupported: ((type: string) => boolean) | undefined;
}

/**
 * A media type whose support is tested, and the browser API that is asked: `file` is the media element, `parts` is
 * Media Source Extensions.
 */
type Test = [by: 'file' | 'parts', type: string];

const hevcMain = 'video/mp4; codecs="hvc1.1.6.L120.90"';
const hevcMain10 = 'video/mp4; codecs="hvc1.2.4.L120.90"';
const ac3 = 'audio/mp4; codecs="ac-3"';
const eac3 = 'audio/mp4; codecs="ec-3"';

const tests: Readonly<Record<PlayerAbility, readonly Test[]>> = {
  mse: [['parts', 'video/mp4; codecs="avc1.42E01E,mp4a.40.2"']],
  mkv: [['file', 'video/x-matroska; codecs="avc1.640028, mp4a.40.2"']],
  webm: [['file', 'video/webm; codecs="vp8, vorbis"']],
  // The ability `hevc` requires 10-bit HEVC as well as 8-bit, because the server does not distinguish the two.
  hevc: [
    ['file', hevcMain],
    ['file', hevcMain10],
  ],
  // For HEVC in MPEG-TS, Media Source Extensions are asked, because hls.js remuxes it to MP4 segments; the browser's
  // own HLS player requires HEVC in MP4 anyway.
  'hevc-ts': [
    ['parts', hevcMain],
    ['parts', hevcMain10],
  ],
  vp9: [
    ['file', 'video/webm; codecs="vp8"'],
    ['file', 'video/webm; codecs="vp09.00.40.08"'],
    ['file', 'video/mp4; codecs="vp09.00.40.08"'],
  ],
  av1: [
    ['file', 'video/mp4; codecs="av01.0.08M.08"'],
    ['file', 'video/mp4; codecs="av01.0.08M.10"'],
  ],
  ac3: [['file', ac3]],
  eac3: [['file', eac3]],
  opus: [
    ['file', 'audio/webm; codecs="opus"'],
    ['file', 'audio/webm; codecs="vorbis"'],
    ['file', 'audio/mp4; codecs="opus"'],
  ],
  flac: [
    ['file', 'audio/flac'],
    ['file', 'audio/mp4; codecs="flac"'],
  ],
};

/**
 * Audio codecs that also occur in MPEG-TS, which hls.js or mpegts.js demuxes: the media element and Media Source
 * Extensions must both support them.
 */
const soundInParts: Partial<Record<PlayerAbility, string>> = { ac3, eac3 };

/**
 * The media formats and codecs that a browser plays, from its answers; H.264 with AAC or MP3 in MP4 and HLS is taken
 * for granted and not listed.
 */
export function findAbilities({ canPlayType, isTypeSupported }: AskBrowser): PlayerAbility[] {
  const passes = ([by, type]: Test): boolean =>
    by === 'file' ? canPlayType(type) === 'probably' : isTypeSupported?.(type) === true;
  const isMissingInParts = (ability: PlayerAbility): boolean => {
    const type = soundInParts[ability];
    return type !== undefined && isTypeSupported !== undefined && !isTypeSupported(type);
  };
  const abilities = Object.keys(tests) as PlayerAbility[];
  return abilities.filter((ability) => tests[ability].every(passes) && !isMissingInParts(ability));
}
