import { getDownload, listDownloads } from '@butaca/contract';
import { FileDownload } from '../../../platform/http/file-download.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { DownloadFiles } from './download-files.ts';

/** Serves the list of the apps that the operator offers, and their files. */
export function serveDownloads(serve: ServeEndpoint<unknown>, files: DownloadFiles): void {
  serve(listDownloads, async () => ({ downloads: await files.list() }));
  serve(getDownload, async ({ params: { name } }) => new FileDownload(await files.open(name), name));
}
