import { GuideRefusedError, type GuideLimits } from './guide.ts';

/** From how many unpacked bytes on their ratio to the packed ones is judged. */
const judgedFromBytes = 16_777_216;
/** The least that is scanned at once: so a guide in small pieces costs no more than one in large ones. */
const gatheredBytes = 131_072;

export interface ByteCounts {
  packed: number;
  unpacked: number;
}

/** Counts the bytes of a file as it comes. @throws GuideRefusedError `too_large` */
export async function* countPacked(
  chunks: AsyncIterable<Uint8Array>,
  counts: ByteCounts,
  limits: Pick<GuideLimits, 'packedBytes'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    counts.packed += chunk.length;
    if (counts.packed > limits.packedBytes) throw new GuideRefusedError('too_large');
    yield chunk;
  }
}

/** Counts unpacked bytes. @throws GuideRefusedError `too_large` or `bomb` */
export async function* countUnpacked(
  chunks: AsyncIterable<Uint8Array>,
  counts: ByteCounts,
  limits: Pick<GuideLimits, 'bytes' | 'ratio'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    counts.unpacked += chunk.length;
    if (counts.unpacked > limits.bytes) throw new GuideRefusedError('too_large');
    if (counts.unpacked > judgedFromBytes && counts.unpacked > counts.packed * limits.ratio) {
      throw new GuideRefusedError('bomb');
    }
    yield chunk;
  }
}

/** Gathers chunks of any size into ones that are worth scanning. */
export async function* gatherChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length < gatheredBytes) continue;
    yield joinChunks(parts, length);
    parts = [];
    length = 0;
  }
  if (length > 0) yield joinChunks(parts, length);
}

function joinChunks(parts: readonly Uint8Array[], length: number): Buffer {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return Buffer.from(only.buffer, only.byteOffset, only.length);
  return Buffer.concat(parts, length);
}
