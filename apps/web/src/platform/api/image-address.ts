/**
 * The address from which a picture is shown. On a secure page, an insecure address of this very backend is asked for
 * securely; every other address is left as it is.
 *
 * @see the specification, section 7 (response handling)
 */
export function imageAddress(address: string, page: { protocol: string; host: string } = location): string {
  const insecure = `http://${page.host}/`;
  return page.protocol === 'https:' && address.startsWith(insecure)
    ? `https://${address.slice('http://'.length)}`
    : address;
}
