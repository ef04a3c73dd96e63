/*
 * Players outside of a page (mpv, AVPlayer) and ffmpeg recognise lists of other addresses by the beginning of a body,
 * whatever its name and content type say: M3U in UTF-16, PLS, `[Reference]`, `[InternetShortcut]`, DASH, mpv's EDL,
 * ffconcat, SDP. They would request every address in such a list from the network of the viewer or of this machine.
 * Therefore a body that is lent as the source of a stream is refused when its beginning is text: media have control
 * characters, or bytes of which UTF-8 has none, in their first kilobyte. ID3 tags, which these programs skip, are passed
 * on unread, and what follows them is checked; a byte order mark and blanks are skipped too. Bytes are held back until
 * they are known to be media, so that a connection that breaks off on purpose delivers nothing of a list.
 */

/** How many bytes of text behind a body's tags and blanks are enough to refuse it. */
const tellingBytes = 1_024;
/** A body with more blanks than this at its beginning is refused, in bytes. */
const mostBlanks = 16_384;
/** Bodies shorter than this, in bytes, say nothing: the first bytes of media may be letters (`ID3`, `OggS`). */
const shortBytes = 16;

/** The beginnings of lists that programs recognise also where control characters follow; lower case. */
const listMarks = [
  '#extm3u',
  '# mpv edl',
  '[playlist]',
  '[reference]',
  '[internetshortcut]',
  'ffconcat',
  'rtsptext',
  'v=0\n',
  'v=0\r',
] as const;

/** A line by which ffmpeg recognises a session description (SDP), wherever it stands, also where controls come before it. */
const sessionLine = /^c=IN IP/m;

/** Where a body stands in its file. */
export interface OpeningPlace {
  /** Whether the body may be the beginning of the file; if not, a single `<` says nothing. */
  isBeginning: boolean;
  /** Whether the body may be shorter than what tells text from media, because it was asked for so or the file ends. */
  mayBeShort: boolean;
}

/** Checks the beginning of one body. */
export interface OpeningCheck {
  /** Takes the next chunk of the body. @returns the bytes that may be passed on now; `undefined` when it is a list */
  pass(chunk: Buffer): Buffer | undefined;
  /** Called when the body is complete. @returns its last bytes; `undefined` when it is a list */
  rest(): Buffer | undefined;
  /** Whether the body is known to be media, so that `pass` returns all that it is given. */
  isPassed(): boolean;
}

export function createOpeningCheck(place: OpeningPlace): OpeningCheck {
  /** The bytes behind the tags that are held back. */
  let held = Buffer.alloc(0);
  /** Chunks that came since the held bytes were judged, their sum with those, and from which sum on all are judged again. */
  let unjudged: Buffer[] = [];
  let arrivedBytes = 0;
  let judgedFrom = 0;
  /** How many bytes of an ID3 tag are still to come. */
  let tagLeft = 0;
  let hasTag = false;
  let verdict: Verdict;

  /** Joins what is held with the chunks that came since. */
  function takeHeld(): Buffer<ArrayBuffer> {
    held = Buffer.concat([held, ...unjudged]);
    unjudged = [];
    return held;
  }

  function pass(chunk: Buffer): Buffer | undefined {
    if (verdict === 'media') return chunk;
    const passed: Buffer[] = [];
    unjudged.push(chunk);
    arrivedBytes += chunk.length;
    if (arrivedBytes < judgedFrom) return Buffer.alloc(0);
    let bytes = takeHeld();
    for (;;) {
      passed.push(bytes.subarray(0, tagLeft));
      const isWithin = tagLeft >= bytes.length;
      bytes = bytes.subarray(passed.at(-1)?.length);
      tagLeft -= passed.at(-1)?.length ?? 0;
      if (isWithin) break;
      const length = readTagLength(bytes);
      if (length === 0) break;
      if (length === undefined) {
        held = Buffer.from(bytes);
        arrivedBytes = held.length;
        return Buffer.concat(passed);
      }
      tagLeft = length;
      hasTag = true;
    }
    verdict = judge(bytes, place, false);
    if (verdict === 'list') return undefined;
    held = verdict === 'media' ? Buffer.alloc(0) : Buffer.from(bytes);
    arrivedBytes = held.length;
    // Judging costs as much as is held, so that many small chunks are judged only when they have doubled it.
    judgedFrom = 2 * held.length;
    return Buffer.concat(verdict === 'media' ? [...passed, bytes] : passed);
  }

  return {
    pass,
    rest() {
      takeHeld();
      // Where a body ends with its tag, a player asks for what follows without the tag, which would say nothing then.
      if (held.length === 0 && hasTag && !place.mayBeShort) verdict ??= 'list';
      verdict ??= judge(held, place, true);
      return verdict === 'list' ? undefined : held;
    },
    isPassed: () => verdict === 'media',
  };
}

