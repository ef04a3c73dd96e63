/*
 * Finds what a browser plays, in the words of the server's interface. Each word stands for tests that must all pass. A missing
 * word costs a conversion, and a wrong one a film without sound, so only «probably» counts. HLS has no word, because browsers
 * that play HLS badly claim to play it.
 */

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

/** The two functions by which a browser says what it supports. */
export interface AskBrowser {
  /** `canPlayType` of a media element, for whole files. */
  canPlayType(type: string): string;
  /** `isTypeSupported` of Media Source Extensions, for segments from hls.js and mpegts.js. `undefined` where there are none. */
  isTypeSupported: ((type: string) => boolean) | undefined;
}

/** A type for the media element, or for Media Source Extensions. */
type Test = [by: 'file' | 'parts', type: string];

const hevcMain = 'video/mp4; codecs="hvc1.1.6.L120.90"';
const hevcMain10 = 'video/mp4; codecs="hvc1.2.4.L120.90"';
const ac3 = 'audio/mp4; codecs="ac-3"';
const eac3 = 'audio/mp4; codecs="ec-3"';

const tests: Readonly<Record<PlayerAbility, readonly Test[]>> = {
  mse: [['parts', 'video/mp4; codecs="avc1.42E01E,mp4a.40.2"']],
  mkv: [['file', 'video/x-matroska; codecs="avc1.640028, mp4a.40.2"']],
  webm: [['file', 'video/webm; codecs="vp8, vorbis"']],
  // Ten bits are required too, because the server does not tell 8-bit from 10-bit HEVC.
  hevc: [
    ['file', hevcMain],
    ['file', hevcMain10],
  ],
  // hls.js remuxes HEVC from MPEG-TS to MP4. A browser's own HLS requires HEVC in MP4 segments.
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

/** Sound that also occurs in MPEG-TS, which hls.js or mpegts.js demuxes: the browser must support it both ways. */
const soundInParts: Partial<Record<PlayerAbility, string>> = { ac3, eac3 };

/** The abilities of a browser beyond H.264 with AAC or MP3 in MP4 and HLS, from its answers. */
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
