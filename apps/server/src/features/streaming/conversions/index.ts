import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createBackgroundLook, type ListAddresses } from './inspection/background-inspection.ts';
import {
  conversionLimits,
  createConversions,
  type ConversionLimits,
  type IsPlaying,
} from './segments/conversion-pool.ts';
import { clearRemains, nameFolder } from './stale-conversions.ts';
import { createConvertLive } from './live/convert-live.ts';
import { createConvertMedia } from './segments/convert-media.ts';
import { createDelivery, type Delivery } from './deliver-sources.ts';
import { createFileInspector } from './inspection/inspect-files.ts';
import { createMediaRepository } from './inspection/file-facts.repository.ts';
import { findConverter, type Converter, type ConverterPrograms } from './ffmpeg/converter.ts';
import type { SourceGateway } from './source/source-gateway.ts';

export type { ConversionLimits } from './segments/conversion-pool.ts';

/** Files that browsers cannot play, in a form that they can. */
export interface Media extends Delivery, AsyncDisposable {
  /** Conversions, as media of this server: `internal:remux/…` */
  remux: ReturnType<typeof createConvertMedia>;
  /** Channels, as media of this server: `internal:live/…` */
  live: ReturnType<typeof createConvertLive>;
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
  start(listAddresses: ListAddresses): Promise<void>;
}

export function mediaFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  gateway: SourceGateway;
  programs: ConverterPrograms;
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
      await clearRemains(needs.conversionsDir, ownFolder);
      if ((await converter()) !== undefined) background.start(listAddresses);
    },
    async [Symbol.asyncDispose]() {
      background[Symbol.dispose]();
      await inspector[Symbol.asyncDispose]();
      await conversions[Symbol.asyncDispose]();
    },
  };
}
