/*
 * A file is inspected with ffprobe once, when it is first played, and its facts (codecs, tracks, duration) are stored;
 * concurrent inspections of one file share a single flight. A file that ffprobe cannot read is not inspected again for
 * ten minutes. Nothing is stored when the file's server sent nothing, nor of a past programme, whose address was made for one
 * request; that is remembered for an hour.
 */
import { setMaxListeners } from 'node:events';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import type { Log } from '../../../../platform/log.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { fetchKeyframeIndex } from '../keyframes/find-keyframes.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import type { KnownFile, FileFactsRepository } from './file-facts.repository.ts';
import { isEndUnknown } from './find-end.ts';
import { createKeptFacts, type FactsStore } from './kept-facts.ts';
import { probeSource, scanForKeyframes } from './probe-source.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { createKeyframeIndexReader } from '../keyframes/read-keyframe-index.ts';
import { createYieldingFlights, type YieldingFlights } from './yielding-flights.ts';
import { createSourceRunner } from './run-on-source.ts';
import type { SourceGateway } from '../source/source-gateway.ts';

export interface FileInspector extends AsyncDisposable {
  /**
   * Returns the stored facts (codecs, tracks, duration) of film files by their addresses; files without facts are
   * missing from the map.
   */
  known(addresses: readonly string[]): Promise<ReadonlyMap<string, MediaFacts>>;
  /**
   * Inspects the file of a film or chapter with ffprobe unless its facts (codecs, tracks, duration) are stored already.
   *
   * @param viewer.device - the device that waits for the inspection
   * @param viewer.left - aborts when the viewer has left: the inspection ends if nobody else waits for it
   * @returns `undefined` when the file cannot be read, or there is no ffprobe
   * @throws AppError `upstream.…`, by the cause, when the file cannot be fetched now; `conversion.busy` when too many
   *   files are inspected; `server.unavailable` when the viewer has left
   */
  inspect(
    source: StreamSource,
    viewer?: { device?: PlayingDevice | undefined; left?: AbortSignal },
  ): Promise<MediaFacts | undefined>;
  /**
   * Inspects a file like `inspect`, while no viewer waits for the result: the inspection is stopped when a viewer
   * needs the provider's connection.
   *
   * @throws YieldedError when the inspection was stopped; AppError as `inspect`
   */
  inspectInBackground(source: StreamSource): Promise<MediaFacts | undefined>;
  /** Notes that a viewer who asked for the inspection of a file does not wait for it any longer. */
  release(source: StreamSource): void;
  /** Stops all inspections for which no viewer waits, because somebody begins to play something. */
  yieldToViewers(): void;
  /**
   * Returns the positions of the keyframes of a film file's video track, in ms; `undefined` when they cannot be
   * determined in time.
   *
   * @param signal - aborts when the viewer has left: the search ends if nobody else waits for it
   * @throws AppError `server.unavailable` when the viewer has left; `upstream.…`, by the cause
   */
  keyframes(
    source: StreamSource,
    facts: MediaFacts,
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined>;
  /**
   * Whether the file of a film or chapter should be inspected with ffprobe: it has neither stored facts (codecs,
   * tracks, duration) nor a recent failed inspection.
   */
  isDue(address: string): Promise<boolean>;
  /**
   * Notes that the files of films and chapters are still in the catalogue, so that what ffprobe found out about them is
   * kept.
   */
  noteListed(addresses: readonly string[]): Promise<void>;
  /**
   * Deletes the facts (codecs, tracks, duration) of film files that left the catalogue over a week ago. Called when a
   * round of the background inspection has noted all files of the catalogue.
   */
  forgetUnlisted(roundStartedAt: Date): Promise<void>;
}

const firstBytesWithinMs = 5_000;
const firstBytes = 16;
const failureKeptMs = 600_000;
const unreachableMax = 10_000;
/**
 * Minimum time between two writes of `probed_at`, the column that says that a file is still in the catalogue, in ms.
 */
const noteEveryMs = 86_400_000;
/**
 * How long the facts (codecs, tracks, duration) of a film file are kept after its title has left the catalogue: a week,
 * because a provider list that fails for a few days removes its titles, which return later.
 */
const unlistedKeptMs = 7 * noteEveryMs;

/** Turns a failure of the provider's server into `undefined`; another error is thrown again. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
  return undefined;
}

/** Whether an inspection could not begin in time, which says nothing of its file. */
const isBusy = (error: unknown): boolean => error instanceof AppError && error.code === 'conversion.busy';

/**
 * Whether what is known of a file holds: facts always, unless the end of the file was not found, because a recording may
 * still grow; these, and a failed inspection, for some minutes.
 */
function isFresh({ facts, probedAt }: KnownFile, now: Date): boolean {
  if (facts !== undefined && !isEndUnknown(facts)) return true;
  const ageMs = now.getTime() - probedAt.getTime();
  // The age is negative after the clock of the machine was set back.
  return ageMs >= 0 && ageMs < failureKeptMs;
}

const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);
const addressKey = (address: string): string => hash('sha256', address, 'hex');

