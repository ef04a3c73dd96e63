/*
 * A file is inspected once, when it is first played, and its facts are stored; concurrent inspections of one file share
 * a single flight. A file that ffprobe cannot read is not inspected again for ten minutes. Nothing is stored when the
 * file's server sent nothing.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../../../../platform/async/single-flight.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { fetchKeyframeIndex } from '../keyframes/find-keyframes.ts';
import { tidyKeyframes } from '../keyframes/keyframe-index.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import type { KnownFile, FileFactsRepository } from './file-facts.repository.ts';
import { probeFacts, probeKeyframes } from './probe.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import { createKeyframeIndexReader } from '../keyframes/read-keyframe-index.ts';
import { createSourceRunner } from './run-on-source.ts';
import type { SourceGateway } from '../source/source-gateway.ts';

export interface FileInspector extends AsyncDisposable {
  /** The stored facts of files by their addresses; files without facts are missing from the map. */
  known(addresses: readonly string[]): Promise<ReadonlyMap<string, MediaFacts>>;
  /**
   * Inspects a file unless its facts are stored already.
   *
   * @returns `undefined` when the file cannot be read, or there is no ffprobe
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout` when the file cannot be fetched
   * now
   */
  inspect(source: StreamSource): Promise<MediaFacts | undefined>;
  /** The keyframes of a file's video track, in milliseconds; `undefined` when they cannot be determined in time. */
  keyframes(source: StreamSource, facts: MediaFacts): Promise<readonly number[] | undefined>;
  /** Whether a file has neither stored facts nor a recent failed inspection. */
  isDue(address: string): Promise<boolean>;
  /** Notes that files are still in the catalogue, so that their facts are kept. */
  noteListed(addresses: readonly string[]): Promise<void>;
  /**
   * Deletes the facts of files that left the catalogue over a week ago. Called when a round has noted all files that
   * are listed.
   */
  forgetUnlisted(roundStartedAt: Date): Promise<void>;
}

const probeWithinMs = 10_000;
const firstBytesWithinMs = 5_000;
const firstBytes = 16;
/** The time limit for finding keyframes by reading a whole file; beyond it the video is transcoded. */
const scanWithinMs = 20_000;
const failureKeptMs = 600_000;
const awayKept = 10_000;
/** The interval at which the presence of a file in the catalogue is recorded. */
const noteEveryMs = 86_400_000;
/**
 * Facts outlive their title by a week: a provider list that fails for a few days removes its titles, which return
 * later.
 */
const unlistedKeptMs = 7 * noteEveryMs;

const before = (moment: Date, ms: number): Date => new Date(moment.getTime() - ms);
const addressKey = (address: string): string => hash('sha256', address, 'hex');

export function createFileInspector(needs: {
  repository: FileFactsRepository;
  gateway: SourceGateway;
  converter: () => Promise<Converter | undefined>;
  clock: Clock;
  log: Log;
}): FileInspector {
  const { repository, gateway, clock, log } = needs;
  const looks = createSingleFlight<MediaFacts | undefined>();
  const indexes = createSingleFlight<readonly number[] | undefined>();
  /** Files that could not be fetched recently: viewers may try again, the background inspection skips them. */
  const away = new LRUCache<string, true>({ max: awayKept, ttl: failureKeptMs });
  const closing = new AbortController();
  const onSource = createSourceRunner(gateway, closing.signal);
  const indexReader = createKeyframeIndexReader(log);

  async function findKnown(key: string): Promise<KnownFile | undefined> {
    return (await repository.find([key])).get(key);
  }
  const isFresh = ({ facts, probedAt }: KnownFile): boolean =>
    facts !== undefined || clock.now().getTime() - probedAt.getTime() < failureKeptMs;

  async function look(source: StreamSource, key: string): Promise<MediaFacts | undefined> {
    const known = await findKnown(key);
    if (known !== undefined && isFresh(known)) return known.facts;
    const converter = await needs.converter();
    if (converter === undefined) return undefined;
    const facts = await onSource(source, probeWithinMs, (input, signal) =>
      probeFacts(converter, input, signal),
    );
    if (closing.signal.aborted) return facts;
    if (facts === undefined) await requireBytes(source, key);
    await repository.save(key, { probedAt: clock.now(), facts });
    if (facts === undefined) log.info({ file: key.slice(0, 12) }, 'a file could not be inspected');
    return facts;
  }

  /** ffprobe fails the same way for "not media" and "nothing received"; 16 bytes tell them apart. */
  async function requireBytes(source: StreamSource, key: string): Promise<void> {
    const part = { fromByte: 0, length: firstBytes, withinMs: firstBytesWithinMs, signal: closing.signal };
    try {
      await gateway.readPart(source, part);
    } catch (error) {
      away.set(key, true);
      throw error;
    }
  }

  async function index(
    source: StreamSource,
    key: string,
    facts: MediaFacts,
  ): Promise<readonly number[] | undefined> {
    const known = await repository.findKeyframes(key);
    if (known !== undefined) return known;
    const fetched = await fetchKeyframeIndex(gateway, source, facts, closing.signal);
    const found = (fetched && (await indexReader.read(fetched))) ?? (await scan(source, facts));
    if (found === undefined || closing.signal.aborted) return undefined;
    await repository.saveKeyframes(key, found);
    return found;
  }

  async function scan(source: StreamSource, { video }: MediaFacts): Promise<number[] | undefined> {
    const converter = await needs.converter();
    if (converter === undefined || video === null) return undefined;
    const found = await onSource(source, scanWithinMs, (input, signal) =>
      probeKeyframes(converter, { ...input, streamIndex: video.index }, signal),
    );
    return found === undefined ? undefined : tidyKeyframes(found);
  }

  return {
    known: (addresses) => findFacts(repository, addresses),
    inspect: (source) => {
      const key = addressKey(source.address);
      return looks.run(key, () => look(source, key));
    },
    keyframes: (source, facts) => {
      const key = addressKey(source.address);
      return indexes.run(key, () => index(source, key, facts));
    },
    async isDue(address) {
      const key = addressKey(address);
      if (away.has(key)) return false;
      const known = await findKnown(key);
      return known === undefined || !isFresh(known);
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

async function findFacts(
  repository: FileFactsRepository,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, MediaFacts>> {
  const keys = new Map(addresses.map((address) => [addressKey(address), address]));
  const files = await repository.find([...keys.keys()]);
  const found = new Map<string, MediaFacts>();
  for (const [key, { facts }] of files) {
    const address = keys.get(key);
    if (address !== undefined && facts !== undefined) found.set(address, facts);
  }
  return found;
}
