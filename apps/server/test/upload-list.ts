import { randomBytes } from 'node:crypto';
import type { EndpointAnswer, EndpointByRoute, ErrorBody, RouteKey } from '@butaca/contract';
import { personHeaders, type Person, type TestApp } from './test-app.ts';

export type UploadRoute = Extract<
  RouteKey,
  | 'POST /api/channels/admin/process-m3u'
  | 'POST /api/videos/upload-text'
  | 'POST /api/m3u/bulk-upload'
  | 'POST /api/admin/imports/preview'
>;

export interface TestList {
  content: string | Buffer;
  fileName?: string;
  form?: Readonly<Record<string, string>>;
  /** Whether the text fields of the upload come after the file in the multipart body; by default they come first. */
  isFormLast?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** Builds the multipart body of a file upload as browsers send it. */
export function multipartOf(
  field: string,
  { content, fileName = 'lista.m3u', form = {}, isFormLast = false }: TestList,
): { body: Buffer; contentType: string } {
  const boundary = `frontera-${randomBytes(8).toString('hex')}`;
  const fields = Object.entries(form).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = [
    `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: audio/x-mpegurl\r\n\r\n`,
    content,
    '\r\n',
  ];
  const parts = isFormLast ? [...file, ...fields] : [...fields, ...file];
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part as string)));
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

export async function uploadList<R extends UploadRoute>(
  test: TestApp,
  person: Pick<Person, 'token' | 'deviceId'> | undefined,
  route: R,
  list: TestList,
): Promise<{
  status: number;
  body: EndpointAnswer<EndpointByRoute<R>> & Partial<ErrorBody> & { importId?: string };
}> {
  const { body, contentType } = multipartOf(route.endsWith('process-m3u') ? 'm3uFile' : 'file', list);
  const response = await test.app.http.inject({
    method: 'POST',
    url: route.slice('POST '.length),
    headers: {
      ...(person !== undefined && personHeaders(person)),
      ...list.headers,
      'content-type': contentType,
    },
    payload: body,
  });
  return { status: response.statusCode, body: response.json() };
}

/** The two lines of one entry of an M3U list: `#EXTINF` with the title, and the address. */
export const listEntry = (title: string, address: string, attributes = ''): string =>
  `#EXTINF:-1 ${attributes},${title}\n${address}\n`;
