/**
 * The filter that cuts an HTTP body before forbidden bytes (`#EXTM3U`) also cuts a body that ends with their first four
 * bytes or more, or begins with their last four or more: two such bodies, joined, could contain all of them. Four given
 * bytes occur at the end or beginning of a body by chance once in four thousand million bodies.
 */
const tellingBytes = 4;

/**
 * Searches the chunks of a body for bytes that must not be passed on (`#EXTM3U`, by which ffmpeg would take the body
 * for a playlist).
 */
export interface ByteCut {
  /**
   * Takes the next chunk of an HTTP body and returns the bytes that may be passed on now. The end of a chunk is held
   * back while it may be the beginning of the forbidden bytes (`#EXTM3U`).
   *
   * @returns `undefined` once the forbidden bytes were found; bytes before them in the same chunk are withheld too
   */
  pass(chunk: Buffer): Buffer | undefined;
  /**
   * Called when an HTTP body is complete: returns its bytes that were held back, because they could have been the
   * beginning of the forbidden bytes (`#EXTM3U`).
   *
   * @returns `undefined` when the body has to be cut, because four or more of the forbidden bytes are at its end or
   * beginning
   */
  rest(): Buffer | undefined;
}

/**
 * ffmpeg and mpv detect a playlist by the bytes `#EXTM3U` at the beginning of a body, even behind ID3 tags, and request
 * every URL in it. A real playlist is rewritten before they get it; every other body is cut before these bytes, at any
 * offset and in any range. Media do not contain them: seven given bytes occur by chance once in 64 million gigabytes.
 *
 * @see https://github.com/FFmpeg/FFmpeg/blob/n5.1/libavformat/format.c (`av_probe_input_format3` skips ID3v2 tags)
 */
export const playlistMark = Buffer.from('#EXTM3U');

const empty = Buffer.alloc(0);

/** Creates a filter that cuts one HTTP body before forbidden bytes. @param forbidden - at least one byte */
export function createByteCut(forbidden: Buffer): ByteCut {
  let held = empty;
  let isFound = false;
  let isBegun = false;

  return {
    pass(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      isFound ||= bytes.includes(forbidden);
      if (!isFound && !isBegun) {
        if (bytes.length < forbidden.length) {
          held = Buffer.from(bytes);
          return Buffer.alloc(0);
        }
        isBegun = true;
        isFound = beginsWithEnd(bytes);
      }
      if (isFound) return undefined;
      const heldLength = countStarted(bytes);
      if (heldLength === 0) {
        held = empty;
        return bytes;
      }
      // The end of a chunk that is held back is copied, because a view of it (`subarray`) would keep the whole chunk in
      // memory.
      held = Buffer.from(bytes.subarray(bytes.length - heldLength));
      return bytes.subarray(0, bytes.length - heldLength);
    },
    rest() {
      const isTelling = countStarted(held) >= tellingBytes || (!isBegun && beginsWithEnd(held));
      return isFound || isTelling ? undefined : held;
    },
  };

  function beginsWithEnd(bytes: Buffer): boolean {
    for (let length = tellingBytes; length < forbidden.length; length += 1) {
      if (bytes.subarray(0, length).equals(forbidden.subarray(forbidden.length - length))) return true;
    }
    return false;
  }

  /** Returns how many bytes at the end of a chunk may be the beginning of the forbidden bytes (`#EXTM3U`, say). */
  function countStarted(bytes: Buffer): number {
    for (let length = Math.min(forbidden.length - 1, bytes.length); length > 0; length -= 1) {
      // Views of the bytes are made only where the first byte agrees: this runs for each chunk of every film.
      if (bytes[bytes.length - length] !== forbidden[0]) continue;
      if (bytes.subarray(bytes.length - length).equals(forbidden.subarray(0, length))) return length;
    }
    return 0;
  }
}
