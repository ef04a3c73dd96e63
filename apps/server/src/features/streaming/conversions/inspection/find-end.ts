import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readLastMoment, readTimestampScale } from '../keyframes/matroska-end.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import type { SourceGateway } from '../source/source-gateway.ts';

const withinMs = 5_000;
const headBytes = 16_384;
/** How many of a file's last bytes are searched for its last cluster: usually the fewer are enough. */
const tailBytes = [1_024 * 1_024, 8 * 1_024 * 1_024] as const;

/**
 * Whether a file is a Matroska file that does not state its duration, as recordings that were cut off do, and whose end
 * can be searched for.
 */
export const isEndUnknown = ({ container, endSeconds, isSequential }: MediaFacts): boolean =>
  endSeconds === null && isSequential !== true && container.split(',').includes('matroska');

/**
 * Finds when a Matroska file ends that does not state its duration, by the last of its frames.
 *
 * @param sizeBytes - the size of the whole file
 * @param signal - stops the search
 * @returns the facts with the end and the duration; unchanged when the end is not found, or the file is not fetched
 */
export async function findEnd(
  gateway: Pick<SourceGateway, 'readPart'>,
  source: StreamSource,
  facts: MediaFacts,
  { sizeBytes, signal }: { sizeBytes: number; signal: AbortSignal },
): Promise<MediaFacts> {
  const read = (fromByte: number, length: number) =>
    gateway.readPart(source, { fromByte, length, withinMs, signal });
  try {
    const scaleNs = readTimestampScale(await read(0, headBytes));
    for (const length of tailBytes) {
      const fromByte = Math.max(0, sizeBytes - length);
      const endSeconds = readLastMoment(await read(fromByte, sizeBytes - fromByte), scaleNs);
      if (endSeconds !== undefined && endSeconds > facts.startSeconds) {
        return { ...facts, endSeconds, durationSeconds: endSeconds - facts.startSeconds };
      }
      if (fromByte === 0) break;
    }
  } catch (error) {
    // Without its end the file can still be played by clients that need no conversion.
    if (!(error instanceof AppError)) throw error;
  }
  return facts;
}
