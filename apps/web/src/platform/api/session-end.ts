/** The handler that runs when the server ends the session; the application sets it once. */
let handle: (() => void) | undefined;

/** Sets the handler that runs when the server ends the session. @returns a function that removes the handler */
export function onSessionEnd(handler: () => void): () => void {
  handle = handler;
  return () => {
    if (handle === handler) handle = undefined;
  };
}

export function announceSessionEnd(): void {
  handle?.();
}
