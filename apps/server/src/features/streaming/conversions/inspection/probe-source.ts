import type { ErrorCode } from '@butaca/contract';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { createKeyedQueue } from '../../../../platform/async/semaphore.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import { tidyKeyframes } from '../keyframes/keyframe-index.ts';
import { probeFacts, probeKeyframes } from './probe.ts';
import { findEnd, isEndUnknown } from './find-end.ts';
import type { RunOnSource } from './run-on-source.ts';
import type { SourceGateway, SourceObserver } from '../source/source-gateway.ts';

/** How long ffprobe may take for a file, in ms: a person waits for it. */
const usualWithinMs = 10_000;
/**
 * The time limit, in ms, for finding the keyframes of a film by reading the whole file, waiting for the scans of other
 * files included; beyond it the video is transcoded. Players give up 20 seconds after their request.
 */
const scanWithinMs = 12_000;

/** The errors that name what a server sends in place of media that can be read. */
const notMedia: ReadonlySet<string> = new Set<ErrorCode>([
  'upstream.page',
  'upstream.protected',
  'upstream.protocol',
]);

/** What inspecting a source takes: the programs, and the way in which they reach the source. */
interface ProbeNeeds {
  onSource: RunOnSource;
  converter: Converter;
}

/**
 * Inspects the file of a film or chapter with ffprobe, and notes how its server delivers it.
 *
 * @param unwanted - stops the inspection
 * @returns `undefined` when the file cannot be read, or the inspection was stopped
 * @throws AppError `upstream.timeout` when the server is too slow, `upstream.page` or `upstream.protocol` when it sends no
 *   media or in an unknown form, `conversion.busy` when too many files are inspected
 */
export async function probeSource(
  { onSource, converter, gateway }: ProbeNeeds & { gateway: Pick<SourceGateway, 'readPart'> },
  source: StreamSource,
  unwanted: AbortSignal,
  { device, withinMs = usualWithinMs }: { device?: PlayingDevice | undefined; withinMs?: number } = {},
): Promise<MediaFacts | undefined> {
  let failure: AppError | undefined;
  let isSequential = false;
  let isLate = true;
  let sizeBytes: number | undefined;
  const observer: SourceObserver = {
    answered(answer) {
      sizeBytes = answer.sizeBytes ?? sizeBytes;
      // ffmpeg requests the segments of a playlist whole, one after the other.
      isSequential ||= answer.isRangeIgnored && source.streamKind !== 'hls';
    },
    failed(error) {
      failure = error;
    },
  };
  const facts = await onSource(
    source,
    { withinMs, observer, signal: unwanted, device },
    async (input, signal) => {
      const found = await probeFacts(converter, input, signal);
      isLate = false;
      return found;
    },
  );
  if (facts === undefined && !unwanted.aborted && (isLate || failure?.code === 'upstream.timeout')) {
    throw new AppError('upstream.timeout', { cause: new Error('a file could not be inspected in time') });
  }
  if (facts === undefined && failure !== undefined && notMedia.has(failure.code)) throw failure;
  if (facts === undefined) return undefined;
  if (isSequential) return { ...facts, isSequential };
  if (sizeBytes === undefined || !isEndUnknown(facts)) return facts;
  return findEnd(gateway, source, facts, { sizeBytes, signal: unwanted });
}

/** Scans of whole files, one at a time for each server of a provider. */
const scans = createKeyedQueue();

/**
 * Finds the keyframes of a film by reading its whole file with ffprobe.
 *
 * @param unwanted - stops the scan
 * @returns milliseconds, ascending; `undefined` when they cannot be determined in time, or the file is sent only as a
 *   whole: ffmpeg converts it from its beginning, which reading it twice would delay
 */
export async function scanForKeyframes(
  { onSource, converter }: ProbeNeeds,
  source: StreamSource,
  { video, endSeconds, isSequential }: MediaFacts,
  unwanted: AbortSignal,
  withinMs = scanWithinMs,
): Promise<number[] | undefined> {
  if (video === null || endSeconds === null || isSequential) return undefined;
  return withDeadline(unwanted, withinMs, async (signal) => {
    const scan = () =>
      onSource(source, { withinMs, signal }, (input, inTime) =>
        probeKeyframes(converter, { ...input, streamIndex: video.index, endSeconds }, inTime),
      );
    try {
      const found = await scans.run(new URL(source.address).host, scan, signal);
      return found === undefined ? undefined : tidyKeyframes(found);
    } catch (error) {
      // It was stopped while it waited for its turn.
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}
