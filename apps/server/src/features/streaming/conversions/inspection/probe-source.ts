import { createKeyedQueue } from '../../../../platform/async/semaphore.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import { tidyKeyframes } from '../keyframes/keyframe-index.ts';
import { probeFacts, probeKeyframes } from './probe.ts';
import type { RunOnSource } from './run-on-source.ts';

const withinMs = 10_000;
/**
 * The time limit, in ms, for finding the keyframes of a film by reading the whole file; beyond it the video is
 * transcoded.
 */
const scanWithinMs = 20_000;

/** What inspecting a source takes: the programs, and the way in which they reach the source. */
interface ProbeNeeds {
  onSource: RunOnSource;
  converter: Converter;
}

/**
 * Inspects the file of a film or chapter with ffprobe, and notes how its server delivers it.
 *
 * @returns `undefined` when the file cannot be read
 */
export async function probeSource(
  { onSource, converter }: ProbeNeeds,
  source: StreamSource,
  unwanted: AbortSignal,
): Promise<MediaFacts | undefined> {
  let isSequential = false;
  const observer = {
    answered({ isRangeIgnored }: { isRangeIgnored: boolean }): void {
      // ffmpeg requests the segments of a playlist whole, one after the other.
      isSequential ||= isRangeIgnored && source.streamKind !== 'hls';
    },
    failed: () => undefined,
  };
  const facts = await onSource(source, { withinMs, observer, signal: unwanted }, (input, signal) =>
    probeFacts(converter, input, signal),
  );
  return facts && isSequential ? { ...facts, isSequential } : facts;
}

/** Scans of whole files, one at a time for each server of a provider. */
const scans = createKeyedQueue();

/**
 * Finds the keyframes of a film by reading its whole file with ffprobe.
 *
 * @returns milliseconds, ascending; `undefined` when they cannot be determined in time, or the file is sent only as a
 *   whole: ffmpeg converts it from its beginning, which reading it twice would delay
 */
export async function scanForKeyframes(
  { onSource, converter }: ProbeNeeds,
  source: StreamSource,
  { video, endSeconds, isSequential }: MediaFacts,
): Promise<number[] | undefined> {
  if (video === null || endSeconds === null || isSequential) return undefined;
  const found = await scans.run(new URL(source.address).host, () =>
    onSource(source, { withinMs: scanWithinMs }, (input, signal) =>
      probeKeyframes(converter, { ...input, streamIndex: video.index, endSeconds }, signal),
    ),
  );
  return found === undefined ? undefined : tidyKeyframes(found);
}
