/**
 * Reads what an administrator pastes to name a list: the address that a provider has given, or a provider's message with
 * server, user and password. Such an account is written as the address of the server's `player_api.php`, where an Xtream
 * server says what the account has.
 */

import { accountPrograms, readPastedAccount, toWebUrl, withScheme } from '../providers/pasted-account.ts';

/** The longest text that is read; messages of providers are much shorter. */
const textMaxLength = 10_000;

const labelled = (labels: string): RegExp =>
  new RegExp(`(?:^|[^\\p{L}])(?:${labels})\\s{0,5}[:=]\\s{0,5}(\\S{1,500})`, 'iu');
const userLabel = labelled('usuario|username|user');
const passwordLabel = labelled('contraseña|contrasena|clave|password|pass');
const serverLabel = labelled('servidor|server|host|portal|dns|url|dirección|direccion');

const wholeAddress = /https?:\/\/[^\s<>"']+/i;
const bareHost =
  /^(?:[\p{L}\d](?:[\p{L}\d-]{0,62})\.){1,10}[\p{L}\d-]{1,63}(?::\d{1,5})?(?:\/\S*)?$|^localhost(?::\d{1,5})?(?:\/\S*)?$/iu;
/** A provider's account as it was pasted. */
interface Account {
  server: URL;
  username: string;
  password: string;
}

/**
 * Reads the address of a list out of a pasted text.
 *
 * @returns `undefined` where the text names no address
 */
export function readListAddress(text: string): string | undefined {
  const given = text.slice(0, textMaxLength).trim();
  const account = readAccount(given);
  return account === undefined ? findAddress(given) : accountAddressOf(account);
}

/**
 * Whether an address names an Xtream account. That of its list (`get.php`) does too: where the server turns out to answer
 * no calls of accounts, the server of the product reads the list by itself.
 */
export const isAccountAddress = (address: string): boolean => readPastedAccount(address) !== undefined;

/** Whether a text is the content of a list, and not its address. */
export const isListContent = (text: string): boolean => /^\s*#EXTM3U/i.test(text);

function readAccount(text: string): Account | undefined {
  const address = toWebUrl(findAddress(text) ?? '');
  const username = userLabel.exec(text)?.[1];
  const password = passwordLabel.exec(text)?.[1];
  const server = address ?? toWebUrl(serverLabel.exec(text)?.[1] ?? '');
  if (username === undefined || password === undefined || server === undefined) return undefined;
  // An address with the account in its query is complete: it needs no other words of the message.
  return server.searchParams.has('username') ? undefined : { server, username, password };
}

function accountAddressOf({ server, username, password }: Account): string {
  const path = server.pathname.replace(accountPrograms, '');
  const address = new URL(`${path.replace(/\/$/, '')}/player_api.php`, server.origin);
  address.searchParams.set('username', username);
  address.searchParams.set('password', password);
  return address.href;
}

/** An address in a message without the punctuation that follows it there. */
function withoutPunctuation(found: string | undefined): string | undefined {
  if (found === undefined) return undefined;
  let end = found.length;
  while (end > 0 && /[.,;)\]]/.test(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

/** The address in a text as the person wrote it, because servers may tell apart what the normal form makes equal. */
function findAddress(text: string): string | undefined {
  const found = withoutPunctuation(wholeAddress.exec(text)?.[0]) ?? (bareHost.test(text) ? text : '');
  return toWebUrl(found) && withScheme(found);
}
