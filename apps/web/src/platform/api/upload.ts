import {
  uploadTimeoutMs,
  type Endpoint,
  type EndpointAccepted,
  type EndpointAnswer,
  type EndpointByRoute,
  type EndpointFormCall,
  type RouteKey,
} from '@butaca/contract';
import { sessionToken } from '../session/session-store.ts';
import { ApiError, timeoutSentence } from './api-error.ts';
import { callHeaders, readAnswer } from './api.ts';

type FileField<E> = E extends { file: infer F extends string } ? F : never;

/** A file to upload, the name of its form field, and further text fields; undefined fields are not sent. */
export interface UploadCall<R extends RouteKey> {
  field: FileField<EndpointByRoute<R>>;
  file: File;
  form?: EndpointFormCall<EndpointByRoute<R> & Endpoint>;
  /** Aborting this signal stops the upload; the server then changes nothing. */
  signal?: AbortSignal;
}

/**
 * Uploads one file with `XMLHttpRequest`, because `fetch` does not report upload progress.
 *
 * @param onPercent - gets the progress, 0–100; at 100 the server has received the file and is processing it
 * @throws ApiError as `api` does
 */
export function uploadFile<R extends RouteKey>(
  route: R,
  call: UploadCall<R>,
  onPercent: (percent: number) => void,
): Promise<EndpointAnswer<EndpointByRoute<R>>> {
  return send(route, call, onPercent, {});
}

/**
 * Uploads one file, such as a list to import, without waiting for its processing: the answer holds the id (`importId`)
 * by which the processing can be followed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-4.1
 */
export function startUpload<R extends RouteKey>(
  route: R,
  call: UploadCall<R>,
  onPercent: (percent: number) => void,
): Promise<EndpointAccepted<EndpointByRoute<R> & Endpoint>> {
  return send(route, call, onPercent, { prefer: 'respond-async' });
}

function send<T, R extends RouteKey>(
  route: R,
  { field, file, form = {}, signal }: Omit<UploadCall<R>, 'form'> & { form?: object | undefined },
  onPercent: (percent: number) => void,
  headers: Record<string, string>,
): Promise<T> {
  const [method = 'POST', path = ''] = route.split(' ');
  const token = sessionToken();
  const data = new FormData();
  // The text fields are sent before the file, so that the server can refuse them without receiving the file.
  for (const [name, value] of Object.entries(form)) if (typeof value === 'string') data.append(name, value);
  data.append(field, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.timeout = uploadTimeoutMs;
    const all = { ...callHeaders(route), ...headers };
    for (const [name, value] of Object.entries(all)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onPercent(Math.floor((event.loaded / event.total) * 100));
    });
    request.upload.addEventListener('load', () => onPercent(100));
    request.addEventListener('load', () => {
      readAnswer<T>(request.status, request.responseText, token).then(resolve, reject);
    });
    request.addEventListener('timeout', () =>
      reject(new ApiError({ status: 0, code: 'call.timeout', serverMessage: timeoutSentence })),
    );
    request.addEventListener('error', () => reject(new ApiError({ status: 0, code: 'call.unreachable' })));
    request.addEventListener('abort', () => reject(new ApiError({ status: 0, code: 'call.aborted' })));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(data);
  });
}
