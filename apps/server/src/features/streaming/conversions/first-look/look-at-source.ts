/*
 * Looks at the first bytes of a stream to learn how it is packed, because the names in providers' addresses are often
 * wrong or say nothing; of a channel also with which codecs, because browsers say nothing when they cannot decode one.
 * What was found is stored and holds for a week. Nothing is stored when the first bytes do not come, or show nothing
 * known; the name decides then.
 */
import { setMaxListeners } from 'node:events';
import { hash } from 'node:crypto';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { createSingleFlight } from '../../../../platform/async/single-flight.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import type { SourceGateway } from '../source/source-gateway.ts';
import { readPlaylistHint, readSegmentCodecs } from './playlist-codecs.ts';
import type { SourceLook, StreamCodecs } from './source-look.ts';
import type { SourceLookRepository } from './source-look.repository.ts';
import { formBytes, readStreamForm } from './stream-kind.ts';
import { readTsCodecs } from './ts-codecs.ts';

export interface SourceLooks extends AsyncDisposable {
  /** Returns the stored looks by the addresses of streams; streams that were not looked at are missing. */
  known(addresses: readonly string[]): Promise<ReadonlyMap<string, SourceLook>>;
  /**
   * Looks at a stream unless that was done in the last week. Callers wait for a limited time.
   *
   * @param device - the device that is about to play the stream
   * @returns `undefined` when the first bytes do not come in time, or show nothing known
   */
  look(source: StreamSource, device?: PlayingDevice): Promise<SourceLook | undefined>;
  /** Deletes the stored looks that no longer hold. */
  forgetOld(): Promise<void>;
}

/** How long a look holds, in milliseconds: a week, because providers change the formats of channels now and then. */
const keptMs = 7 * 86_400_000;
/** How long a look may take, in milliseconds: the answer to a request for the stream waits for it. */
const lookWithinMs = 2_500;
/** The tables of MPEG-TS come at least twice a second; a channel in 4K has sent less than this by then. */
const limitBytes = 2 * 1_024 * 1_024;
const playlistLimitBytes = 512 * 1_024;
/** A master playlist, a media playlist, and a segment. */
const followedAtMost = 3;

const keyOf = (text: string): string => hash('sha256', text, 'hex');

/**
 * The key of a look at a source. The address of a past programme changes with each place and each start, and all programmes of an
 * archive are packed alike; only that of one which is not over has no end.
 */
function keyOfSource({ address, listedAddress = null, streamKind, isOver = false }: StreamSource): string {
  return keyOf(listedAddress === null ? address : JSON.stringify([listedAddress, streamKind, isOver]));
}

interface Seen {
  look: SourceLook;
  isWhole: boolean;
}

/** For whom a stream is looked at, and until when. */
interface LookedFor {
  signal: AbortSignal;
  device: PlayingDevice | undefined;
  /** The address of the source by which its provider is known: the addresses in its playlists are not stored. */
  sourceAddress: string;
}

export function createSourceLooks(needs: {
  repository: SourceLookRepository;
  gateway: Pick<SourceGateway, 'readStart'>;
  clock: Clock;
}): SourceLooks {
  const { repository, gateway, clock } = needs;
  const flights = createSingleFlight<SourceLook | undefined>();
  const closing = new AbortController();
  // Each file that is being read listens: there may be more than the ten at which Node suspects a leak.
  setMaxListeners(0, closing.signal);
  const oldest = (): Date => new Date(clock.now().getTime() - keptMs);
  /** Looks in the future were taken before the clock of the machine was set back; how old they are is unknown. */
  const valid = () => ({ since: oldest(), until: clock.now() });

  const read = (source: StreamSource, isEnough: (bytes: Buffer) => boolean, by: LookedFor) =>
    gateway.readStart(source, { limitBytes, isEnough, withinMs: lookWithinMs, ...by });

  /** `isWhole` says whether everything was seen, so that the look can be stored. */
  async function lookAt(source: StreamSource, by: LookedFor): Promise<Seen | undefined> {
    const start = await read(source, isStartEnough, by);
    const form = readStreamForm(start.bytes);
    if (form === undefined) return undefined;
    if (form.streamKind === 'ts') {
      const codecs = readTsCodecs(start.bytes) ?? null;
      return { look: { ...form, codecs, hasEnd: false }, isWhole: codecs !== null };
    }
    const unknown = { ...form, codecs: null, hasEnd: false };
    if (form.streamKind !== 'hls') return { look: unknown, isWhole: true };
    try {
      const { codecs, hasEnd, isCertain } = await followPlaylist(source, start, by);
      return { look: { ...form, codecs: codecs ?? null, hasEnd }, isWhole: isCertain && !by.signal.aborted };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { look: unknown, isWhole: false };
    }
  }

  async function followPlaylist(
    source: StreamSource,
    first: { address: string; bytes: Buffer },
    by: LookedFor,
  ): Promise<{ codecs: StreamCodecs | undefined; hasEnd: boolean; isCertain: boolean }> {
    let { address, bytes } = first;
    for (let followed = 1; followed < followedAtMost; followed += 1) {
      const hint = readPlaylistHint(bytes.toString(), address);
      if ('codecs' in hint) return { ...hint, hasEnd: false };
      const isEnough = hint.isPlaylist ? isStartEnough : isSegmentEnough;
      ({ address, bytes } = await read(
        // What a playlist names is no address of the catalogue, and is not completed as one.
        { ...source, listedAddress: null, address: hint.next },
        isEnough,
        by,
      ));
      if (!hint.isPlaylist) return { codecs: readSegmentCodecs(bytes), hasEnd: hint.hasEnd, isCertain: true };
    }
    return { codecs: undefined, hasEnd: false, isCertain: true };
  }

  async function findOrLook(source: StreamSource, device?: PlayingDevice): Promise<SourceLook | undefined> {
    const key = keyOfSource(source);
    const known = (await repository.find([key], valid())).get(key);
    if (known !== undefined) return known;
    try {
      const seen = await withDeadline(
        closing.signal,
        lookWithinMs,
        (signal) => lookAt(source, { signal, device, sourceAddress: source.listedAddress ?? source.address }),
        clock,
      );
      const isKept = seen?.isWhole === true && !closing.signal.aborted;
      if (isKept) await repository.save(key, clock.now(), seen.look);
      return seen?.look;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return {
    async known(addresses) {
      const keys = new Map(addresses.map((address) => [keyOf(address), address]));
      const found = new Map<string, SourceLook>();
      for (const [key, look] of await repository.find([...keys.keys()], valid())) {
        const address = keys.get(key);
        if (address !== undefined) found.set(address, look);
      }
      return found;
    },
    look: (source, device) => flights.run(keyOfSource(source), () => findOrLook(source, device)),
    forgetOld: () => repository.deleteBefore(oldest()),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await flights.settled();
    },
  };
}

/** Whether these first bytes show how a stream is packed, and of MPEG-TS the codecs; a playlist is read to its end. */
function isStartEnough(bytes: Buffer): boolean {
  const form = readStreamForm(bytes);
  if (form === undefined) return bytes.length >= formBytes;
  if (form.streamKind === 'ts') return readTsCodecs(bytes) !== undefined;
  return form.streamKind !== 'hls' || bytes.length >= playlistLimitBytes;
}

function isSegmentEnough(bytes: Buffer): boolean {
  const form = readStreamForm(bytes);
  if (form === undefined) return bytes.length >= formBytes;
  return form.extension === 'aac' || readSegmentCodecs(bytes) !== undefined;
}
