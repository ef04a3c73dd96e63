/** The handler for the end of a session, set once by the application. */
let handle: (() => void) | undefined;

/** @returns stops the handler */
export function onSessionEnd(handler: () => void): () => void {
  handle = handler;
  return () => {
    if (handle === handler) handle = undefined;
  };
}

export function announceSessionEnd(): void {
  handle?.();
}
