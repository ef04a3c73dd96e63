import type { ListCookies } from '../../../../shared/stream/list-cookies.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { readSourceAddress } from './stream-address.ts';

/** Makes a source of the catalogue fit for requests: its address as URLs are compared, and headers that cannot break out. */
export const readSource = (source: StreamSource) => ({
  streamKind: source.streamKind,
  address: readSourceAddress(source.address),
  userAgent: readHeaderValue(source.userAgent),
  referrer: readHeaderValue(source.referrer),
  origin: readHeaderValue(source.origin ?? null),
  cookies: readCookies(source.cookies ?? null),
  listedAddress: source.listedAddress ?? null,
});

/**
 * Keeps the printable ASCII characters of a header value from the catalogue: a line break would end the header or
 * inject another one.
 */
function readHeaderValue(value: string | null): string | null {
  const printable = value?.replace(/[^\u0020-\u007e]/g, '').trim();
  return printable === undefined || printable === '' ? null : printable;
}

function readCookies(cookies: ListCookies | null): ListCookies | null {
  const text = readHeaderValue(cookies?.text ?? null);
  return cookies === null || text === null ? null : { ...cookies, text };
}
