import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { SharedPermits } from '../../../platform/shared-store/shared-permits.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createBackgroundBudget } from '../../../shared/provider/background-budget.ts';
import { createBackgroundInspection, type FileLists } from './inspection/background-inspection.ts';
import {
  conversionLimits,
  createConversionPool,
  type ConversionLimits,
  type FindAtOnce,
  type FindMaxStreams,
  type IsPlaying,
} from './segments/conversion-pool.ts';
import { deleteStaleFolders, nameProcessFolder } from '../../../platform/process-folder.ts';
import type { EncoderState, FileContents, VideoEncoderChoice } from '@butaca/contract';
import { createEncoders, type EncoderTiming } from './encoders/encoders.ts';
import type { ListDevices } from './encoders/list-devices.ts';
import { createConvertLive } from './live/convert-live.ts';
import { createConvertMedia } from './segments/convert-media.ts';
import { createDelivery, type Delivery } from './deliver-sources.ts';
import { createSourceLooks } from './first-look/look-at-source.ts';
import { createSourceLookRepository } from './first-look/source-look.repository.ts';
import { createFileInspector } from './inspection/inspect-files.ts';
import { createFileFactsRepository } from './inspection/file-facts.repository.ts';
import {
  findConverter,
  requireConverter,
  toConverter,
  type Converter,
  type ConverterPrograms,
} from './ffmpeg/converter.ts';
import type { SourceGateway } from './source/source-gateway.ts';
import { convertLike, readConvertedFilm } from './source/converted-address.ts';

export type { EncoderTiming } from './encoders/encoders.ts';
export type { ListDevices } from './encoders/list-devices.ts';
export type { ConversionLimits } from './segments/conversion-pool.ts';

/**
 * The conversions feature: converts with ffmpeg the files and channels that browsers cannot play, and decides for each
 * client whether conversion is needed.
 */
export interface Conversions extends Delivery, AsyncDisposable {
  /** Serves films and chapters that ffmpeg converts into HLS, as media of this server: `internal:remux/…` */
  remux: ReturnType<typeof createConvertMedia>;
  /** Serves channels that ffmpeg converts into HLS, as media of this server: `internal:live/…` */
  live: ReturnType<typeof createConvertLive>;
  /** Reads the addresses of converted films and chapters, and makes those of other versions of them. */
  films: {
    sourceOf(address: string): string | undefined;
    convertLike(address: string, source: StreamSource): string | undefined;
  };
  /**
   * Returns the duration of a film or chapter in seconds; the file is inspected with ffprobe first if necessary.
   * `undefined` when the duration cannot be found out.
   *
   * @param left - aborts when the viewer has left
   * @throws AppError `upstream.…` when the file cannot be fetched now
   */
  durationOf(source: StreamSource, left: AbortSignal): Promise<number | undefined>;
  /** The duration of a file in seconds, where an earlier inspection has found it out; nothing is inspected for it. */
  knownDurationOf(address: string): Promise<number | undefined>;
  /** What an earlier inspection has found in a file for people who watch it; nothing is inspected for it. */
  knownContentsOf(address: string): Promise<FileContents>;
  /**
   * Returns the converter of this machine (ffmpeg and ffprobe); `undefined` when they do not run here, `unknown` while the
   * machine does not answer.
   */
  converter(): Promise<Converter | 'unknown' | undefined>;
  /** What is known of the converter of this machine now, and since when. */
  converterState(): { converter: Converter | 'unknown' | undefined; since: Date };
  /** What is known of each hardware encoder that the system of this server may have. */
  encoderStates(): EncoderState[];
  /** Waits until it is known whether there is a converter; `undefined` also when the server stops before. */
  whenConverterKnown(): Promise<Converter | undefined>;
  /** Stops the inspections of files for which no viewer waits, because somebody begins to play something. */
  yieldToViewers(): void;
  /** The number of conversions (ffmpeg with its segments) that exist now. */
  countConversions(): number;
  /**
   * Called when the server starts: deletes the segments of films that crashed processes left behind, and starts the
   * background inspection (with ffprobe) of files that were never played and that people are likely to open.
   */
  start(files: FileLists): Promise<void>;
}

/** How many conversions of each kind the cores of this server allow at once. @param own - takes the place of that */
export function automaticConversions(own: Partial<ConversionLimits> = {}): {
  copies: number;
  encodings: number;
} {
  const { remuxes, transcodes } = { ...conversionLimits(availableParallelism()), ...own };
  return { copies: remuxes, encodings: transcodes };
}

