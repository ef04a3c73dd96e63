import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { KeyframeIndex } from './keyframe-index.ts';
import { readCuesLength, readMatroskaHead } from './matroska-cues.ts';
import { findMoov, type ReadBytes } from './mp4-keyframes.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import type { SourceGateway } from '../source/source-gateway.ts';

const headBytes = 65_536;
/**
 * How many bytes of a Matroska file's keyframe index are fetched before its length is known; the index of most films is
 * shorter.
 */
const firstCuesBytes = 131_072;
const cuesLimitBytes = 8 * 1_024 * 1_024;
const withinMs = 8_000;
/**
 * Fetches the keyframe index of a film's file: usually in two requests, with a third one for a very long film.
 *
 * @returns `undefined` when the file has no such index
 * @throws AppError `upstream.…`, by the cause
 */
export async function fetchKeyframeIndex(
  gateway: Pick<SourceGateway, 'readPart'>,
  source: StreamSource,
  { container }: MediaFacts,
  signal: AbortSignal,
): Promise<KeyframeIndex | undefined> {
  if (source.streamKind === 'hls') return undefined;
  const read: ReadBytes = (fromByte, length) =>
    gateway.readPart(source, { fromByte, length, withinMs, signal });
  const names = container.split(',');
  if (names.includes('mp4')) {
    const bytes = await findMoov(read);
    return bytes && { container: 'mp4', bytes };
  }
  return names.includes('matroska') ? fetchCues(read) : undefined;
}

async function fetchCues(read: ReadBytes): Promise<KeyframeIndex | undefined> {
  const head = readMatroskaHead(await read(0, headBytes));
  if (head === undefined) return undefined;
  const start = await read(head.cuesByte, firstCuesBytes);
  const length = readCuesLength(start);
  if (length === undefined || length > cuesLimitBytes) return undefined;
  const bytes = length <= start.length ? start.subarray(0, length) : await read(head.cuesByte, length);
  return { container: 'matroska', bytes, head };
}
