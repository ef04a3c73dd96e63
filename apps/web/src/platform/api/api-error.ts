/**
 * Why a call to the server failed. `serverMessage` is the server's sentence for the person; absent if the answer
 * contained none.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status of the failed call's answer; 0 if no answer arrived. */
  declare readonly status: number;
  declare readonly code: string;
  declare readonly serverMessage: string | undefined;
  declare readonly body: unknown;

  constructor(failure: { status: number; code: string; serverMessage?: string | undefined; body?: unknown }) {
    super(failure.serverMessage ?? failure.code);
    Object.assign(this, failure);
  }
}

/** The sentence that the specification prescribes for a call that timed out. */
export const timeoutSentence =
  'La operación tardó demasiado tiempo. Por favor, intenta de nuevo o contacta al soporte si el problema persiste.';

/** The sentence that the person sees for a failed call: the server's message, or else the caller's default sentence. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? (error.serverMessage ?? fallback) : fallback;
}

/**
 * The server's message about a failed call, which screens show below their own sentence; `undefined` if the server gave
 * none.
 *
 * @param unexplained - the message for an answer that has none
 */
export function reasonOf(error: unknown, unexplained?: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.serverMessage ?? (error.status === 0 ? undefined : unexplained);
}

/** Whether a call failed because the server could not be reached, and not because it refused. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** Whether the server has refused a call before it did anything, so that every call may be repeated. */
export const isBusy = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'server.busy';

/** The text with which the HTTP framework of the server refuses every request while the server stops. */
const stopping = 'Service Unavailable';

/**
 * Whether a call failed because our server, or the way to it, is away, as while it is started anew: the same call succeeds
 * once it is back. An answer without a code is one of a proxy before our server.
 */
export const isServerAway = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'call.unreachable' ||
    error.code === 'server.unavailable' ||
    (error.code === '' && error.status >= 502 && error.status <= 504));

/**
 * Turns the answer to a failed call into an `ApiError`: its message is the text in the `error` field, or else in
 * `message`; `code` is empty if the body is not from our server.
 */
export function readErrorAnswer(status: number, body: unknown): ApiError {
  const read = (key: string): string | undefined => {
    const value =
      typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined;
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const message = read('error') ?? read('message');
  const isStopping = message === stopping;
  const code = read('code') ?? (isStopping ? 'server.busy' : '');
  const details = code === 'input.invalid' ? firstDetail(body) : undefined;
  const serverMessage = details ?? (isStopping ? undefined : message);
  return new ApiError({ status, code, serverMessage, body });
}

/**
 * The message about the first invalid field of a form that the server refused, which is more precise than the answer's
 * general message.
 */
function firstDetail(body: unknown): string | undefined {
  const details = (body as { details?: { message?: unknown }[] }).details;
  const message = Array.isArray(details) ? details[0]?.message : undefined;
  return typeof message === 'string' ? message : undefined;
}
