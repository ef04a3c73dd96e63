/**
 * Reads the host from a stream's URL; gives `undefined` for a file of this server (`internal:…`). The host is safe to
 * show in logs and messages even if the rest of the URL holds credentials.
 */
export function addressHost(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(address)?.[1];
}
