import type { PlanKey } from '@butaca/contract';
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
  routes(serve: ServeEndpoint<Actor>): void;
}

/**
 * Creates the settings feature: the plan of new accounts, whether what is for adults is hidden, whether viewers add to
 * collections, and the targets of the links in the footer.
 */
export function settingsFeature({
  db,
  version,
}: {
  db: Kysely<Database>;
  version: { advance(): void };
}): SettingsFeature {
  const repository = createSettingsRepository(db);
  return {
    newAccountPlan: async () => (await repository.read()).newAccountPlan,
    viewersAddToCollections: async () => (await repository.read()).viewersAddToCollections,
    routes: (serve) => serveSettings(serve, { repository, onChanged: version.advance }),
  };
}
