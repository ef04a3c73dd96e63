import type { DatabaseConnection } from '@butaca/db';
import type { buildConnector } from 'undici';
import type { Config } from '../platform/config.ts';
import type { GenerationLimits } from '../features/catalogue/enrichment/index.ts';
import type { FactSourceUrls } from '../features/catalogue/facts/index.ts';
import type { PasswordCost } from '../features/people/accounts/index.ts';
import type {
  ConversionLimits,
  EncoderTiming,
  ListDevices,
} from '../features/streaming/conversions/index.ts';
import type { StreamTiming } from '../features/streaming/gateway/index.ts';
import type { ImageLimits } from '../features/streaming/images/index.ts';
import type { DisposalStack } from '../platform/async/disposal-stack.ts';
import { databaseKeyName, readInstanceSecret } from '../platform/instance-secret.ts';
import { createLimits, type Limits } from '../platform/http/request-limits.ts';
import { createSharedClock } from '../platform/shared-store/shared-clock.ts';
import { openSharedStore, type SharedStore } from '../platform/shared-store/shared-store.ts';
import { createGuessGuards, type GuessGuards } from '../shared/guess-guard.ts';
import { openCatalogueVersion, type CatalogueVersion } from '../shared/catalogue-version.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ConfinementKind } from '../platform/programs/confinement.ts';
import type { CheckTiming } from '../platform/programs/programs.ts';
import { createItemDirectory, type ItemDirectory } from './item-directory.ts';
import { keepDataPrivate } from './keep-data-private.ts';

/**
 * What the whole server is built from: configuration, database, log and folders; the optional parts replace defaults,
 * mostly in tests.
 */
export interface AppNeeds {
  config: Config;
  database: DatabaseConnection;
  log: Log;
  /** The path of the repository's folder with the demo data. */
  demoDir: string;
  /** The folder of the built web client; if that folder does not exist, the server serves only the API. */
  webDir: string;
  clock?: Clock;
  /** The cost of a password hash (memory and passes); replaces the default. */
  passwordCost?: PasswordCost | undefined;
  /** How many seconds of a film are delivered on free trial ahead of the playback position; replaces the default. */
  trialLeadSeconds?: number | undefined;
  /** Time limits of streams, and the clock by which they are measured; replace the defaults. */
  streamTiming?: Partial<StreamTiming> | undefined;
  /** Limits on the disk space, bytes and time that images take; replace the defaults. */
  imageLimits?: Partial<ImageLimits>;
  /** Limits on conversions by ffmpeg; replace the defaults. */
  conversionLimits?: Partial<ConversionLimits>;
  /**
   * The kinds of confinement (sandbox) to try for ffmpeg and ffprobe; by default the strictest that works on this
   * machine is used.
   */
  confinementKinds?: readonly ConfinementKind[] | undefined;
  /** How long checks of ffmpeg and ffprobe and the pauses between them last; replaces the default. */
  checkTiming?: CheckTiming | undefined;
  /** Lists the devices of hardware encoders; by default those of this machine. */
  listEncoderDevices?: ListDevices | undefined;
  /** How long checks of hardware encoders and the pauses between them last; replaces the default. */
  encoderTiming?: EncoderTiming | undefined;
  /** How late the event loop may be before requests are refused, in ms (0 refuses none); replaces the default. */
  eventLoopDelayLimitMs?: number | undefined;
  /** Makes the connections to push services that the address filter lets pass; by default over TCP and TLS. */
  connectToPushServices?: buildConnector.connector | undefined;
  /** Limits on content from the generative model; replace the defaults. */
  generationLimits?: Partial<GenerationLimits>;
  /** Where the sources of facts are; by default the real ones. */
  factSourceUrls?: FactSourceUrls | undefined;
}

/** The dependencies that all groups of features share: database, clock, log, configuration. */
export interface AppBase extends AppNeeds {
  clock: Clock;
  db: DatabaseConnection['db'];
  /** The catalogue version, a number that increments with every write of the catalogue in any server process. */
  version: CatalogueVersion;
  /**
   * Looks up channels and videos by item key (`channel:<id>`, `video:<id>` …); the features of channels and videos add
   * themselves when they are created.
   */
  items: ItemDirectory;
  /** What several servers of this installation share; `undefined` when there is one server. */
  store: SharedStore | undefined;
  /** The clock by which streams are issued and leases end; the same for all servers that share a store. */
  streamClock: Clock;
  limits: Limits;
  guessGuards: GuessGuards;
  /** When the server stops: disposes of the features in the reverse order of their creation. */
  closing: DisposalStack;
}

export async function openAppBase(needs: AppNeeds, closing: DisposalStack): Promise<AppBase> {
  const { dataDir, sharedDir } = needs.config;
  await keepDataPrivate(dataDir, needs.log);
  if (sharedDir !== dataDir) await keepDataPrivate(sharedDir, needs.log);
  const clock = needs.clock ?? systemClock;
  const store = await openStore(needs, clock, closing);
  return {
    ...needs,
    clock,
    store,
    streamClock: store === undefined ? clock : closing.use(await createSharedClock(clock, store)),
    limits: createLimits(store, clock),
    guessGuards: createGuessGuards(store, clock),
    db: needs.database.db,
    version: await openCatalogueVersion(needs.database),
    items: createItemDirectory(),
    closing,
  };
}

async function openStore(
  { config, database, log }: AppNeeds,
  clock: Clock,
  closing: DisposalStack,
): Promise<SharedStore | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const key = await readInstanceSecret(database.db, databaseKeyName);
  const installation = Buffer.from(key).toString('hex', 0, 8);
  return closing.use(await openSharedStore({ url: config.redisUrl, installation, log, clock }));
}
