import { SourceError, type FetchSource } from '../src/index.ts';

/** Requests a source without the server's address filter and pace. */
export const plainFetch: FetchSource = async ({ address, ifNoneMatch }) => {
  const response = await fetch(address, {
    headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
  });
  if (response.status === 304) return 'unchanged';
  if (response.status === 404) return 'absent';
  if (response.status === 401) throw new SourceError('refused');
  if (response.status === 429)
    throw new SourceError('busy', Number(response.headers.get('retry-after') ?? '0'));
  if (!response.ok) throw new SourceError('down');
  return { body: await response.text(), etag: response.headers.get('etag') };
};
