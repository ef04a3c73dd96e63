/** The host of an address, which may be told where the rest holds credentials; `undefined` for media of this server. */
export function addressHost(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(address)?.[1];
}
