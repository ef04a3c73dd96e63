import { hasInvalidHost } from '@butaca/m3u';
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
 * what was typed beside it that of both. A stored password is never sent to another server, nor in clear where it was not
 * before: with a new origin the password has to be sent again, except where only https takes the place of http.
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
  if (sent.address !== undefined && hasInvalidHost(sent.address)) throw notAnAddress();
  if (kind === 'm3u') return { address: readAddress(sent.address) ?? known?.address ?? '', ...headers };
  const pasted = sent.address === undefined ? undefined : readAccountAddress(sent.address);
  if (sent.address !== undefined && (pasted === undefined || hasInvalidHost(pasted.base)))
    throw notAnAddress();
  const username = sent.username || pasted?.username || known?.account?.username;
  const given = sent.password || pasted?.password;
  if (
    given === undefined &&
    pasted !== undefined &&
    known !== undefined &&
    losesTls(known.address, pasted.base)
  )
    throw missing(
      'password',
      'La dirección nueva no va cifrada (http en lugar de https): escribe también la contraseña de la cuenta, o deja https.',
    );
  if (
    given === undefined &&
    pasted !== undefined &&
    known !== undefined &&
    !isSameServer(known.address, pasted.base)
  )
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

/** @throws AppError `input.invalid` for an address that has the form of one, but a port or host that no server can have */
function readAddress(address: string | undefined): string | undefined {
  if (address !== undefined && !URL.canParse(address)) throw notAnAddress();
  return address;
}

/** Whether a new address is of the same origin, or differs only in that it has TLS now. */
function isSameServer(before: string, after: string): boolean {
  const [one, other] = [new URL(before), new URL(after)];
  const isUpgrade = one.protocol === 'http:' && other.protocol === 'https:' && other.host === one.host;
  return one.origin === other.origin || isUpgrade;
}

/** Whether a new address is of the same host without the TLS of the one before. */
function losesTls(before: string, after: string): boolean {
  const [one, other] = [new URL(before), new URL(after)];
  return one.protocol === 'https:' && other.protocol === 'http:' && one.hostname === other.hostname;
}

const missing = (path: string, message: string) =>
  new AppError('input.invalid', { details: [{ path, message }] });

const notAnAddress = () =>
  missing('address', 'Debe ser una dirección completa que empiece por http:// o https://.');
