import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createArchiveRepository } from './archive.repository.ts';
import { serveArchive, type ArchiveNeeds, type ArchiveSession } from './archive.routes.ts';

/** The archive feature: programmes that the provider of a channel keeps are played from their beginning. */
export interface Archive {
  routes(serve: ServeEndpoint<ArchiveSession>): void;
}

export function archiveFeature(needs: Omit<ArchiveNeeds, 'listSources'> & { db: Kysely<Database> }): Archive {
  const { listSources } = createArchiveRepository(needs.db);
  return { routes: (serve) => serveArchive(serve, { ...needs, listSources }) };
}
