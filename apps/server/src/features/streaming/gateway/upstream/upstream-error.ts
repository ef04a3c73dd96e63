import { deadlineErrorCode } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import { AddressRefusedError } from './address-filter.ts';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import { BodyTooLongError } from './upstream-exchange.ts';

const timeouts: ReadonlySet<string> = new Set([
  deadlineErrorCode,
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** Maps any failure of a request to an upstream (a provider's server) to an error of the API. */
export function readUpstreamError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Error messages of sockets and resolvers contain host names, so only the error code is logged.
  const cause = new Error(`upstream failed: ${code === '' && error instanceof Error ? error.name : code}`);
  if (
    error instanceof AddressRefusedError ||
    error instanceof PlaylistRefusedError ||
    error instanceof BodyTooLongError
  ) {
    return new AppError('upstream.refused', { cause });
  }
  return new AppError(timeouts.has(code) ? 'upstream.timeout' : 'upstream.unreachable', { cause });
}

/**
 * Maps a failure status of an upstream to an error of the API: 401, 402, 403 and 451 mean that the provider refused,
 * all others that it is unavailable now.
 */
export function readUpstreamStatus(status: number): AppError {
  const isRefusal = status === 401 || status === 402 || status === 403 || status === 451;
  return new AppError(isRefusal ? 'upstream.refused' : 'upstream.unreachable', {
    cause: new Error(`upstream answered ${status}`),
  });
}
