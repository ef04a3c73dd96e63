/** The host of an address, which may be told where the rest holds credentials; «interna» for media of this server. */
export function addressHost(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(address)?.[1] ?? 'interna';
}
