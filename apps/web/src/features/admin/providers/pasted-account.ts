/** The account that a pasted address of an Xtream server names. */
export interface PastedAccount {
  address: string;
  username: string;
  password: string;
}

/** The programs of an Xtream server, at the end of an address that names an account in its query. */
export const accountPrograms = /(?:get|player_api|panel_api|xmltv)\.php$/i;

/**
 * Recognises an address of an Xtream server with user name and password (`…/get.php?username=…`), as providers send it.
 *
 * @returns `undefined` for any other text
 */
export function readPastedAccount(text: string): PastedAccount | undefined {
  const url = toWebUrl(text);
  if (url === undefined) return undefined;
  const { origin, pathname, searchParams } = url;
  const [username, password] = [searchParams.get('username') ?? '', searchParams.get('password') ?? ''];
  if (!accountPrograms.test(pathname) || username === '' || password === '') return undefined;
  return { address: `${origin}${pathname.replace(accountPrograms, '')}`, username, password };
}

/** An address as it is sent: people leave out `http://`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}

/** Reads an address of http or https as people write it. @returns `undefined` for any other text */
export function toWebUrl(text: string): URL | undefined {
  const address = withScheme(text);
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}
