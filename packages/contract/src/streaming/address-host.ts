/**
 * The host of a URL, safe to show even if other parts of the URL hold credentials; `undefined` for media of this
 * server.
 */
export function addressHost(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(address)?.[1];
}
