/**
 * The addresses of streams as they are stored: without host, user name and password of the account, which may change and
 * are secret. They are addresses of a host below `.invalid`, which never exists (RFC 6761), so whoever requests one
 * without completing it reaches nobody.
 *
 * `http://<account>.xtream.invalid/live/-/-/12.ts`
 *
 * A past programme of a channel is at `http://<account>.xtream.invalid/timeshift/-/-/60/2026-11-30:20-00/12.ts`.
 *
 * They have the form of the account's own addresses, so everything that such an address says is said by them too: what
 * is played, in which format, and the provider's number of it.
 */
import { archiveAddress, callAddress, streamAddress, type AccountAddress } from './account-address.ts';

const suffix = '.xtream.invalid';
const accountForm = /^http:\/\/([a-z0-9-]{1,63})\.xtream\.invalid\//;

/** What is played. */
export type StoredKind = 'live' | 'movie' | 'series';

/**
 * @param accountId - of our own, in lower-case letters, numbers and hyphens
 * @param id - the provider's number of the channel, film or chapter
 */
export const storedAddress = (accountId: string, kind: StoredKind, id: string, extension: string): string =>
  `http://${accountId}${suffix}/${kind}/-/-/${encodeURIComponent(id)}.${extension}`;

/** The address of a call about a series, for those who complete it before they send it. */
export const storedSeriesCall = (accountId: string, seriesId: string): string =>
  `http://${accountId}${suffix}/player_api.php?action=get_series_info&series_id=${encodeURIComponent(seriesId)}`;

/** @returns the account to which a stored address belongs; `undefined` for an address of another form */
export const accountOfAddress = (address: string): string | undefined => accountForm.exec(address)?.[1];

/** Completes a stored address. @returns `undefined` for one of another form */
export function completeAddress(address: string, account: Required<AccountAddress>): string | undefined {
  const { pathname, searchParams } = new URL(address);
  const series = searchParams.get('series_id');
  if (pathname === '/player_api.php' && series !== null)
    return callAddress(account, 'get_series_info', { series_id: series });
  const [, minutes, begin = '', archived = '', form = ''] =
    /^\/timeshift\/-\/-\/(\d{1,5})\/(\d{4}-\d\d-\d\d:\d\d-\d\d)\/([\w-]{1,40})\.([a-z0-9]{1,5})$/.exec(
      pathname,
    ) ?? [];
  if (minutes !== undefined)
    return archiveAddress(account, { minutes, begin, id: archived, extension: form });
  const [, kind = '', id = '', extension = ''] =
    /^\/(live|movie|series)\/-\/-\/([\w-]{1,40})\.([a-z0-9]{1,5})$/.exec(pathname) ?? [];
  return kind === '' ? undefined : streamAddress(account, kind as StoredKind, id, extension);
}
