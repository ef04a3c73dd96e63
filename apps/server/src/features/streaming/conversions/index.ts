import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createBackgroundInspection, type ListAddresses } from './inspection/background-inspection.ts';
import {
  conversionLimits,
  createConversionPool,
  type ConversionLimits,
  type IsPlaying,
} from './segments/conversion-pool.ts';
import { deleteStaleConversions, nameProcessFolder } from './stale-conversions.ts';
import { createConvertLive } from './live/convert-live.ts';
import { createConvertMedia } from './segments/convert-media.ts';
import { createDelivery, type Delivery } from './deliver-sources.ts';
import { createFileInspector } from './inspection/inspect-files.ts';
import { createFileFactsRepository } from './inspection/file-facts.repository.ts';
import { findConverter, type Converter, type ConverterPrograms } from './ffmpeg/converter.ts';
import type { SourceGateway } from './source/source-gateway.ts';

export type { ConversionLimits } from './segments/conversion-pool.ts';

/** Converts files and channels that browsers cannot play, and decides for each client whether conversion is needed. */
export interface Conversions extends Delivery, AsyncDisposable {
  /** Serves conversions of files, as media of this server: `internal:remux/…` */
  remux: ReturnType<typeof createConvertMedia>;
  /** Serves conversions of channels, as media of this server: `internal:live/…` */
  live: ReturnType<typeof createConvertLive>;
  /**
   * The duration of a source in seconds; the source is inspected first if necessary. `undefined` when the duration
   * cannot be found out.
   *
   * @throws AppError `upstream.…` when the source cannot be fetched now
   */
  durationOf(source: StreamSource): Promise<number | undefined>;
  /** The converter of this machine; `undefined` when ffmpeg and ffprobe do not run here. */
  converter(): Promise<Converter | undefined>;
  /** The number of conversions that exist now. */
  countConversions(): number;
  /**
   * Deletes the files that crashed processes left behind, and starts the background inspection of files not yet played.
   */
  start(listAddresses: ListAddresses): Promise<void>;
}

/** Creates the conversions feature. Without ffmpeg, every source is delivered unconverted. */
export function conversionsFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  gateway: SourceGateway;
  programs: ConverterPrograms;
  /** The parent folder for segments of conversions; each process creates its own folder in it. */
  conversionsDir: string;
  isPlaying: IsPlaying;
  limits?: Partial<ConversionLimits>;
}): Conversions {
  const { gateway, clock, log } = needs;
  const converter = () => findConverter(needs.programs);
  const repository = createFileFactsRepository(needs.db);
  const inspector = createFileInspector({ repository, gateway, converter, clock, log });
  const ownFolder = nameProcessFolder();
  const conversions = createConversionPool({
    folder: join(needs.conversionsDir, ownFolder),
    gateway,
    limits: { ...conversionLimits(availableParallelism()), ...needs.limits },
    isPlaying: needs.isPlaying,
  });

  const background = createBackgroundInspection({
    isDue: inspector.isDue,
    inspect: inspector.inspect,
    noteListed: inspector.noteListed,
    forgetUnlisted: inspector.forgetUnlisted,
    clock,
    isBusy: () => gateway.isBusy() || conversions.count() > 0,
    log,
  });

  return {
    ...createDelivery({ converter, inspector, log }),
    remux: createConvertMedia({ converter, inspector, conversions }),
    live: createConvertLive({ converter, conversions }),
    async durationOf(source) {
      const facts = await inspector.inspect(source);
      return facts?.durationSeconds ?? undefined;
    },
    converter,
    countConversions: conversions.count,
    async start(listAddresses) {
      await deleteStaleConversions(needs.conversionsDir, ownFolder);
      if ((await converter()) !== undefined) background.start(listAddresses);
    },
    async [Symbol.asyncDispose]() {
      background[Symbol.dispose]();
      await inspector[Symbol.asyncDispose]();
      await conversions[Symbol.asyncDispose]();
    },
  };
}
