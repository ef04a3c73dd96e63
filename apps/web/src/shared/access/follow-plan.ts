import { isPlanKey, planHeader } from '@butaca/contract';
import { onAnswerHeaders } from '../../platform/api/answer-headers.ts';
import { queryClient } from '../../platform/query-client.ts';
import { storeSession } from '../../platform/session/session-storage.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { reloadLocks } from './plans.queries.ts';

/**
 * Keeps the plan in the session, and the locks on this page, equal to the plan that the server knows: an administrator
 * may change it while the person is signed in.
 *
 * @returns a function that stops this
 */
export function followPlan(): () => void {
  const stops = [onAnswerHeaders(takePlan), sessionStore.subscribe(reloadOnNewPlan())];
  return () => stops.forEach((stop) => stop());
}

/**
 * Takes over the plan that an answer of the server names.
 *
 * @param token - the session token with which the call was made: a late answer to an earlier session says nothing about
 *   the present one
 */
function takePlan(headers: Headers, token: string | undefined): void {
  const plan = headers.get(planHeader);
  const session = sessionStore.read();
  if (session.status !== 'authenticated' || session.token !== token) return;
  if (plan === null || plan === session.user.plan || !isPlanKey(plan)) return;
  const next = { token: session.token, user: { ...session.user, plan } };
  storeSession(next);
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