/** Without ffmpeg, every stream is delivered unconverted. */
export function conversionsFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  gateway: SourceGateway;
  programs: ConverterPrograms;
  /** The folder for converted films; each server process creates its own folder in it. */
  conversionsDir: string;
  isPlaying: IsPlaying;
  maxStreamsOf: FindMaxStreams;
  limits?: Partial<ConversionLimits>;
  /** How many conversions of each kind an administrator allows at once; by default the limits hold. */
  atOnce?: FindAtOnce | undefined;
  encoders: {
    /** What an administrator has chosen to encode video with; `null` for what the product recommends. */
    choice(): Promise<VideoEncoderChoice | null>;
    /** Lists the devices of hardware encoders; by default those of this machine. */
    listDevices?: ListDevices | undefined;
    timing?: EncoderTiming | undefined;
  };
  /** Where several servers count the conversions of an account together; by default this one counts for itself. */
  permits?: SharedPermits | undefined;
}): Conversions {
  const { gateway, clock, log } = needs;
  const { programs } = needs;
  const converter = () => requireConverter(programs);
  let isClosed = false;
  const repository = createFileFactsRepository(needs.db);
  const inspector = createFileInspector({ repository, gateway, converter, clock, log });
  const looks = createSourceLooks({ repository: createSourceLookRepository(needs.db), gateway, clock });
  const ownFolder = nameProcessFolder();
  const conversions = createConversionPool({
    folder: join(needs.conversionsDir, ownFolder),
    gateway,
    limits: { ...conversionLimits(availableParallelism()), ...needs.limits },
    atOnce: needs.atOnce,
    isPlaying: needs.isPlaying,
    maxStreamsOf: needs.maxStreamsOf,
    permits: needs.permits,
    clock,
  });

  const encoders = createEncoders({ ...needs.encoders, clock, log });

  const background = createBackgroundInspection({
    isDue: inspector.isDue,
    takeRequests: createBackgroundBudget(needs.db, clock).take,
    inspect: inspector.inspectInBackground,
    noteListed: inspector.noteListed,
    async forgetUnlisted(roundStartedAt) {
      await inspector.forgetUnlisted(roundStartedAt);
      await looks.forgetOld();
    },
    clock,
    isBusy: () => gateway.isBusy() || conversions.count() > 0,
    log,
  });

  async function whenConverterKnown(): Promise<Converter | undefined> {
    const found = await programs.whenKnown();
    return found && toConverter(found);
  }

  async function startBackground(files: FileLists): Promise<void> {
    if ((await whenConverterKnown()) !== undefined && !isClosed) background.start(files);
  }

  return {
    ...createDelivery({ converter: () => findConverter(programs), inspector, looks, log }),
    remux: createConvertMedia({ converter, inspector, conversions, encoders, clock }),
    live: createConvertLive({ converter, conversions, encoders, gateway, clock }),
    films: { sourceOf: readConvertedFilm, convertLike },
    async durationOf(source, left) {
      const facts = await inspector.inspect(source, { left });
      return facts?.durationSeconds ?? undefined;
    },
    async knownDurationOf(address) {
      const facts = (await inspector.known([address])).get(address);
      return facts?.durationSeconds ?? undefined;
    },
    async knownContentsOf(address) {
      const facts = (await inspector.known([address])).get(address);
      return { scenes: facts?.scenes ?? [], imageSubtitles: facts?.imageSubtitles ?? [] };
    },
    converter: () => findConverter(programs),
    converterState() {
      const { found, since } = programs.state();
      return { converter: typeof found === 'object' ? toConverter(found) : found, since };
    },
    encoderStates: encoders.states,
    whenConverterKnown,
    yieldToViewers: inspector.yieldToViewers,
    countConversions: conversions.count,
    async start(files) {
      await Promise.all([deleteStaleFolders(needs.conversionsDir, ownFolder), looks.forgetOld()]);
      // A machine that is slow to answer does not delay the start of the server.
      void startBackground(files);
      programs.onFound((found) => void encoders.tryAll(toConverter(found)));
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      background[Symbol.dispose]();
      await looks[Symbol.asyncDispose]();
      await inspector[Symbol.asyncDispose]();
      await conversions[Symbol.asyncDispose]();
      await encoders[Symbol.asyncDispose]();
    },
  };
}
