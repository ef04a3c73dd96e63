import type { BulkSession, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import type { FetchList } from '../../../shared/provider/fetch-list.ts';
import { createImporter, type Importer } from './importer.ts';
import { createStoredReader } from './reading/read-stored.ts';
import { serveImports, type ImportSession } from './imports.routes.ts';

/**
 * The imports feature: reads M3U lists into the catalogue, with history, reports and undo. Disposal stops the running
 * import.
 */
export interface Imports extends AsyncDisposable {
  /** Called when the server starts: marks the imports of M3U lists whose process has died as failed. */
  start(): Promise<void>;
  /** @see import-list.ts */
  importList: Importer['importList'];
  /** Lists the previews of a provider that wait for a decision. */
  listWaiting(providerId: string): Promise<string[]>;
  /** Discards a preview, or stops a running import. @throws AppError `import.not_found`, `import.finished` */
  cancel: Importer['cancel'];
  /** Creates a reader of titles that earlier imports have stored. */
  createStoredReader: typeof createStoredReader;
  routes(serve: ServeEndpoint<ImportSession>): void;
}

export function importsFeature(needs: {
  db: Kysely<Database>;
  openBulkSession(): Promise<BulkSession>;
  version: { advance(): void };
  /** The folder that keeps uploaded M3U lists until they are read. */
  uploadDir: string;
  /**
   * The folder that keeps the list of a preview (an import that an administrator has yet to publish) until it is
   * published; of several servers, all use the same one.
   */
  previewDir: string;
  fetchList: FetchList;
  /** The largest list of a provider, in bytes. */
  limitBytes: number;
  clock: Clock;
  log: Log;
}): Imports {
  const importer = createImporter({ ...needs, onChanged: needs.version.advance });
  return {
    start: importer.start,
    importList: importer.importList,
    listWaiting: importer.repository.listWaiting,
    cancel: importer.cancel,
    createStoredReader,
    routes: (serve) => serveImports(serve, importer),
    [Symbol.asyncDispose]: importer[Symbol.asyncDispose],
  };
}
