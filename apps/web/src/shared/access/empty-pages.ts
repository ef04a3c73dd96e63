import { sessionStore } from '../../platform/session/session-store.ts';

/** Whether there is nothing on a page of the catalogue, as the newest answer of the server says. */
export function isEmptyPage(path: string): boolean {
  const session = sessionStore.read();
  return session.status === 'authenticated' && session.user.emptyPages?.split(' ').includes(path) === true;
}
