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
  /** The repository's demo folder. */
  demoDir: string;
  /** The built web client; without one only the API is served. */
  webDir: string;
  clock?: Clock;
  /** The cost of hashing a password, other than the usual. */
  passwordCost?: PasswordCost | undefined;
  /** How far ahead of the clock media of a trial is delivered, other than the usual. */
  trialLeadSeconds?: number | undefined;
  /** Limits for pictures, other than the usual. */
  pictureLimits?: Partial<PictureLimits>;
  /** Limits for conversions, other than the usual. */
  conversionLimits?: Partial<ConversionLimits>;
  /** How programs are confined, other than the best that the machine allows. */
  confinementKinds?: readonly ConfinementKind[] | undefined;
  /** Limits for generated content, other than the usual. */
  generationLimits?: Partial<GenerationLimits>;
}

/** What every neighbourhood is built on. */
export interface AppBase extends AppNeeds {
  clock: Clock;
  db: DatabaseConnection['db'];
  /** Moves with every write of the catalogue, in any process. */
  version: CatalogueVersion;
  /** Channels and videos by item key; filled in when their features are created. */
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
