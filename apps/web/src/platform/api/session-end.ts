/** What happens when the server says that the session is over; the application decides, once. */
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
