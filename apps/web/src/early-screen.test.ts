import { afterEach, expect, it, vi } from 'vitest';
import { awaitEarlyScreen } from './early-screen.ts';
import { queryClient } from './platform/query-client.ts';
import { sessionStore } from './platform/session/session-store.ts';

const never = new Promise<never>(() => undefined);
const cached = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);
const user = { username: 'ada', role: 'user', plan: 'premium' } as const;

function leaveEarly(
  path: string,
  token: string,
  answers: Record<string, Promise<Response>>,
  image?: Promise<unknown>,
) {
  for (const answer of Object.values(answers)) answer.catch(() => undefined);
  const early = {
    path,
    token,
    answers: new Map(Object.entries(answers)),
    image,
    cancel: vi.fn<() => void>(),
  };
  window.butacaEarly = early;
  return early;
}

afterEach(() => {
  window.butacaEarly = undefined;
  queryClient.clear();
  sessionStore.end('absent');
  vi.useRealTimers();
});

it('awaitEarlyScreen cancels the early calls of another session, and does not wait for them', async () => {
  const early = leaveEarly('/', 'de-otra-persona', { 'GET /api/home': never }, never);
  await awaitEarlyScreen(early);
  expect(early.cancel).toHaveBeenCalled();
  expect(window.butacaEarly).toBeUndefined();
});

it('awaitEarlyScreen waits half a second at most for an image that does not arrive', async () => {
  vi.useFakeTimers();
  sessionStore.start({ token: 'suya', user });
  const early = leaveEarly('/peliculas', 'suya', {}, never);
  const isOver = vi.fn<() => void>();
  const waiting = awaitEarlyScreen(early).then(isOver);
  await vi.advanceTimersByTimeAsync(499);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waiting;
  expect(isOver).toHaveBeenCalled();
});

it('awaitEarlyScreen puts the early answers of «Películas» and «TV en Vivo» into the query cache', async () => {
  // The half second that a page waits at most must not pass while a busy machine imports modules.
  vi.useFakeTimers();
  sessionStore.start({ token: 'suya', user });
  await awaitEarlyScreen(
    leaveEarly('/peliculas', 'suya', {
      'GET /api/videos/main-sections': Promise.resolve(Response.json(['estrenos'])),
    }),
  );
  expect(cached()).toEqual([['estrenos']]);
  queryClient.clear();

  await awaitEarlyScreen(
    leaveEarly('/live-tv', 'suya', {
      'GET /api/channels/sections': Promise.resolve(Response.json(['Noticias'])),
      'GET /api/channels/list': Promise.resolve(Response.json({ channels: ['canal'] })),
    }),
  );
  expect(cached()).toEqual([['Todos', 'Noticias'], ['canal']]);
  expect(window.butacaEarly?.answers.size).toBe(0);
});
