/*
 * What a browser plays, in the words of the server's interface. Each word stands for tests that must all hold. A word that is
 * missing costs a conversion, one too many a film without sound: only «probably» counts. HLS is not among them, because
 * browsers that play it badly say that they do.
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

/** The two functions of a browser that tell it. */
export interface AskBrowser {
  /** `canPlayType` of a media element: a file as it is. */
  canPlayType(type: string): string;
  /** `isTypeSupported` of Media Source Extensions: what a player of ours has taken apart. `undefined` where there are none. */
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
  // Ten bits as well: the server does not tell them apart.
  hevc: [
    ['file', hevcMain],
    ['file', hevcMain10],
  ],
  // hls.js makes MP4 of it. A browser's own HLS wants HEVC in MP4 from the beginning.
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

/** Sound that also comes in MPEG-TS, where a player of ours takes it apart: it must play in both ways. */
const soundInParts: Partial<Record<PlayerAbility, string>> = { ac3, eac3 };

/** What a browser that answers so can play, beyond H.264 with AAC or MP3 in MP4 and HLS. */
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
