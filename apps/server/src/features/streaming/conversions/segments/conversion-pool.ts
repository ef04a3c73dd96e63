/*
 * The pool of conversions (ffmpeg processes with their segments). All devices that want the same conversion share one,
 * whoever has them. Each device has at most one, which a new one replaces, and each account at most as many as its plan has
 * streams, at all servers together. A remux is cheap and a transcode takes a whole core, so each of the two has its own
 * limit on a machine; a conversion that several devices share counts once. A device that makes no requests for a while has
 * its conversion no longer. One that no device has is ended, and its files are deleted. A device that may only have paused
 * keeps its conversion for longer, until another viewer needs its place.
 */
import type { ItemKey } from '@butaca/contract';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { PlayingDevice } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { hasRoom, readWriteError } from '../ffmpeg/disk-room.ts';
import { askAgain } from '../ffmpeg/ask-again.ts';
import type { CreationNeeds, Convertible, OpenedInput } from './conversion.ts';
import type { ConversionPlan } from './plan-conversion.ts';
import { createConversionClaims } from './conversion-claims.ts';
import {
  createConversionEntries,
  endFor,
  viewerName,
  type ConversionEntry,
  type ConversionLimits,
  type IsPlaying,
  type SharedConversion,
} from './conversion-entries.ts';
import type { SharedPermits } from '../../../../platform/shared-store/shared-permits.ts';
import type { Converter } from '../ffmpeg/converter.ts';
import type { Loopback, SourceGateway } from '../source/source-gateway.ts';
import type { Clock } from '../../../../platform/clock.ts';

export type { ConversionLimits, IsPlaying } from './conversion-entries.ts';

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
  /** The session of the person, whose plan limits the conversions of the account. */
  sessionKey: string;
  /** When the address of the stream was issued, in seconds by the steady clock. */
  issuedAtSeconds?: number;
  /** The item that is played, as the grant (permission) encrypted in the stream's address names it. */
  itemKey: ItemKey;
  /**
   * The key of the conversion: identifies the stream source and the way in which it is converted. Devices with the same key
   * share a conversion.
   */
  key: string;
  source: StreamSource;
  /** Whether the source is a channel, whose viewers share what comes in. */
  isLive?: boolean;
  mode: ConversionPlan['mode'];
  create(needs: CreationNeeds): C | Promise<C>;
}

export interface ConversionPool extends AsyncDisposable {
  /**
   * Runs a callback with the device's conversion, which the device keeps until the callback has finished.
   *
   * @throws AppError `conversion.busy`, `conversion.elsewhere`, `server.storage_full`, `stream.forbidden` when the session
   * has ended
   */
  use<C extends Convertible, T>(
    request: ConversionRequest<C>,
    converter: Converter,
    run: (conversion: C) => Promise<T>,
  ): Promise<T>;
  /**
   * Takes the conversion of anything else from a device, because the device begins to play a film: where no other device
   * has it, its ffmpeg no longer takes time from the inspection of that film, nor the provider's connection.
   */
  makeWay(next: Pick<ConversionRequest<Convertible>, 'accountId' | 'deviceId' | 'key'>): void;
  count(): number;
}

/** Finds how many conversions that copy and that encode may run at once; `null` where the machine's own limit holds. */
export type FindAtOnce = () => Promise<{ copies: number | null; encodings: number | null }>;

/**
 * Returns how many devices of a person may play at once, and so have a conversion; `undefined` when the session has ended.
 */
export type FindMaxStreams = (sessionKey: string) => Promise<number | undefined>;

/** A shared conversion with what ends it. */
interface PooledConversion extends SharedConversion {
  /** The addresses at which its ffmpegs fetch the source. */
  loopbacks: Set<Loopback>;
}

