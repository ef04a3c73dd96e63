import { isListAddress, readAccountAddress } from '@butaca/xtream';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ProviderAccess } from '../../../shared/provider/seal-access.ts';

/** What an administrator sends of how a provider is requested; an empty user name or password means «as it is». */
interface SentAccess {
  address?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  userAgent?: string | undefined;
  referrer?: string | undefined;
}

type Kind = 'm3u' | 'xtream';

/** @returns whether anything was sent of how a provider is requested */
export const changesAccess = ({ address, username, password, userAgent, referrer }: SentAccess): boolean =>
  [address, userAgent, referrer].some((sent) => sent !== undefined) || Boolean(username) || Boolean(password);

/** Reads how a new provider is requested. @throws AppError `input.invalid` where something is missing */
export const readNewAccess = (kind: Kind, sent: SentAccess & { address: string }): ProviderAccess =>
  changeAccess(kind, undefined, sent);

/**
 * Changes how a provider is requested. What a pasted address of an account says takes the place of what is stored, and
 * what was typed beside it that of both. A stored password is never sent to another host: with a new host the password has
 * to be sent again.
 *
 * @param known - `undefined` for a new provider, and for one whose stored access cannot be read
 * @throws AppError `input.invalid` where something is missing, `provider.unreadable` where it cannot be read
 */
export function changeAccess(
  kind: Kind,
  known: ProviderAccess | undefined,
  sent: SentAccess,
): ProviderAccess {
  const header = (text: string | undefined, before: string | null | undefined) =>
    (text === undefined ? before : text) || null;
  const headers = {
    userAgent: header(sent.userAgent, known?.userAgent),
    referrer: header(sent.referrer, known?.referrer),
  };
  if (sent.address === undefined && known === undefined) throw new AppError('provider.unreadable');
  if (kind === 'm3u') return { address: readAddress(sent.address) ?? known?.address ?? '', ...headers };
  const pasted = sent.address === undefined ? undefined : readAccountAddress(sent.address);
  if (sent.address !== undefined && pasted === undefined) throw notAnAddress();
  const username = sent.username || pasted?.username || known?.account?.username;
  const given = sent.password || pasted?.password;
  const isOtherHost = pasted !== undefined && known !== undefined && !isSameHost(pasted.base, known.address);
  if (given === undefined && isOtherHost)
    throw missing(
      'password',
      'El servidor es otro: escribe también la contraseña de la cuenta. La guardada no se envía a un servidor nuevo.',
    );
  const password = given ?? known?.account?.password;
  if (username === undefined) throw missing('username', 'Escribe el usuario de la cuenta.');
  if (password === undefined) throw missing('password', 'Escribe la contraseña de la cuenta.');
  const isAccountKept = sent.address === undefined && !sent.username && !sent.password;
  const isListPasted = !sent.username && !sent.password && isListAddress(sent.address ?? '');
  const listAddress = isListPasted ? sent.address?.trim() : isAccountKept ? known?.listAddress : undefined;
  return {
    address: pasted?.base ?? known?.address ?? '',
    account: { username, password },
    ...(listAddress !== undefined && { listAddress }),
    ...headers,
  };
}

/** @throws AppError `input.invalid` for an address that has the form of one, but a port or host that no address can have */
function readAddress(address: string | undefined): string | undefined {
  if (address !== undefined && !URL.canParse(address)) throw notAnAddress();
  return address;
}

const isSameHost = (one: string, other: string): boolean => new URL(one).host === new URL(other).host;

const missing = (path: string, message: string) =>
  new AppError('input.invalid', { details: [{ path, message }] });

const notAnAddress = () =>
  missing('address', 'Debe ser una dirección completa que empiece por http:// o https://.');
