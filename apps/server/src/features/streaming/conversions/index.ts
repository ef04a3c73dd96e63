import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ClientAbility } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { inTime } from '../../../platform/async/deadline.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createBackgroundLook, type ListAddresses } from './background-look.ts';
import { chooseDelivery } from './choose-delivery.ts';
import { writeConversionKey } from './conversion-key.ts';
import { conversionLimits, createConversions, type ConversionLimits, type IsPlaying } from './conversions.ts';
import { clearRemains, nameFolder } from './conversion-remains.ts';
import { createConvertLive } from './convert-live.ts';
import { createConvertMedia } from './convert-media.ts';
import { createFileInspector } from './inspect-files.ts';
import { createMediaRepository } from './media.repository.ts';
import { findConverter, type Converter, type ConverterPrograms } from './programs.ts';
import type { SourceGateway } from './source-gateway.ts';

export type { ConversionLimits } from './conversions.ts';

/** What a client says of itself, and whether the file has failed as it is. */
export interface MediaClient {
  can: ReadonlySet<ClientAbility>;
  play: 'auto' | 'remux';
}

/** Files that browsers cannot play, in a form that they can. */
export interface Media extends AsyncDisposable {
  /** Conversions, as media of this server: `internal:remux/…` */
  remux: ReturnType<typeof createConvertMedia>;
  /** Channels, as media of this server: `internal:live/…` */
  live: ReturnType<typeof createConvertLive>;
  /** How a channel is best delivered to a client. @returns what to seal in place of its source */
  deliverChannel(source: StreamSource, can: MediaClient['can']): StreamSource;
  /**
   * How sources are best delivered to a client.
   *
   * @param first - the one that is about to be played: it is looked into, if it is worth the wait
   * @returns what to seal in place of a source
   */
  deliver(
    sources: readonly StreamSource[],
    first: StreamSource | undefined,
    client: MediaClient,
  ): Promise<(source: StreamSource) => StreamSource>;
  /**
   * How long a source plays, looked into first where nobody has; `undefined` where that cannot be told.
   *
   * @throws AppError `upstream.…` where it cannot be had now
   */
  durationOf(source: StreamSource): Promise<number | undefined>;
  /** The converter of this machine. */
  converter(): Promise<Converter | undefined>;
  /** How many conversions there are now. */
  countConversions(): number;
  /** Clears away what a crash has left, and begins to look into files that nobody has played yet. */
  start(): Promise<void>;
}

/** How long a page waits for a file to be looked into before it is played as its name suggests. */
const firstLookMs = 2_500;

export function mediaFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  gateway: SourceGateway;
  programs: ConverterPrograms;
  listAddresses: ListAddresses;
  /** For the segments of conversions; each process has a folder of its own in it. */
  conversionsDir: string;
  isPlaying: IsPlaying;
  limits?: Partial<ConversionLimits>;
}): Media {
  const { gateway, clock, log } = needs;
  const converter = () => findConverter(needs.programs);
  const repository = createMediaRepository(needs.db);
  const inspector = createFileInspector({ repository, gateway, converter, clock, log });
  const ownFolder = nameFolder();
  const conversions = createConversions({
    folder: join(needs.conversionsDir, ownFolder),
    gateway,
    limits: { ...conversionLimits(availableParallelism()), ...needs.limits },
    isPlaying: needs.isPlaying,
  });

  const background = createBackgroundLook({
    list: needs.listAddresses,
    isDue: inspector.isDue,
    inspect: inspector.inspect,
    noteListed: inspector.noteListed,
    forgetUnlisted: inspector.forgetUnlisted,
    clock,
    isBusy: () => gateway.isBusy() || conversions.count() > 0,
    log,
  });

  /** A failure leaves the file unknown; it is then delivered as its name suggests. */
  const inspectForNow = (source: StreamSource) =>
    inspector.inspect(source).catch((error: unknown) => {
      log.warn({ err: error }, 'a file could not be looked into');
      return undefined;
    });

  return {
    remux: createConvertMedia({ converter, inspector, conversions }),
    live: createConvertLive({ converter, conversions }),
    deliverChannel(source, can) {
      const { streamKind, address } = source;
      // Nobody looks into a channel first: that would take a connection of its provider.
      const asked = { streamKind, extension: '', facts: undefined, isLive: true };
      const isOutside = /^https?:/i.test(address);
      if (streamKind !== 'ts' || !isOutside) return source;
      if (chooseDelivery(asked, { can, play: 'auto' }, true) === 'ts') return source;
      return converted('live', source, false);
    },
    async durationOf(source) {
      const facts = await inspector.inspect(source);
      return facts?.durationSeconds ?? undefined;
    },
    converter,
    countConversions: conversions.count,
    async start() {
      await clearRemains(needs.conversionsDir, ownFolder);
      if ((await converter()) !== undefined) background.start();
    },
    async deliver(sources, first, client) {
      const hasConverter = (await converter()) !== undefined;
      const outside = sources.filter(({ address }) => /^https?:/i.test(address));
      const facts = new Map(await inspector.known(outside.map(({ address }) => address)));
      const choose = (source: StreamSource) =>
        chooseDelivery(
          {
            streamKind: source.streamKind,
            extension: extensionOf(source.address),
            facts: facts.get(source.address),
            isLive: false,
          },
          client,
          hasConverter,
        );
      if (first !== undefined && outside.includes(first) && !facts.has(first.address)) {
        // Only what would be played as it is has to be known now; a conversion looks for itself.
        if (choose(first) === 'native') {
          const seen = await inTime(inspectForNow(first), firstLookMs, undefined);
          if (seen !== undefined) facts.set(first.address, seen);
        }
      }
      return (source) => {
        if (!outside.includes(source)) return source;
        const delivery = choose(source);
        if (delivery !== 'remux' && delivery !== 'transcode') {
          const durationSeconds =
            facts.get(source.address)?.durationSeconds ?? source.durationSeconds ?? null;
          return { ...source, durationSeconds };
        }
        return converted('remux', source, client.can.has('hevc-ts'));
      };
    },
    async [Symbol.asyncDispose]() {
      background[Symbol.dispose]();
      await inspector[Symbol.asyncDispose]();
      await conversions[Symbol.asyncDispose]();
    },
  };
}

function converted(media: 'remux' | 'live', source: StreamSource, canHevcTs: boolean): StreamSource {
  const address = `internal:${media}/${writeConversionKey({ source, canHevcTs })}/index.m3u8`;
  return { address, streamKind: 'hls', userAgent: null, referrer: null };
}

function extensionOf(address: string): string {
  if (!URL.canParse(address)) return '';
  return /\.([a-z0-9]{2,5})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
}
