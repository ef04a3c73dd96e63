import type { RouteKey } from '@butaca/contract';

/** The answer to a call that the early script made before the page's code was loaded. */
export interface EarlyAnswer {
  route: RouteKey;
  /** The token of the session that made the call. */
  token: string;
  /** Resolves with a successful response; if it rejects, the call must be repeated. */
  response: Promise<Response>;
  /** Settles once the home page's billboard image is loaded, or is known not to load. */
  picture: Promise<void>;
  cancel: () => void;
}

declare global {
  interface Window {
    butacaEarly?: EarlyAnswer | undefined;
  }
}

/**
 * Takes the answer to an early call; it can be taken once. The promise resolves with `undefined` if the early call
 * failed and must be repeated.
 *
 * @param signal - aborting it cancels the early call
 * @returns `undefined` if no early call to this route was made with this session's token
 */
export function takeEarlyAnswer(
  route: RouteKey,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const early = window.butacaEarly;
  if (early?.route !== route) return undefined;
  window.butacaEarly = undefined;
  if (early.token !== token) {
    early.cancel();
    return undefined;
  }
  signal.addEventListener('abort', early.cancel);
  return early.response.catch(() => undefined);
}

/** Cancels and discards the early call, because its answer would be out of date. */
export function dropEarlyAnswer(): void {
  window.butacaEarly?.cancel();
  window.butacaEarly = undefined;
}
