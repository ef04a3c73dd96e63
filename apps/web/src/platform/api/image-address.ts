/**
 * The URL from which an image is loaded. On an https page, an http URL of our server becomes https; other URLs stay as
 * they are.
 *
 * @see docs/requisitos.md, R7.23
 */
export function imageAddress(address: string, page: { protocol: string; host: string } = location): string {
  const insecure = `http://${page.host}/`;
  return page.protocol === 'https:' && address.startsWith(insecure)
    ? `https://${address.slice('http://'.length)}`
    : address;
}