export function createFileInspector(needs: {
  repository: FileFactsRepository;
  gateway: Pick<SourceGateway, 'readPart' | 'openLoopback'>;
  converter: () => Promise<Converter | undefined>;
  clock: Clock;
  log: Log;
}): FileInspector {
  const { repository, gateway, clock, log } = needs;
  // Keys (hashed addresses) of files whose server recently sent nothing to ffprobe: viewers may try such a file again,
  // the background inspection skips it.
  const unreachable = new LRUCache<string, true>({
    ...atMost(unreachableMax),
    ttl: failureKeptMs,
    ...ageBy(clock),
  });
  const closing = new AbortController();
  // Each file that is being read listens: there may be more than the ten at which Node suspects a leak.
  setMaxListeners(0, closing.signal);
  const indexes = createYieldingFlights<readonly number[] | undefined>(closing.signal);
  const inspections = createYieldingFlights<MediaFacts | undefined>(closing.signal);
  const onSource = createSourceRunner(gateway, closing.signal);
  const indexReader = createKeyframeIndexReader(log);

  const kept = createKeptFacts(clock);
  const storeOf = ({ listedAddress = null }: StreamSource): FactsStore =>
    listedAddress === null ? repository : kept;
  const findKnown = async (key: string, store: FactsStore): Promise<KnownFile | undefined> =>
    (await store.find([key])).get(key);

  async function inspect(
    source: StreamSource,
    key: string,
    signal: AbortSignal,
    device?: PlayingDevice,
  ): Promise<MediaFacts | undefined> {
    const store = storeOf(source);
    const known = await findKnown(key, store);
    if (known !== undefined && isFresh(known, clock.now())) return known.facts;
    const converter = await needs.converter();
    if (converter === undefined) return undefined;
    let facts: MediaFacts | undefined;
    try {
      facts = await probeSource({ onSource, converter, gateway }, source, signal, { device });
      if (signal.aborted) return facts;
      if (facts === undefined) await requireBytes(gateway, source, signal);
    } catch (error) {
      if (!signal.aborted && !isBusy(error)) unreachable.set(key, true);
      throw error;
    }
    await store.save(key, { probedAt: clock.now(), facts });
    if (facts === undefined) log.info({ file: key.slice(0, 12) }, 'a file could not be inspected');
    return facts;
  }

  async function index(
    source: StreamSource,
    key: string,
    facts: MediaFacts,
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined> {
    const store = storeOf(source);
    const known = await store.findKeyframes(key);
    if (known !== undefined) return known;
    const fetching = fetchKeyframeIndex(gateway, source, facts, signal);
    // A file that is sent only as a whole may be too long to be read up to its index.
    const fetched = await (facts.isSequential ? fetching.catch(ignoreRefusal) : fetching);
    const converter = await needs.converter();
    const found =
      (fetched && (await indexReader.read(fetched))) ??
      (converter && (await scanForKeyframes({ onSource, converter }, source, facts, signal)));
    if (found === undefined || signal.aborted) return undefined;
    await store.saveKeyframes(key, found);
    return found;
  }

  return {
    async known(addresses) {
      const keys = new Map(addresses.map((address) => [addressKey(address), address]));
      const files = await repository.find([...keys.keys()]);
      const found = new Map<string, MediaFacts>();
      for (const [key, { facts }] of files) {
        const address = keys.get(key);
        if (address !== undefined && facts !== undefined) found.set(address, facts);
      }
      return found;
    },
    inspect: (source, { device, left } = {}) => {
      const key = addressKey(source.address);
      inspections.yieldToViewers(key);
      return runUntilLeft(inspections, key, left, (signal) => inspect(source, key, signal, device));
    },
    inspectInBackground: (source) => {
      const key = addressKey(source.address);
      return inspections.run(key, false, (signal) => inspect(source, key, signal));
    },
    release: (source) => inspections.release(addressKey(source.address)),
    yieldToViewers: () => inspections.yieldToViewers(),
    keyframes: (source, facts, left) => {
      const key = addressKey(source.address);
      return runUntilLeft(indexes, key, left, (signal) => index(source, key, facts, signal));
    },
    async isDue(address) {
      const key = addressKey(address);
      if (unreachable.has(key)) return false;
      const known = await findKnown(key, repository);
      return known === undefined || !isFresh(known, clock.now());
    },
    noteListed(addresses) {
      const now = clock.now();
      return repository.noteListed(addresses.map(addressKey), now, before(now, noteEveryMs));
    },
    forgetUnlisted: (roundStartedAt) => repository.deleteNotedBefore(before(roundStartedAt, unlistedKeptMs)),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await indexReader[Symbol.asyncDispose]();
    },
  };
}

/**
 * Runs a task that a viewer waits for, and stops it when the last viewer has left.
 *
 * @param left - aborts when this viewer has left; absent where that is not known
 * @throws AppError `server.unavailable` when this viewer has left; the error of the task
 */
async function runUntilLeft<T>(
  flights: YieldingFlights<T>,
  key: string,
  left: AbortSignal | undefined,
  make: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (left === undefined) return flights.run(key, true, make);
  const leave = () => flights.leave(key);
  left.addEventListener('abort', leave, { once: true });
  try {
    if (left.aborted) throw askAgain();
    return await flights.run(key, true, make);
  } catch (error) {
    throw left.aborted ? askAgain() : error;
  } finally {
    left.removeEventListener('abort', leave);
  }
}

/**
 * Requests the first bytes of a file: ffprobe fails the same way for a file that is no media and for one that is not
 * delivered.
 *
 * @throws AppError `upstream.…` when no bytes are delivered
 */
async function requireBytes(
  gateway: Pick<SourceGateway, 'readPart'>,
  source: StreamSource,
  signal: AbortSignal,
): Promise<void> {
  const part = { fromByte: 0, length: firstBytes, withinMs: firstBytesWithinMs, signal };
  const { length } = await gateway.readPart(source, part);
  if (length > 0) return;
  throw new AppError('upstream.unreachable', { cause: new Error('a file is empty') });
}
