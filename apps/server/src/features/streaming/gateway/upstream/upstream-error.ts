import type { ErrorCode } from '@butaca/contract';
import { deadlineErrorCode, systemClock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { AddressRefusedError } from './address-filter.ts';
import { PlaylistProtectedError, PlaylistRefusedError } from '../playlists/playlist.ts';
import { ProviderFullError } from './provider-slots.ts';
import { AnswerUnreadableError, BodyTooLongError, type UpstreamAnswer } from './upstream-exchange.ts';

/** The error of the API for each error code of sockets, resolvers and TLS that has a cause of its own. */
const codeByFailure: Readonly<Record<string, ErrorCode>> = {
  [deadlineErrorCode]: 'upstream.timeout',
  UND_ERR_CONNECT_TIMEOUT: 'upstream.timeout',
  UND_ERR_HEADERS_TIMEOUT: 'upstream.timeout',
  UND_ERR_BODY_TIMEOUT: 'upstream.timeout',
  ETIMEDOUT: 'upstream.timeout',
  ENOTFOUND: 'upstream.unknown_host',
  EAI_AGAIN: 'upstream.unknown_host',
  CERTIFICATE_REFUSED: 'upstream.certificate',
  CERT_CHAIN_TOO_LONG: 'upstream.certificate',
  CERT_HAS_EXPIRED: 'upstream.certificate',
  CERT_NOT_YET_VALID: 'upstream.certificate',
  CERT_REJECTED: 'upstream.certificate',
  CERT_REVOKED: 'upstream.certificate',
  CERT_SIGNATURE_FAILURE: 'upstream.certificate',
  CERT_UNTRUSTED: 'upstream.certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'upstream.certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'upstream.certificate',
  HOSTNAME_MISMATCH: 'upstream.certificate',
  INVALID_CA: 'upstream.certificate',
  INVALID_PURPOSE: 'upstream.certificate',
  PATH_LENGTH_EXCEEDED: 'upstream.certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'upstream.certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'upstream.certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'upstream.certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'upstream.certificate',
};

/**
 * The error of the API for each HTTP status of an upstream that names a cause. A 403 may also mean that the user agent,
 * the referer or the number of connections is wrong; the status does not tell which. 458 and 509 are not standard:
 * providers send them when an account has too many connections or has used up its traffic.
 */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'upstream.unauthorized',
  402: 'upstream.unauthorized',
  403: 'upstream.forbidden',
  404: 'upstream.gone',
  410: 'upstream.gone',
  429: 'upstream.busy',
  451: 'upstream.blocked',
  458: 'upstream.connections',
  503: 'upstream.busy',
  509: 'upstream.connections',
};

const longestWaitSeconds = 86_400;

/** Maps any failure of a request to an upstream (a provider's server) to an error of the API. */
export function readUpstreamError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Error messages of sockets and resolvers contain host names, so only the error code is logged.
  const cause = Object.assign(
    new Error(`upstream failed: ${code === '' && error instanceof Error ? error.name : code}`),
    { code },
  );
  if (error instanceof ProviderFullError) return new AppError('upstream.full', { cause });
  if (error instanceof AnswerUnreadableError) return new AppError('upstream.protocol', { cause });
  if (error instanceof PlaylistProtectedError) return new AppError('upstream.protected', { cause });
  if (
    error instanceof AddressRefusedError ||
    error instanceof PlaylistRefusedError ||
    error instanceof BodyTooLongError
  ) {
    return new AppError('upstream.refused', { cause });
  }
  return new AppError(codeByFailure[code] ?? 'upstream.unreachable', { cause });
}

/**
 * Maps a failure status of an upstream to an error of the API; a status that names no cause means that the upstream is
 * unavailable now. When a busy upstream says how long to wait (`retry-after`), the player is told so.
 */
export function readUpstreamStatus({
  status,
  headers,
}: Pick<UpstreamAnswer, 'status' | 'headers'>): AppError {
  const code = codeByStatus[status] ?? 'upstream.unreachable';
  const cause = new Error(`upstream answered ${status}`);
  const retryAfterSeconds = code === 'upstream.busy' ? readRetryAfter(headers) : undefined;
  return new AppError(code, { cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

/**
 * Reads how many seconds an upstream asks to wait, from 1 second to a day: a number of seconds, or a date, which is
 * compared with the upstream's own clock if it sends its time. @returns `undefined` for a header that is absent or
 * unreadable
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function readRetryAfter(headers: UpstreamAnswer['headers']): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  const sentAtMs = Date.parse(headers.date ?? '');
  const seconds = /^\d+$/.test(value)
    ? Number(value)
    : /^[a-z]/i.test(value)
      ? Math.ceil(
          (Date.parse(value) - (Number.isNaN(sentAtMs) ? systemClock.now().getTime() : sentAtMs)) / 1_000,
        )
      : Number.NaN;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), longestWaitSeconds);
}
