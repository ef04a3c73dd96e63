import type { BulkSession, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import { createImporter } from './importer.ts';
import { serveImports, type ImportSession } from './imports.routes.ts';

/** Imports lists into the catalogue, with history, reports and undo. Disposal stops the running import. */
export interface Imports extends AsyncDisposable {
  /** Marks the imports of dead processes as failed. */
  start(): Promise<void>;
  routes(serve: ServeEndpoint<ImportSession>): void;
}

/** Creates the import of lists: channels and videos, previews, reports, history and undo. */
export function importsFeature(needs: {
  db: Kysely<Database>;
  openBulkSession(): Promise<BulkSession>;
  version: { advance(): void };
  /** The folder that keeps uploads until they are read, and previews until they are published. */
  uploadDir: string;
  log: Log;
}): Imports {
  const importer = createImporter({ ...needs, onChanged: needs.version.advance });
  return {
    start: importer.start,
    routes: (serve) => serveImports(serve, importer),
    [Symbol.asyncDispose]: importer[Symbol.asyncDispose],
  };
}
