import type { RouteKey } from '@butaca/contract';

/**
 * A call for the home page that the script early.ts made before the application's code was loaded, with its future
 * answer.
 */
export interface EarlyAnswer {
  route: RouteKey;
  /** The token of the session with which early.ts made the call. */
  token: string;
  /**
   * A promise that resolves with a successful response; if it rejects, the application must repeat the call that
   * early.ts made.
   */
  response: Promise<Response>;
  /** A promise that settles once the image on top of the home page is loaded, or is known not to load. */
  image: Promise<void>;
  cancel: () => void;
}

declare global {
  interface Window {
    butacaEarly?: EarlyAnswer | undefined;
  }
}

/**
 * Takes the answer to the call that early.ts made before the application's code was loaded; the answer can be taken
 * once. The promise resolves with `undefined` if the early call failed and must be repeated.
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

/**
 * Cancels and discards the call that early.ts made before the application's code was loaded, because its answer would
 * be out of date.
 */
export function dropEarlyAnswer(): void {
  window.butacaEarly?.cancel();
  window.butacaEarly = undefined;
}
