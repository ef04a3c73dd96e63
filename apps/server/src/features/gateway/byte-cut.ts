/** Looks through a body chunk by chunk for bytes that must not be passed on. */
export interface ByteCut {
  /**
   * What may be passed on now. The end of a chunk that may be the beginning of the forbidden bytes waits for the next chunk.
   *
   * @returns `undefined` once the forbidden bytes were found; what came before them in the same chunk is withheld too
   */
  pass(chunk: Buffer): Buffer | undefined;
  /** What still waits when the body has ended as a whole. Where it breaks off, this is never sent. */
  rest(): Buffer;
}

/** @param forbidden - at least one byte */
export function createByteCut(forbidden: Buffer): ByteCut {
  let held = Buffer.alloc(0);
  let isFound = false;

  return {
    pass(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      isFound ||= bytes.includes(forbidden);
      if (isFound) return undefined;
      const heldLength = countStarted(bytes);
      // A copy: a slice would keep the whole chunk in memory.
      held = Buffer.from(bytes.subarray(bytes.length - heldLength));
      return bytes.subarray(0, bytes.length - heldLength);
    },
    rest: () => (isFound ? Buffer.alloc(0) : held),
  };

  /** How many bytes at the end are the beginning of the forbidden ones. */
  function countStarted(bytes: Buffer): number {
    for (let length = Math.min(forbidden.length - 1, bytes.length); length > 0; length -= 1) {
      if (bytes.subarray(bytes.length - length).equals(forbidden.subarray(0, length))) return length;
    }
    return 0;
  }
}
