import { closeImport, openImport } from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { describeClosing, describeOpening } from './import-access.ts';
import type { Importer } from './importer.ts';
import { actorOf, type ImportSession } from './imports.routes.ts';

/** Serves the endpoints that open what an import brought to all plans, and that take it back. */
export function serveOpening(serve: ServeEndpoint<ImportSession>, importer: Importer): void {
  serve(openImport, async ({ params }, { session }) => {
    const changed = await importer.setOpen(params.id, true, actorOf(session));
    return { message: describeOpening(changed), changed };
  });

  serve(closeImport, async ({ params }, { session }) => {
    const changed = await importer.setOpen(params.id, false, actorOf(session));
    return { message: describeClosing(changed), changed };
  });
}