/** Whether a body begins with an ID3 tag, behind which everything may follow. */
export const isTagged = (head: Buffer): boolean => head.toString('latin1', 0, 3) === 'ID3';

const tagHeadLength = 10;

/**
 * Returns the length of the ID3v2 tag at the beginning of the bytes; 0 where there is none, `undefined` where the bytes are
 * too few to know.
 *
 * @see https://id3.org/id3v2.4.0-structure
 */
function readTagLength(bytes: Buffer): number | undefined {
  if (!'ID3'.startsWith(bytes.toString('latin1', 0, 3))) return 0;
  if (bytes.length < tagHeadLength) return undefined;
  const [, , , version = 0, revision = 0, flags = 0, ...sizes] = bytes.subarray(0, tagHeadLength);
  if (version === 0xff || revision === 0xff || sizes.some((byte) => byte > 0x7f)) return 0;
  const hasFooter = (flags & 0x10) !== 0;
  const length = sizes.reduce((sum, byte) => (sum << 7) | byte, 0);
  return tagHeadLength + length + (hasFooter ? tagHeadLength : 0);
}

type Verdict = 'media' | 'list' | undefined;

/** Judges the first bytes of a body behind its tags; `undefined` where more of them are needed. */
function judge(bytes: Buffer, place: OpeningPlace, isEnd: boolean): Verdict {
  if (bytes.length === 0) return isEnd ? 'media' : undefined;
  // Half of a byte order mark says nothing.
  if (bytes.length === 1 && !isEnd) return undefined;
  const { text, unitBytes } = decode(bytes.subarray(0, mostBlanks + 2 * tellingBytes));
  const start = text.search(/[^\s]/);
  if (start === -1 ? text.length >= mostBlanks : start >= mostBlanks) return 'list';
  const shown = start === -1 ? '' : text.slice(start, start + tellingBytes);
  const lower = shown.slice(0, 32).toLowerCase();
  if (place.isBeginning && lower.startsWith('<')) return 'list';
  if (listMarks.some((mark) => lower.startsWith(mark))) return 'list';
  if (place.isBeginning && sessionLine.test(text)) return 'list';
  if (hasControls(shown) || (unitBytes === 1 && /[\u00fe\u00ff]/.test(shown))) return 'media';
  if (shown.length >= tellingBytes / unitBytes) return 'list';
  if (!isEnd) return undefined;
  return place.mayBeShort && bytes.length < shortBytes ? 'media' : 'list';
}

/** Reads bytes as text: UTF-16 where they begin with its mark or could be nothing else, one character a byte otherwise. */
function decode(bytes: Buffer): { text: string; unitBytes: 1 | 2 } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: utf16(bytes.subarray(2)), unitBytes: 2 };
  if (first === 0xfe && second === 0xff) return { text: utf16(swapped(bytes.subarray(2))), unitBytes: 2 };
  const plain = bytes.toString('latin1');
  if (isWide.test(plain.slice(0, tellingBytes))) return { text: utf16(bytes), unitBytes: 2 };
  if (isSwappedWide.test(plain.slice(0, tellingBytes))) return { text: utf16(swapped(bytes)), unitBytes: 2 };
  return { text: plain.replace(/^\u00ef\u00bb\u00bf/, ''), unitBytes: 1 };
}

/** Characters of Latin alphabets in UTF-16 without its mark, the lower byte first or last. */
const isWide = /^(?:[\s\u0020-\u007e\u00a0-\u00ff]\0)+[^]?$/;
const isSwappedWide = /^(?:\0[\s\u0020-\u007e\u00a0-\u00ff])+[^]?$/;

/** Whether a text has characters that no text has: the controls of ASCII, white space apart. */
function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x09 || (code > 0x0d && code < 0x20) || code === 0x7f) return true;
  }
  return false;
}

const utf16 = (bytes: Buffer): string => bytes.toString('utf16le', 0, bytes.length - (bytes.length % 2));

const swapped = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16();
