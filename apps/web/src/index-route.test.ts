import { afterEach, expect, it, vi } from 'vitest';
import { awaitHome } from './index-route.tsx';
import { sessionStore } from './platform/session/session-store.ts';

const never = new Promise<never>(() => undefined);

function leaveEarly(token: string, response: Promise<Response>) {
  const early = {
    route: 'GET /api/home',
    token,
    response,
    image: never,
    cancel: vi.fn<() => void>(),
  } as const;
  window.butacaEarly = early;
  return early;
}

afterEach(() => {
  window.butacaEarly = undefined;
  sessionStore.end('absent');
  vi.useRealTimers();
});

it('awaitHome cancels an early request of another session, and does not wait for it', async () => {
  const early = leaveEarly('de-otra-persona', never);
  await awaitHome(early);
  expect(early.cancel).toHaveBeenCalled();
  expect(window.butacaEarly).toBeUndefined();
});

it('awaitHome does not wait for an early request that failed, and leaves its error to the page', async () => {
  // The timers of this test are fake and never advance, so the timeout of half a second after which the page stops
  // waiting for the home page's data never occurs.
  vi.useFakeTimers();
  const user = { username: 'ada', role: 'user', plan: 'premium' } as const;
  sessionStore.start({ token: 'suya', user });
  const early = leaveEarly('suya', Promise.reject(new Error('401')));
  early.response.catch(() => undefined);
  await awaitHome(early);
  expect(window.butacaEarly).toBe(early);
});
