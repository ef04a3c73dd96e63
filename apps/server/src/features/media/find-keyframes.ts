import { readCues, readCuesLength, readMatroskaHead } from './matroska-cues.ts';
import { readMp4Keyframes, type ReadBytes } from './mp4-keyframes.ts';
import type { MediaFacts } from './media-facts.ts';
import type { SourceGateway, StreamSource } from './source.ts';

const headBytes = 65_536;
/** Of an index, before it is known how long it is; that of most films is shorter. */
const firstCuesBytes = 131_072;
const cuesLimitBytes = 8 * 1_024 * 1_024;
const withinMs = 8_000;
/** Four days. */
const longestMs = 345_600_000;

/**
 * The keyframes of a file out of its own index: two requests mostly, a third for the index of a very long film.
 *
 * @returns milliseconds, ascending; `undefined` where it has no such index
 * @throws AppError of an upstream, the signal's reason
 */
export async function findIndexedKeyframes(
  gateway: Pick<SourceGateway, 'readPart'>,
  source: StreamSource,
  { container }: MediaFacts,
  signal: AbortSignal,
): Promise<number[] | undefined> {
  if (source.streamKind === 'hls') return undefined;
  const read: ReadBytes = (fromByte, length) =>
    gateway.readPart(source, { fromByte, length, withinMs, signal });
  const names = container.split(',');
  const found = names.includes('mp4')
    ? await readMp4Keyframes(read)
    : names.includes('matroska')
      ? await readMatroskaKeyframes(read)
      : undefined;
  return found === undefined ? undefined : tidyKeyframes(found);
}

/** Ascending, each once, and none that no film is long enough for. @returns `undefined` where none is left */
export function tidyKeyframes(found: readonly number[]): number[] | undefined {
  const likely = found.filter((moment) => Math.abs(moment) < longestMs);
  return likely.length === 0 ? undefined : [...new Set(likely)].toSorted((one, other) => one - other);
}

async function readMatroskaKeyframes(read: ReadBytes): Promise<number[] | undefined> {
  const head = readMatroskaHead(await read(0, headBytes));
  if (head === undefined) return undefined;
  const start = await read(head.cuesByte, firstCuesBytes);
  const length = readCuesLength(start);
  if (length === undefined || length > cuesLimitBytes) return undefined;
  const cues = length <= start.length ? start : await read(head.cuesByte, length);
  return readCues(cues, head);
}
