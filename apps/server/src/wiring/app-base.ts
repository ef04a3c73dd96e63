import type { DatabaseConnection } from '@butaca/db';
import type { Config } from '../platform/config.ts';
import type { GenerationLimits } from '../features/catalogue/enrichment/index.ts';
import type { PasswordCost } from '../features/people/accounts/index.ts';
import type { ConversionLimits } from '../features/streaming/conversions/index.ts';
import type { PictureLimits } from '../features/streaming/images/index.ts';
import type { DisposalStack } from '../platform/async/disposal-stack.ts';
import { openCatalogueVersion, type CatalogueVersion } from '../platform/catalogue-version.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ConfinementKind } from '../platform/programs/confinement.ts';
import { createItemDirectory, type ItemDirectory } from './item-directory.ts';

export interface AppNeeds {
  config: Config;
  database: DatabaseConnection;
  log: Log;
  /** The path of the repository's demo folder. */
  demoDir: string;
  /** The folder of the built web client; if it does not exist, only the API is served. */
  webDir: string;
  clock?: Clock;
  /** The cost of a password hash; replaces the default. */
  passwordCost?: PasswordCost | undefined;
  /** How many seconds media of a trial is delivered ahead of the playback position; replaces the default. */
  trialLeadSeconds?: number | undefined;
  /** Limits for images; replace the defaults. */
  pictureLimits?: Partial<PictureLimits>;
  /** Limits for conversions; replace the defaults. */
  conversionLimits?: Partial<ConversionLimits>;
  /** Kinds of confinement for programs; by default the strictest that works on this machine is used. */
  confinementKinds?: readonly ConfinementKind[] | undefined;
  /** Limits for generated content; replace the defaults. */
  generationLimits?: Partial<GenerationLimits>;
}

/** The dependencies that all groups of features share. */
export interface AppBase extends AppNeeds {
  clock: Clock;
  db: DatabaseConnection['db'];
  /** The catalogue version, which increments with every write of the catalogue in any process. */
  version: CatalogueVersion;
  /** Looks up channels and videos by item key; their features are added when they are created. */
  items: ItemDirectory;
  /** Closes features in the reverse order of their creation. */
  closing: DisposalStack;
}

export async function openAppBase(needs: AppNeeds, closing: DisposalStack): Promise<AppBase> {
  return {
    ...needs,
    clock: needs.clock ?? systemClock,
    db: needs.database.db,
    version: await openCatalogueVersion(needs.database),
    items: createItemDirectory(),
    closing,
  };
}
