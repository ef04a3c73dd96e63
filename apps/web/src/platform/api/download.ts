import type { RouteKey } from '@butaca/contract';
import { ApiError, readErrorAnswer } from './api-error.ts';
import { addressOf, callHeaders } from './api.ts';
import { after } from '../base/clock.ts';

/**
 * Downloads a file with the session token and makes the browser save it. The browser buffers large files on disk.
 *
 * @param sent - the body of the call, as JSON
 * @throws ApiError as `api` does
 */
export async function downloadFile(
  route: RouteKey,
  params: Record<string, string>,
  fileName: string,
  sent?: object,
): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  let file: Blob;
  try {
    const response = await fetch(addressOf(path, params, {}), {
      method,
      headers: { ...callHeaders(route), ...(sent && { 'content-type': 'application/json' }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    if (!response.ok) throw readErrorAnswer(response.status, await readBody(response));
    file = await response.blob();
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError({ status: 0, code: 'call.unreachable' });
  }
  saveAs(file, fileName);
}

export function saveAs(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The object URL is revoked after a minute, when the browser has certainly begun to read the file.
  after(60_000, () => URL.revokeObjectURL(address));
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return undefined;
  }
}
