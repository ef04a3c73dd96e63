import type { RouteKey } from '@butaca/contract';

/** An answer that was requested before the page's code was loaded. */
export interface EarlyAnswer {
  route: RouteKey;
  /** The token of the session that made the call. */
  token: string;
  /** Resolves with a successful response; after a rejection the call has to be repeated. */
  response: Promise<Response>;
  /** Settles once its picture is seen, or known not to come. */
  picture: Promise<void>;
  cancel: () => void;
}

declare global {
  interface Window {
    butacaEarly?: EarlyAnswer | undefined;
  }
}

/**
 * Takes the early answer to a call, once; it resolves with `undefined` if the early call failed and has to be repeated.
 *
 * @param signal - ends it, as it would end the call
 * @returns `undefined` where nothing was asked early
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

/** Discards the early answer, because it would be out of date. */
export function dropEarlyAnswer(): void {
  window.butacaEarly?.cancel();
  window.butacaEarly = undefined;
}