/** Opens a loopback address of this server at which one ffmpeg of a conversion fetches the source. */
async function openInput(
  { source, isLive = false, itemKey }: ConversionRequest<Convertible>,
  { entries, loopbacks }: Pick<PooledConversion, 'entries' | 'loopbacks'>,
  gateway: Pick<SourceGateway, 'openLoopback'>,
  isFor: (viewer: string) => boolean = () => true,
): Promise<OpenedInput> {
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
  const devices = () => [...entries].filter((entry) => isFor(viewerName(entry))).map(deviceOf);
  // Only a live stream is shared between the viewers of a channel; each viewer of a past programme has a stream of their own.
  const isShared = isLive && (source.listedAddress ?? null) === null;
  const channelKey = isShared ? itemKey : undefined;
  const loopback = await gateway.openLoopback(source, { observer, devices, channelKey });
  loopbacks.add(loopback);
  return {
    input: { address: loopback.address, streamKind: source.streamKind },
    upstreamFailure: () => failure,
    isSilent: loopback.isSilent,
    hasEnd: () => hasEnd,
    end() {
      loopbacks.delete(loopback);
      loopback.end();
    },
  };
}

/** Tells a conversion that a device no longer has it, while others do. */
async function leave({ conversion }: PooledConversion, viewer: string): Promise<void> {
  const made = await conversion.catch(() => undefined);
  made?.leave?.(viewer);
}

const deviceOf = ({ accountId, deviceId, issuedAtSeconds }: ConversionEntry): PlayingDevice => ({
  accountId,
  deviceId,
  ...(issuedAtSeconds !== undefined && { issuedAtSeconds }),
});

/**
 * Ends a conversion (ffmpeg with its segments) once its creation has finished; when the creation failed, there is
 * nothing to end.
 */
async function endMade({ conversion, loopbacks }: PooledConversion): Promise<void> {
  const endInputs = (): void => {
    for (const loopback of loopbacks) loopback.end();
    loopbacks.clear();
  };
  const made = await conversion.catch(() => undefined);
  // Before ffmpeg has ended: another conversion may need the provider's only connection now.
  endInputs();
  await made?.[Symbol.asyncDispose]();
  endInputs();
}

