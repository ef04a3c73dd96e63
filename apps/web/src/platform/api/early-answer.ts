/** The calls that the script early.ts made before the application's code was loaded, with their future answers. */
export interface EarlyAnswers {
  /** The path of the opened screen, whose calls these are. */
  path: string;
  /** The token of the session with which early.ts made the calls. */
  token: string;
  /**
   * Promises of successful responses, by method and URL of the calls (`GET /api/home`). If one rejects, the application
   * must repeat the call.
   */
  answers: Map<string, Promise<Response>>;
  /** A promise that settles once the largest image of the screen is loaded, or is known not to load. */
  image: Promise<unknown> | undefined;
  cancel: () => void;
}

declare global {
  interface Window {
    butacaEarly?: EarlyAnswers | undefined;
  }
}

/**
 * Takes the answer to a call that early.ts made before the application's code was loaded; each answer can be taken
 * once. The promise resolves with `undefined` if the early call failed and must be repeated.
 *
 * @param call - method and URL of the call
 * @param signal - aborting it cancels the early calls
 * @returns `undefined` if no such early call was made with this session's token
 */
export function takeEarlyAnswer(
  call: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<Response | undefined> | undefined {
  const early = window.butacaEarly;
  const answer = early?.answers.get(call);
  if (early === undefined || answer === undefined) return undefined;
  if (early.token !== token) {
    dropEarlyAnswers();
    return undefined;
  }
  early.answers.delete(call);
  signal.addEventListener('abort', early.cancel);
  return answer.catch(() => undefined);
}

/**
 * Cancels and discards the calls that early.ts made before the application's code was loaded, because their answers
 * would be out of date.
 */
export function dropEarlyAnswers(): void {
  window.butacaEarly?.cancel();
  window.butacaEarly = undefined;
}
