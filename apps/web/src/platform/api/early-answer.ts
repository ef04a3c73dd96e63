import type { RouteKey } from '@butaca/contract';

/** An answer that was asked for before the code of the page had come. */
export interface EarlyAnswer {
  route: RouteKey;
  /** The token of the session that made the call. */
  token: string;
  /** A good one; whatever else came of it is to be asked for again. */
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
 * The early answer to a call, for whoever makes it first; it is `undefined` where it failed, and is to be asked for again.
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

/** Forgets what was asked early: the answer to it is another one by now. */
export function dropEarlyAnswer(): void {
  window.butacaEarly?.cancel();
  window.butacaEarly = undefined;
}
