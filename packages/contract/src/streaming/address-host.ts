/**
 * The host of a stream's URL. It is safe to show in logs and messages even if the rest of the URL holds credentials;
 * `undefined` for a file of this server (`internal:…`).
 */
export function addressHost(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]+)/i.exec(address)?.[1];
}
