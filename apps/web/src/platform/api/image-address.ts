/**
 * The address from which a picture is loaded. On an https page, an http address of this server becomes https; other addresses
 * stay as they are.
 *
 * @see the specification, section 7 (response handling)
 */
export function imageAddress(address: string, page: { protocol: string; host: string } = location): string {
  const insecure = `http://${page.host}/`;
  return page.protocol === 'https:' && address.startsWith(insecure)
    ? `https://${address.slice('http://'.length)}`
    : address;
}
