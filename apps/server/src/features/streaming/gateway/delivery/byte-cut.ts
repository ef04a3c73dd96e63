/**
 * A body that ends with this many of the forbidden bytes, or begins with this many of their last ones, is cut too: two such
 * bodies one after the other would contain the forbidden bytes. Four given bytes occur in that place by chance once in four
 * thousand million bodies.
 */
const tellingBytes = 4;

/** Looks through a body chunk by chunk for bytes that must not be passed on. */
export interface ByteCut {
  /**
   * What may be passed on now. The end of a chunk that may be the beginning of the forbidden bytes waits for the next chunk.
   *
   * @returns `undefined` once the forbidden bytes were found; what came before them in the same chunk is withheld too
   */
  pass(chunk: Buffer): Buffer | undefined;
  /**
   * The bytes that still wait when the body is complete. They are never sent when the body breaks off.
   *
   * @returns `undefined` where it is too much of the forbidden bytes
   */
  rest(): Buffer | undefined;
}

/** @param forbidden - at least one byte */
export function createByteCut(forbidden: Buffer): ByteCut {
  let held = Buffer.alloc(0);
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
      // A copy: a slice would keep the whole chunk in memory.
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

  /** How many bytes at the end of a chunk are the beginning of the forbidden bytes. */
  function countStarted(bytes: Buffer): number {
    for (let length = Math.min(forbidden.length - 1, bytes.length); length > 0; length -= 1) {
      if (bytes.subarray(bytes.length - length).equals(forbidden.subarray(0, length))) return length;
    }
    return 0;
  }
}
