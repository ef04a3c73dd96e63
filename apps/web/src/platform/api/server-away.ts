import { ApiError } from './api-error.ts';

/** The codes of calls that succeed once the server has been started anew, or has less to do. */
const passing: readonly string[] = ['call.unreachable', 'server.unavailable', 'server.busy'];

/**
 * Whether a call failed because our server, or the way to it, is away, as while it is started anew: the same call succeeds
 * once it is back. An answer without a code is one of a proxy before our server.
 */
export const isServerAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (passing.includes(error.code) || (error.code === '' && error.status >= 502 && error.status <= 504));
