import { readCues, readCuesLength, readMatroskaHead } from './matroska-cues.ts';
import type { MediaFacts } from './media-facts.ts';
import type { SourceGateway, StreamSource } from './source.ts';

const headBytes = 65_536;
/** Of an index, before it is known how long it is; that of most films is shorter. */
const firstCuesBytes = 131_072;
const cuesLimitBytes = 8 * 1_024 * 1_024;
const withinMs = 8_000;

/**
 * The keyframes of a Matroska file out of its own index: two requests, a third for the index of a very long film.
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
  if (!container.split(',').includes('matroska')) return undefined;
  const read = (fromByte: number, length: number) =>
    gateway.readPart(source, { fromByte, length, withinMs, signal });
  const head = readMatroskaHead(await read(0, headBytes));
  if (head === undefined) return undefined;
  const start = await read(head.cuesByte, firstCuesBytes);
  const length = readCuesLength(start);
  if (length === undefined || length > cuesLimitBytes) return undefined;
  const cues = length <= start.length ? start : await read(head.cuesByte, length);
  const keyframes = readCues(cues, head);
  return keyframes.length === 0 ? undefined : keyframes;
}
