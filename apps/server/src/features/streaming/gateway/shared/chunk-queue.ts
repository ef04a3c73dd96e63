/** A place in a queue of chunks: a chunk by its number, and how many of its bytes are left out. */
export interface QueuePlace {
  chunk: number;
  skipBytes: number;
}

/** Keeps the newest chunks of a body. Chunks are numbered from 0, and never copied. */
export interface ChunkQueue {
  push(chunk: Buffer): void;
  /** Returns a chunk by its number; `undefined` for one that was dropped or has not come yet. */
  get(chunk: number): Buffer | undefined;
  /** The number of the oldest chunk that is kept. */
  first(): number;
  /** The number that the next chunk will have. */
  next(): number;
  /** Finds a byte by its distance from the beginning of the body; `undefined` when it is not kept. */
  find(atByte: number): QueuePlace | undefined;
  /** Copies all that is kept from a place on. */
  copyFrom(place: QueuePlace): Buffer;
  dropFirst(): void;
  heldBytes(): number;
}

/**
 * What a chunk costs beside its bytes: an upstream that sends single bytes would otherwise make the queue far larger than
 * its limit.
 */
const chunkCostBytes = 256;

/** @param onChange - told by how many bytes the queue has grown, or shrunk when the number is negative */
export function createChunkQueue(onChange: (bytes: number) => void): ChunkQueue {
  let chunks: Buffer[] = [];
  /** How many chunks at the beginning of the array are dropped: removing each at once would move all others. */
  let dropped = 0;
  let first = 0;
  let firstAtByte = 0;
  let held = 0;
  const change = (bytes: number): void => {
    held += bytes;
    onChange(bytes);
  };

  return {
    push(chunk) {
      chunks.push(chunk);
      change(chunk.length + chunkCostBytes);
    },
    get: (chunk) => (chunk < first ? undefined : chunks[dropped + chunk - first]),
    first: () => first,
    next: () => first + chunks.length - dropped,
    find(atByte) {
      if (atByte < firstAtByte) return undefined;
      let from = firstAtByte;
      for (let index = dropped; index < chunks.length; index += 1) {
        const length = chunks[index]?.length ?? 0;
        if (atByte < from + length) return { chunk: first + index - dropped, skipBytes: atByte - from };
        from += length;
      }
      return undefined;
    },
    copyFrom({ chunk, skipBytes }) {
      const kept = chunks.slice(dropped + Math.max(0, chunk - first));
      return Buffer.concat(kept).subarray(chunk < first ? 0 : skipBytes);
    },
    dropFirst() {
      const chunk = chunks[dropped];
      if (chunk === undefined) return;
      chunks[dropped] = Buffer.alloc(0);
      dropped += 1;
      first += 1;
      firstAtByte += chunk.length;
      if (dropped > 64 && dropped > chunks.length / 2) {
        chunks = chunks.slice(dropped);
        dropped = 0;
      }
      change(-(chunk.length + chunkCostBytes));
    },
    heldBytes: () => held,
  };
}
