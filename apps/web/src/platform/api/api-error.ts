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

/** The sentence for a call that timed out. @see docs/requisitos.md, R8.2 */
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

/**
 * Whether a call failed because the server could not be reached, and not because it refused. A server that is too busy
 * refuses, and the call has been repeated then.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'server.busy' && (error.status === 0 || error.status >= 502);

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
  const code = read('code') ?? '';
  const details = code === 'input.invalid' ? firstDetail(body) : undefined;
  return new ApiError({ status, code, serverMessage: details ?? read('error') ?? read('message'), body });
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
