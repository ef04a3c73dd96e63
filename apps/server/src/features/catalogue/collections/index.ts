import type { Viewer } from '@butaca/contract';
import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createCollectionsRepository } from './collections.repository.ts';
import { serveCollections, type AdditionsRule, type CardSource } from './collections.routes.ts';

/** The collections feature: named groups of videos. */
export interface Collections {
  /** Whether there are collections. */
  hasAny(): Promise<boolean>;
  addDemo(name: string, itemsModel: 'Video' | 'Serie', videoIds: readonly string[]): Promise<void>;
  removeDemo(): Promise<void>;
  routes(serve: ServeEndpoint<Viewer & Actor>): void;
}

/** Collections are named groups of videos: administrators create them, and everybody adds videos to them
 * unless the settings leave that to administrators. */
export function collectionsFeature(needs: {
  db: Kysely<Database>;
  cards: CardSource;
  settings: AdditionsRule;
}): Collections {
  const repository = createCollectionsRepository(needs.db);

  return {
    hasAny: repository.hasAny,
    async addDemo(name, itemsModel, videoIds) {
      const id = await repository.insert(name, itemsModel);
      if (videoIds.length > 0) await repository.addItems(id, videoIds);
    },
    async removeDemo() {
      await repository.removeDemo();
    },
    routes: (serve) => serveCollections(serve, repository, { source: needs.cards, rule: needs.settings }),
  };
}
