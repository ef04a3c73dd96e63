/** A part of a path that names a file of a list or guide, or the script that makes one. */
const fileName = /^[\w.-]{1,60}\.(?:m3u8?|txt|xml|php|gz|xz|zip)$/i;

/**
 * Returns what may be shown of the address of a list or guide. User names, passwords and tokens are in the query, before the host, or
 * in any part of the path, so only the host and a file name at the end are kept.
 */
export function shownAddress(address: string): string {
  const { protocol, host, pathname, search } = new URL(address);
  const parts = pathname.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const isNamed = fileName.test(last);
  const hidden = parts.length - (isNamed ? 1 : 0) > 0 ? '/…' : '';
  return `${protocol}//${host}${hidden}${isNamed ? `/${last}` : ''}${search === '' ? '' : '?…'}`;
}
