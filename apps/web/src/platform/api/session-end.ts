/** What happens when the server says that the session is over; the application decides, once. */
let handle: () => void = () => undefined;

export function onSessionEnd(handler: () => void): void {
  handle = handler;
}

export function announceSessionEnd(): void {
  handle();
}
