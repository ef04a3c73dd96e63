import { emptyPagesHeader, planHeader } from '@butaca/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { announceAnswerHeaders } from '../../platform/api/answer-headers.ts';
import { queryClient } from '../../platform/query-client.ts';
import { removeSession, restoreSession, storeSession } from '../../platform/session/session-storage.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import { followPlan } from './follow-plan.ts';
import { singleUseKey } from '../single-use.queries.ts';

const user = { username: 'ana', role: 'user', plan: 'gplay' } as const;
const answer = (plan: string | null, token = 'ficha') =>
  announceAnswerHeaders(new Headers(plan === null ? {} : { [planHeader]: plan }), token);
const plan = () => {
  const session = sessionStore.read();
  return session.status === 'authenticated' ? session.user.plan : undefined;
};

let stop: () => void;
beforeEach(() => {
  localStorage.clear();
  storeSession({ token: 'ficha', user });
  sessionStore.start({ token: 'ficha', user });
  stop = followPlan();
});
afterEach(() => {
  stop();
  sessionStore.end('absent');
  queryClient.clear();
});

it('the plan that an answer names becomes that of the session, also after a reload', () => {
  answer('premium');
  expect(plan()).toBe('premium');
  expect(restoreSession()).toEqual({ token: 'ficha', user: { ...user, plan: 'premium' } });
});

it('the empty pages that an answer names are kept, also by answers that name none', () => {
  const say = (headers: Record<string, string>) =>
    announceAnswerHeaders(new Headers({ [planHeader]: 'gplay', ...headers }), 'ficha');
  say({ [emptyPagesHeader]: '/kids /novelas' });
  expect(restoreSession()?.user.emptyPages).toBe('/kids /novelas');
  say({});
  expect(restoreSession()?.user.emptyPages).toBe('/kids /novelas');
  say({ [emptyPagesHeader]: 'none' });
  expect(restoreSession()?.user.emptyPages).toBe('none');
  removeSession();
  storeSession({ token: 'ficha', user });
  expect(restoreSession()?.user.emptyPages).toBeUndefined();
});

it('an answer that came before the page was rendered counts too', () => {
  stop();
  answer('premium');
  expect(plan()).toBe('gplay');
  stop = followPlan();
  expect(plan()).toBe('premium');
});

it.each([
  ['no plan', null, 'ficha'],
  ['an unknown plan', 'oro', 'ficha'],
  ['the plan of an earlier session', 'premium', 'ficha-anterior'],
])('an answer with %s changes nothing', (_what, named, token) => {
  answer(named, token);
  expect(plan()).toBe('gplay');
});

it('an answer that comes after the person has signed out changes nothing', () => {
  removeSession();
  sessionStore.end('left');
  answer('premium');
  expect(plan()).toBeUndefined();
  expect(restoreSession()).toBeUndefined();
});

it('an answer does not store a session again that another tab has removed', () => {
  removeSession();
  answer('premium');
  expect(restoreSession()).toBeUndefined();
});

it('a new plan has the lists loaded again, but not the answer of a stream that plays', () => {
  const [list, stream] = [['lista'], singleUseKey('canal')];
  for (const key of [list, stream]) queryClient.setQueryData(key, 'de ana');
  answer('gplay');
  expect(queryClient.getQueryState(list)?.isInvalidated).toBe(false);
  answer('premium');
  expect([list, stream].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
});
