import { afterEach, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answer.ts';

const { signal } = new AbortController();

function leaveEarly(response: Promise<Response>, token = 'suya') {
  const cancel = vi.fn<() => void>();
  const answers = new Map([['GET /api/home', response]]);
  window.butacaEarly = { path: '/', token, answers, image: undefined, cancel };
  return cancel;
}

afterEach(() => {
  window.butacaEarly = undefined;
});

it('the early answer is taken once, by the call that it answers', async () => {
  const answer = new Response('{}');
  leaveEarly(Promise.resolve(answer));
  expect(await takeEarlyAnswer('GET /api/channels/list', 'suya', signal)).toBeUndefined();
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBe(answer);
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBeUndefined();
});

it('an early answer that failed is not taken', async () => {
  leaveEarly(Promise.reject(new TypeError('Failed to fetch')));
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBeUndefined();
});

it('the early answer of another session is cancelled and not taken', async () => {
  const cancel = leaveEarly(Promise.resolve(new Response('{}')), 'ajena');
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBeUndefined();
  expect(cancel).toHaveBeenCalled();
});

it('aborting the call that took the early answer cancels its request', async () => {
  const cancel = leaveEarly(new Promise(() => undefined));
  const call = new AbortController();
  void takeEarlyAnswer('GET /api/home', 'suya', call.signal);
  expect(cancel).not.toHaveBeenCalled();
  call.abort();
  expect(cancel).toHaveBeenCalled();
});
