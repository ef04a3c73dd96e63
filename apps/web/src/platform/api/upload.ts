import { uploadTimeoutMs, type EndpointAnswer, type EndpointByRoute, type RouteKey } from '@butaca/contract';
import { sessionToken } from '../session/session-store.ts';
import { ApiError, timeoutSentence } from './api-error.ts';
import { callHeaders, readAnswer } from './api.ts';

/**
 * Uploads one file, telling how much of it has left. Only `XMLHttpRequest` tells that.
 *
 * @param onPercent - 0–100; 100 means that the server has it all and is at work
 * @throws ApiError as `api` does
 */
export function uploadFile<R extends RouteKey>(
  route: R,
  field: string,
  file: File,
  onPercent: (percent: number) => void,
): Promise<EndpointAnswer<EndpointByRoute<R>>> {
  const [method = 'POST', path = ''] = route.split(' ');
  const token = sessionToken();
  const form = new FormData();
  form.append(field, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.timeout = uploadTimeoutMs;
    for (const [name, value] of Object.entries(callHeaders(route))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onPercent(Math.floor((event.loaded / event.total) * 100));
    });
    request.upload.addEventListener('load', () => onPercent(100));
    request.addEventListener('load', () => {
      readAnswer<EndpointAnswer<EndpointByRoute<R>>>(request.status, request.responseText, token).then(
        resolve,
        reject,
      );
    });
    request.addEventListener('timeout', () =>
      reject(new ApiError({ status: 0, code: 'call.timeout', serverMessage: timeoutSentence })),
    );
    request.addEventListener('error', () => reject(new ApiError({ status: 0, code: 'call.unreachable' })));
    request.addEventListener('abort', () => reject(new ApiError({ status: 0, code: 'call.aborted' })));
    request.send(form);
  });
}
