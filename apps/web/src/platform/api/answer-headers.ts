type Handler = (headers: Headers, token: string | undefined) => void;

/** The function that reads the headers of each answer of the server; the root component sets it once. */
let handle: Handler | undefined;
/** The newest answer that came before that function was set: data is requested before the page is rendered. */
let missed: Parameters<Handler> | undefined;

/**
 * Sets the function that reads the headers of each answer, and gets the session token with which the call was made.
 *
 * @returns a function that removes it again
 */
export function onAnswerHeaders(handler: Handler): () => void {
  handle = handler;
  if (missed) handler(...missed);
  missed = undefined;
  return () => {
    if (handle === handler) handle = undefined;
  };
}

export const announceAnswerHeaders: Handler = (...answer) => {
  if (handle) handle(...answer);
  else missed = answer;
};
