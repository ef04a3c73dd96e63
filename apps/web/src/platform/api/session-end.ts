/** The function that runs when the server ends the session; the root component sets it once. */
let handle: (() => void) | undefined;

/** Sets the function that runs when the server ends the session. @returns a function that removes it again */
export function onSessionEnd(handler: () => void): () => void {
  handle = handler;
  return () => {
    if (handle === handler) handle = undefined;
  };
}

export function announceSessionEnd(): void {
  handle?.();
}