/** @param needs.folder - a folder that only this process uses */
export function createConversionPool(needs: {
  folder: string;
  gateway: Pick<SourceGateway, 'openLoopback'>;
  limits: ConversionLimits;
  isPlaying: IsPlaying;
  maxStreamsOf: FindMaxStreams;
  atOnce?: FindAtOnce | undefined;
  /** Where several servers count the conversions of an account together; by default this one counts for itself. */
  permits?: SharedPermits | undefined;
  clock: Clock;
}): ConversionPool {
  const { folder, gateway, limits, clock } = needs;
  const entries = createConversionEntries(needs);
  const claims = needs.permits && createConversionClaims(needs.permits, entries, clock);
  const running = new Map<string, PooledConversion>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  async function findMost(mode: ConversionPlan['mode']): Promise<number> {
    const set = await needs.atOnce?.();
    return mode === 'remux' ? (set?.copies ?? limits.remuxes) : (set?.encodings ?? limits.transcodes);
  }

  function open<C extends Convertible>(
    request: ConversionRequest<C>,
    converter: Converter,
  ): PooledConversion {
    const own = join(folder, randomUUID());
    const { key, mode } = request;
    const parts = { entries: new Set<ConversionEntry>(), loopbacks: new Set<Loopback>() };
    const create = async (): Promise<Convertible> => {
      try {
        return await request.create({
          converter,
          folder: own,
          hasRoom: () => hasRoom(own, limits.reserveBytes),
          openInput: (isFor) => openInput(request, parts, gateway, isFor),
          makeRoom: async () => entries.makeRoomOnMachine(mode, await findMost(mode)),
        });
      } catch (error) {
        throw readWriteError(error);
      }
    };
    const shared: PooledConversion = { key, mode, ...parts, conversion: create(), countRuns: () => 1 };
    shared.conversion.then(
      (made) => (shared.countRuns = () => Math.max(1, made.countRuns?.() ?? 1)),
      () => endFor(shared.entries),
    );
    running.set(key, shared);
    return shared;
  }

  function end(shared: PooledConversion): void {
    running.delete(shared.key);
    const ended = endMade(shared);
    ending.add(ended);
    void ended.finally(() => ending.delete(ended));
  }

  /** Lets a device have a conversion. */
  function give(request: ConversionRequest<Convertible>, shared: PooledConversion): ConversionEntry {
    const { accountId, deviceId, issuedAtSeconds, itemKey } = request;
    const entry: ConversionEntry = {
      accountId,
      deviceId,
      issuedAtSeconds,
      itemKey,
      shared,
      users: 0,
      idleSinceMs: clock.steadyMs(),
      stay: undefined,
      end() {
        entry.stay?.();
        if (!shared.entries.delete(entry)) return;
        if (entries.remove(entry)) claims?.release(accountId);
        if (shared.entries.size === 0) end(shared);
        else void leave(shared, viewerName(entry));
      },
    };
    shared.entries.add(entry);
    entries.add(entry);
    return entry;
  }

  /** Finds the conversion that a device has of the same source, made in the same way. */
  function findOwn(request: ConversionRequest<Convertible>): ConversionEntry | undefined {
    if (isClosed) throw askAgain();
    const known = entries.find(request);
    if (known?.shared.key !== request.key) return undefined;
    known.itemKey = request.itemKey;
    known.issuedAtSeconds = request.issuedAtSeconds;
    return known;
  }

  /** Lets a device have a conversion that others have already. */
  function addTo(shared: PooledConversion, request: ConversionRequest<Convertible>): ConversionEntry {
    const entry = give(request, shared);
    for (const loopback of shared.loopbacks) loopback.noteViewer(deviceOf(entry));
    return entry;
  }

  async function begin<C extends Convertible>(
    request: ConversionRequest<C>,
    converter: Converter,
  ): Promise<ConversionEntry> {
    const [most, mostOnMachine] = await Promise.all([
      needs.maxStreamsOf(request.sessionKey),
      findMost(request.mode),
    ]);
    if (most === undefined) throw new AppError('stream.forbidden');
    const findOrOpen = (): ConversionEntry => {
      const known = findOwn(request);
      if (known !== undefined) return known;
      entries.makeRoom(request, most);
      entries.find(request)?.end();
      const shared = running.get(request.key);
      if (shared !== undefined) return addTo(shared, request);
      entries.makeRoomOnMachine(request.mode, mostOnMachine);
      return give(request, open(request, converter));
    };
    return claims === undefined ? findOrOpen() : claims.claim(request, most, findOrOpen);
  }

  return {
    async use<C extends Convertible, T>(
      request: ConversionRequest<C>,
      converter: Converter,
      run: (conversion: C) => Promise<T>,
    ) {
      const entry = findOwn(request) ?? (await begin(request, converter));
      entry.users += 1;
      entry.stay?.();
      let keptMs = limits.idleMs;
      try {
        const conversion = await entry.shared.conversion;
        keptMs = Math.max(keptMs, conversion.keptMs ?? 0);
        try {
          // Conversions of a film and of a channel never have equal keys (source and way of converting), so the type
          // assertion is sound.
          return await run(conversion as C);
        } finally {
          // A conversion (ffmpeg with its segments) that makes no more segments is ended at once for all its devices,
          // which frees its disk space.
          if (conversion.isOver()) endFor(entry.shared.entries);
        }
      } finally {
        entry.users -= 1;
        entry.idleSinceMs = clock.steadyMs();
        if (entry.users === 0 && entries.find(request) === entry) {
          entry.stay = clock.after(keptMs, entry.end);
        }
      }
    },
    makeWay({ accountId, deviceId, key }) {
      const known = entries.find({ accountId, deviceId });
      if (known !== undefined && known.shared.key !== key) known.end();
    },
    count: () => entries.all().length,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      for (const { entries: having } of entries.all()) endFor(having);
      await Promise.all(ending);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
