/*
 * The pool of conversions (ffmpeg processes with their segments). Each account has at most one conversion, of several
 * servers at one of them: a new one on the same device replaces it; another device is refused while the first one plays. A
 * remux is cheap and a transcode takes a whole core, so each of the two has its own limit. A conversion that gets no
 * requests for a while is ended, and its files are deleted. One that is kept for longer, because its viewer may only have
 * paused, is ended when another viewer needs its place.
 */
import type { ItemKey } from '@butaca/contract';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { hasRoom, readWriteError } from '../ffmpeg/disk-room.ts';
import type { ConversionNeeds, Convertible } from './conversion.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import { createConversionClaims, type ClaimedConversions } from './conversion-claims.ts';
import type { SharedPermits } from '../../../../platform/shared-store/shared-permits.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { SourceGateway } from '../source/source-gateway.ts';

/** How many conversions (ffmpeg processes) may run at once, and how long one is kept without requests. */
export interface ConversionLimits {
  remuxes: number;
  transcodes: number;
  idleMs: number;
  /** How many bytes conversions must leave free on the disk. */
  reserveBytes: number;
}

export const conversionLimits = (cores: number): ConversionLimits => ({
  remuxes: 4 * cores,
  transcodes: Math.max(1, Math.floor(cores / 2)),
  idleMs: 25_000,
  reserveBytes: 256 * 1_024 * 1_024,
});

/** Who requests a conversion by ffmpeg, and of which stream source. */
export interface ConversionRequest<C extends Convertible> {
  accountId: string;
  deviceId: string;
  /** When the address of the stream was issued, in seconds by the steady clock. */
  issuedAtSeconds?: number;
  /** The item that is played, as the grant (permission) encrypted in the stream's address names it. */
  itemKey: ItemKey;
  /** The key of the conversion: identifies the stream source and the way in which it is converted. */
  key: string;
  source: StreamSource;
  /** Whether the source is a channel, whose viewers share what comes in. */
  isLive?: boolean;
  mode: ConversionPlan['mode'];
  create(needs: ConversionNeeds): C | Promise<C>;
}

export interface ConversionPool extends AsyncDisposable {
  /**
   * Runs a callback with the account's conversion; that conversion is not ended before the callback has finished.
   *
   * @throws AppError `conversion.busy`, `conversion.elsewhere`, `server.storage_full`
   */
  use<C extends Convertible, T>(
    request: ConversionRequest<C>,
    converter: Converter,
    run: (conversion: C) => Promise<T>,
  ): Promise<T>;
  /**
   * Ends the conversion of anything else that a device has, because the device begins to play a film: its ffmpeg no
   * longer takes time from the inspection of that film, nor the provider's connection.
   */
  makeWay(next: Pick<ConversionRequest<Convertible>, 'accountId' | 'deviceId' | 'key'>): void;
  count(): number;
}

/** Whether a device is playing an item (channel, film or chapter) now. */
export type IsPlaying = (accountId: string, playing: { deviceId: string; itemKey: ItemKey }) => boolean;

interface Entry {
  deviceId: string;
  itemKey: ItemKey;
  key: string;
  mode: ConversionPlan['mode'];
  conversion: Promise<Convertible>;
  users: number;
  /** When the last request ended, in milliseconds of `performance.now`. */
  idleSinceMs: number;
  timer: NodeJS.Timeout | undefined;
  end(): Promise<void>;
}

interface PooledConversionNeeds {
  converter: Converter;
  /** The folder for the segments of this conversion alone. */
  own: string;
  gateway: Pick<SourceGateway, 'openLoopback'>;
  limits: ConversionLimits;
}

