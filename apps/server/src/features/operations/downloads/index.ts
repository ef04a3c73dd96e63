import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createDownloadFiles } from './download-files.ts';
import { serveDownloads } from './downloads.routes.ts';

/** The downloads feature: everybody may list and download the apps that the operator has put into a folder. */
export interface Downloads extends AsyncDisposable {
  routes(serve: ServeEndpoint<unknown>): void;
}

/** @param needs.dir - the operator's folder with the apps; without it nothing is offered */
export function downloadsFeature({ dir }: { dir: string }): Downloads {
  const files = createDownloadFiles(dir);
  return {
    routes: (serve) => serveDownloads(serve, files),
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
}
