type Handler = (headers: Headers, token: string | undefined) => void;

/** The function that reads the headers of each answer of the server; the root component sets it once. */
let handle: Handler | undefined;

/**
 * Sets the function that reads the headers of each answer, and gets the session token with which the call was made.
 *
 * @returns a function that removes it again
 */
export function onAnswerHeaders(handler: Handler): () => void {
  handle = handler;
  return () => {
    if (handle === handler) handle = undefined;
  };
}

export const announceAnswerHeaders: Handler = (headers, token) => handle?.(headers, token);