/** Creates a conversion whose ffmpeg fetches its source at a loopback address of this server. */
async function makeConversion<C extends Convertible>(
  request: ConversionRequest<C>,
  { converter, own, gateway, limits }: PooledConversionNeeds,
) {
  const { source, accountId, deviceId, issuedAtSeconds } = request;
  let failure: AppError | undefined;
  let hasEnd = false;
  const observer = {
    answered(answer: { hasEnd: boolean }): void {
      failure = undefined;
      hasEnd ||= answer.hasEnd;
    },
    failed(error: AppError): void {
      // A segment that is missing is skipped by ffmpeg.
      if (error.code.startsWith('upstream.')) failure = error;
    },
  };
  const device = { accountId, deviceId, ...(issuedAtSeconds !== undefined && { issuedAtSeconds }) };
  const channelKey = request.isLive === true ? request.itemKey : undefined;
  const loopback = await gateway.openLoopback(source, { observer, device, channelKey });
  const input = { address: loopback.address, streamKind: source.streamKind };
  const roomy = () => hasRoom(own, limits.reserveBytes);
  try {
    const conversion = await request.create({
      converter,
      input,
      folder: own,
      hasRoom: roomy,
      upstreamFailure: () => failure,
      hasEnd: () => hasEnd,
    });
    return { loopback, conversion };
  } catch (error) {
    loopback.end();
    throw readWriteError(error);
  }
}

const countEntries = (entries: ReadonlyMap<string, Entry>, mode: ConversionPlan['mode']): number =>
  [...entries.values()].filter((entry) => entry.mode === mode).length;

/** Returns the conversion of a kind that has been without requests for the longest time, and for more than `idleMs`. */
function findAbandoned(
  entries: ReadonlyMap<string, Entry>,
  mode: ConversionPlan['mode'],
  idleMs: number,
): Entry | undefined {
  const latestMs = performance.now() - idleMs;
  return [...entries.values()]
    .filter((entry) => entry.mode === mode && entry.users === 0 && entry.idleSinceMs <= latestMs)
    .toSorted((one, other) => one.idleSinceMs - other.idleSinceMs)[0];
}

/** Ends an abandoned conversion where there are too many of its kind. @throws AppError `conversion.busy` */
function makeRoom(
  entries: ReadonlyMap<string, Entry>,
  mode: ConversionPlan['mode'],
  { remuxes, transcodes, idleMs }: ConversionLimits,
): void {
  const isFull = () => countEntries(entries, mode) >= (mode === 'remux' ? remuxes : transcodes);
  if (isFull()) void findAbandoned(entries, mode, idleMs)?.end();
  if (isFull()) throw new AppError('conversion.busy', { retryAfterSeconds: 15 });
}

/**
 * Whether a conversion is not ended for another device of its account. A device keeps its conversion only while it plays
 * the item (channel, film or chapter): one that was stopped, or that plays another item now, no longer needs it.
 */
const isKept = (isPlaying: IsPlaying, accountId: string, entry: Entry, deviceId: string): boolean =>
  entry.deviceId !== deviceId && isPlaying(accountId, entry);

const elsewhere = ({ idleMs }: ConversionLimits): AppError =>
  new AppError('conversion.elsewhere', { retryAfterSeconds: Math.ceil(idleMs / 1_000) });

/** Finds the conversion that a device has of the same source, made in the same way. */
function findOwn(
  entries: ReadonlyMap<string, Entry>,
  { accountId, deviceId, key }: Pick<ConversionRequest<Convertible>, 'accountId' | 'deviceId' | 'key'>,
): Entry | undefined {
  const known = entries.get(accountId);
  return known?.deviceId === deviceId && known.key === key ? known : undefined;
}

/** The entries of this server, as the claims of accounts at all servers see them. */
const claimed = (
  entries: ReadonlyMap<string, Entry>,
  { isPlaying, limits }: { isPlaying: IsPlaying; limits: ConversionLimits },
): ClaimedConversions => ({
  has: (accountId) => entries.has(accountId),
  giveWay(accountId, deviceId) {
    const known = entries.get(accountId);
    if (known !== undefined && !isKept(isPlaying, accountId, known, deviceId)) void known.end();
  },
  end: (accountId) => void entries.get(accountId)?.end(),
  refusal: () => elsewhere(limits),
});

