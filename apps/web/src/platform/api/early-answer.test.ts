import { afterEach, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answer.ts';

const { signal } = new AbortController();

function leaveEarly(response: Promise<Response>, token = 'suya') {
  const cancel = vi.fn<() => void>();
  window.butacaEarly = { route: 'GET /api/home', token, response, image: Promise.resolve(), cancel };
  return cancel;
}

afterEach(() => {
  window.butacaEarly = undefined;
});

it('is taken by the call that it answers, once', async () => {
  const answer = new Response('{}');
  leaveEarly(Promise.resolve(answer));
  expect(await takeEarlyAnswer('GET /api/channels/list', 'suya', signal)).toBeUndefined();
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBe(answer);
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBeUndefined();
});

it('is nobody’s where it has failed, so that the call is made again', async () => {
  leaveEarly(Promise.reject(new TypeError('Failed to fetch')));
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBeUndefined();
});

it('of another session is ended and not read', async () => {
  const cancel = leaveEarly(Promise.resolve(new Response('{}')), 'ajena');
  expect(await takeEarlyAnswer('GET /api/home', 'suya', signal)).toBeUndefined();
  expect(cancel).toHaveBeenCalled();
});

it('ends with the call that took it', async () => {
  const cancel = leaveEarly(new Promise(() => undefined));
  const call = new AbortController();
  void takeEarlyAnswer('GET /api/home', 'suya', call.signal);
  expect(cancel).not.toHaveBeenCalled();
  call.abort();
  expect(cancel).toHaveBeenCalled();
});
