import { emptyPagesHeader, isPlanKey, planHeader } from '@butaca/contract';
import { onAnswerHeaders } from '../../platform/api/answer-headers.ts';
import { queryClient } from '../../platform/query-client.ts';
import { restoreSession, storeSession } from '../../platform/session/session-storage.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { reloadLocks } from './plans.queries.ts';

/**
 * Keeps the plan in the session, the locks on this page, and the pages that the menus link, equal to what the server
 * knows: an administrator may change the plan and the catalogue while the person is signed in.
 *
 * @returns a function that stops this
 */
export function followPlan(): () => void {
  const stops = [onAnswerHeaders(takePlan), sessionStore.subscribe(reloadOnNewPlan())];
  return () => stops.forEach((stop) => stop());
}

/**
 * Takes over the plan and the empty pages of the catalogue that an answer of the server names.
 *
 * @param token - the session token with which the call was made: a late answer to an earlier session says nothing about
 *   the present one
 */
function takePlan(headers: Headers, token: string | undefined): void {
  const plan = headers.get(planHeader) ?? '';
  const session = sessionStore.read();
  if (session.status !== 'authenticated' || session.token !== token || !isPlanKey(plan)) return;
  const emptyPages = headers.get(emptyPagesHeader) ?? session.user.emptyPages;
  if (plan === session.user.plan && emptyPages === session.user.emptyPages) return;
  const next = { token: session.token, user: { ...session.user, plan, emptyPages } };
  // Another tab may have removed the session from the storage, and then it is not stored again.
  if (restoreSession()?.token === token) storeSession(next);
  sessionStore.start(next);
}

/** Creates a listener that has the lists with their locks loaded again when the plan of a running session changes. */
function reloadOnNewPlan(): () => void {
  let before = sessionStore.read();
  return () => {
    const [last, next] = [before, sessionStore.read()];
    before = next;
    if (last.status !== 'authenticated' || next.status !== 'authenticated') return;
    if (last.token === next.token && last.user.plan !== next.user.plan) void reloadLocks(queryClient);
  };
}
