/**
 * The cookies that a list gives for a stream, with the only place to which they may be sent. They are kept together,
 * because a stream's address changes on the way to its segments and its cookies must not follow it to another host.
 */
export interface ListCookies {
  /** `name=value; name=value` */
  readonly text: string;
  /** `https:host` or `http:host`: cookies of an HTTPS address are not sent unencrypted. */
  readonly site: string;
}

/**
 * Binds the cookies that a list gives for a stream to the host of the stream's address. @returns `null` when there are
 * no cookies, or no host that could get them
 */
export function bindCookies(text: string | null, address: string): ListCookies | null {
  const site = siteOf(address);
  return text === null || text === '' || site === undefined ? null : { text, site };
}

export function mayGetCookies({ site }: ListCookies, address: string): boolean {
  const to = siteOf(address);
  return to !== undefined && (to === site || to === site.replace(/^http:/, 'https:'));
}

function siteOf(address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  return `${protocol}${hostname}`;
}
