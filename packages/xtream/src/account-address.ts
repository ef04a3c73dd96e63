/**
 * Reads what a person types or pastes as the address of an account: the host alone, or an address that an app gave them,
 * with the account's name and password in its query or path.
 */

/** The server of an account, and the account as far as the text names it. */
export interface AccountAddress {
  /** The server's address without query and with a slash at its end; a path below the root is kept. */
  base: string;
  username: string | undefined;
  password: string | undefined;
}

const addressMaxLength = 2_048;

/** The programs of a server, at the end of whose address a person's text may be cut off. */
const programs = /(?:get|player_api|panel_api|xmltv)\.php$/i;

/** @returns `undefined` for a text that is no address of http or https */
export function readAccountAddress(text: string): AccountAddress | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > addressMaxLength || /[\s\p{Cc}\\]/u.test(trimmed)) return undefined;
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  const path = url.pathname.replace(programs, '');
  const query = url.searchParams;
  return {
    base: `${url.origin}${path.endsWith('/') ? path : `${path}/`}`,
    username: query.get('username') || undefined,
    password: query.get('password') || undefined,
  };
}

/** A call of the server's programs, with its account. */
export function callAddress(
  { base, username, password }: Required<AccountAddress>,
  action?: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const url = new URL('player_api.php', base);
  const query = { username: username ?? '', password: password ?? '', ...(action && { action }), ...more };
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/** How the address of a stream begins, by what is played. */
const folders = { live: 'live', movie: 'movie', series: 'series' } as const;

/** The address of an account's list in M3U, which a server may have without answering calls. */
export function listAddress({ base, username, password }: Required<AccountAddress>): string {
  const url = new URL('get.php', base);
  const account = { username: username ?? '', password: password ?? '' };
  url.search = new URLSearchParams({ ...account, type: 'm3u_plus', output: 'ts' }).toString();
  return url.href;
}

/** The address of an account's programme guide, in XMLTV. */
export function guideAddress({ base, username, password }: Required<AccountAddress>): string {
  const url = new URL('xmltv.php', base);
  url.search = new URLSearchParams({ username: username ?? '', password: password ?? '' }).toString();
  return url.href;
}

/** Whether a person's text is the whole address of an account's list: that of `get.php` with user name and password. */
export function isListAddress(text: string): boolean {
  const account = readAccountAddress(text);
  if (account?.username === undefined || account.password === undefined) return false;
  return URL.canParse(text.trim()) && /\/get\.php$/i.test(new URL(text.trim()).pathname);
}

/**
 * The address of a stream.
 *
 * @param id - the provider's number of a channel, film or chapter
 * @param extension - of the file, or `ts` or `m3u8` for a channel
 */
export function streamAddress(
  { base, username, password }: Required<AccountAddress>,
  kind: keyof typeof folders,
  id: string,
  extension: string,
): string {
  const parts = [folders[kind], username ?? '', password ?? '', `${id}.${extension}`];
  return new URL(parts.map(encodeURIComponent).join('/'), base).href;
}

/**
 * The address of a past programme of a channel.
 *
 * @param archived.begin - its beginning in the time of the server's zone, `YYYY-MM-DD:HH-MM`
 */
export function archiveAddress(
  { base, username, password }: Required<AccountAddress>,
  archived: { minutes: string; begin: string; id: string; extension: string },
): string {
  const { minutes, begin, id, extension } = archived;
  const account = [username ?? '', password ?? ''].map(encodeURIComponent);
  return new URL(['timeshift', ...account, minutes, begin, `${id}.${extension}`].join('/'), base).href;
}
