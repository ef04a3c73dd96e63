import type { EncoderState, PlanKey, Settings } from '@butaca/contract';
import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createSettingsRepository } from './settings.repository.ts';
import { serveSettings } from './settings.routes.ts';

/** The settings feature: what administrators decide about the whole product. */
export interface SettingsFeature {
  newAccountPlan(): Promise<PlanKey>;
  /** Whether viewers may add titles to collections, as administrators do. */
  viewersAddToCollections(): Promise<boolean>;
  /** How many conversions an administrator allows at once; `null` where nobody has set it. */
  conversionsAtOnce(): Promise<Pick<Settings, 'copiesAtOnce' | 'encodingsAtOnce'>>;
  /** What an administrator has chosen to encode video with; `null` for what the product recommends. */
  videoEncoder(): Promise<Settings['videoEncoder']>;
  /** @param needs.encoders - what this server knows of hardware encoders */
  routes(serve: ServeEndpoint<Actor>, needs: { encoders(): EncoderState[] }): void;
}

/**
 * Creates the settings feature: the plan of new accounts, whether what is for adults is hidden, whether viewers add to
 * collections, how many conversions run at once and what encodes them, and the targets of the links in the footer.
 *
 * @param needs.automatic - how many conversions the cores of this server allow
 */
export function settingsFeature({
  db,
  version,
  automatic,
}: {
  db: Kysely<Database>;
  version: { advance(): void };
  automatic: Settings['automatic'];
}): SettingsFeature {
  const repository = createSettingsRepository(db, automatic);
  return {
    newAccountPlan: async () => (await repository.read()).newAccountPlan,
    viewersAddToCollections: async () => (await repository.read()).viewersAddToCollections,
    conversionsAtOnce: repository.read,
    videoEncoder: async () => (await repository.read()).videoEncoder,
    routes: (serve, { encoders }) =>
      serveSettings(serve, { repository, onChanged: version.advance, encoders }),
  };
}
