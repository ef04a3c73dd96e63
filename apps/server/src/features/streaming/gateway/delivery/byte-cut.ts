/**
 * A body that ends with so much of the forbidden bytes, or begins with so much of their end, is cut as well: put behind one
 * another, two bodies would hold them. Four given bytes in that place are chance once in four thousand million bodies.
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
   * What still waits when the body has ended as a whole. Where it breaks off, this is never sent.
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

  /** How many bytes at the end are the beginning of the forbidden ones. */
  function countStarted(bytes: Buffer): number {
    for (let length = Math.min(forbidden.length - 1, bytes.length); length > 0; length -= 1) {
      if (bytes.subarray(bytes.length - length).equals(forbidden.subarray(0, length))) return length;
    }
    return 0;
  }
}
