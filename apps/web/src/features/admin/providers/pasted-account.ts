/** The account that a pasted address of an Xtream server names. */
export interface PastedAccount {
  address: string;
  username: string;
  password: string;
}

const programs = /(?:get|player_api|panel_api|xmltv)\.php$/;

/**
 * Recognises an address of an Xtream server with user name and password (`…/get.php?username=…`), as providers send it.
 *
 * @returns `undefined` for any other text
 */
export function readPastedAccount(text: string): PastedAccount | undefined {
  const address = withScheme(text);
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, searchParams } = new URL(address);
  const [username, password] = [searchParams.get('username') ?? '', searchParams.get('password') ?? ''];
  if (!programs.test(pathname) || username === '' || password === '') return undefined;
  return { address: `${origin}${pathname.replace(programs, '')}`, username, password };
}

/** An address as it is sent: people leave out `http://`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}