/**
 * Ends a conversion (ffmpeg with its segments) once its creation has finished; when the creation failed, there is
 * nothing to end.
 */
async function endMade(
  making: Promise<{ loopback: { end(): void }; conversion: Convertible }>,
): Promise<void> {
  const made = await making.catch(() => undefined);
  // Before ffmpeg has ended: another conversion may need the provider's only connection now.
  made?.loopback.end();
  await made?.conversion[Symbol.asyncDispose]();
}

/**
 * Creates the pool of conversions (ffmpeg processes with their segments). @param needs.folder - a folder that only this
 * process uses
 */
export function createConversionPool(needs: {
  folder: string;
  gateway: Pick<SourceGateway, 'openLoopback'>;
  limits: ConversionLimits;
  isPlaying: IsPlaying;
  /** Where several servers count the conversions of an account together; by default this one counts for itself. */
  permits?: SharedPermits | undefined;
}): ConversionPool {
  const { folder, gateway, limits, isPlaying } = needs;
  const entries = new Map<string, Entry>();
  const claims = needs.permits && createConversionClaims(needs.permits, claimed(entries, needs));
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  function open<C extends Convertible>(request: ConversionRequest<C>, converter: Converter): Entry {
    const { accountId, deviceId, itemKey, key, mode } = request;
    const own = join(folder, randomUUID());
    const making = makeConversion(request, { converter, own, gateway, limits });
    const entry: Entry = {
      deviceId,
      itemKey,
      key,
      mode,
      conversion: making.then(({ conversion }) => conversion),
      users: 0,
      idleSinceMs: performance.now(),
      timer: undefined,
      end() {
        clearTimeout(entry.timer);
        if (entries.get(accountId) === entry && entries.delete(accountId)) claims?.release(accountId);
        const ended = endMade(making);
        ending.add(ended);
        return ended.finally(() => ending.delete(ended));
      },
    };
    entry.conversion.catch(() => void entry.end());
    entries.set(accountId, entry);
    return entry;
  }

  function findEntry<C extends Convertible>(request: ConversionRequest<C>, converter: Converter): Entry {
    if (isClosed) throw new AppError('server.unavailable');
    const { accountId, deviceId, mode } = request;
    const known = findOwn(entries, request);
    if (known !== undefined) {
      known.itemKey = request.itemKey;
      return known;
    }
    const other = entries.get(accountId);
    if (other !== undefined && isKept(isPlaying, accountId, other, deviceId)) throw elsewhere(limits);
    void other?.end();
    makeRoom(entries, mode, limits);
    return open(request, converter);
  }

  return {
    async use<C extends Convertible, T>(
      request: ConversionRequest<C>,
      converter: Converter,
      run: (conversion: C) => Promise<T>,
    ) {
      const find = (): Entry => findEntry(request, converter);
      const isClaimed = claims === undefined || findOwn(entries, request) !== undefined;
      const entry = isClaimed ? find() : await claims.claim(request, find);
      entry.users += 1;
      clearTimeout(entry.timer);
      let keptMs = limits.idleMs;
      try {
        const conversion = await entry.conversion;
        keptMs = Math.max(keptMs, conversion.keptMs ?? 0);
        try {
          // Conversions of a film and of a channel never have equal keys (source and way of converting), so the type
          // assertion is sound.
          return await run(conversion as C);
        } finally {
          // A conversion (ffmpeg with its segments) that makes no more segments is ended at once, which frees its disk
          // space.
          if (conversion.isOver()) void entry.end();
        }
      } finally {
        entry.users -= 1;
        entry.idleSinceMs = performance.now();
        if (entry.users === 0 && entries.get(request.accountId) === entry) {
          entry.timer = setTimeout(() => void entry.end(), keptMs).unref();
        }
      }
    },
    makeWay({ accountId, deviceId, key }) {
      const known = entries.get(accountId);
      if (known?.deviceId === deviceId && known.key !== key) void known.end();
    },
    count: () => entries.size,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const entry of entries.values()) void entry.end();
      await Promise.all(ending);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
