import { busySentence } from '@butaca/contract';
import { expect, it } from 'vitest';
import { answerWith } from '../../../test/raw-server.ts';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';
import { waitBefore } from './busy.ts';

const busy = {
  status: 503,
  headers: { 'content-type': 'application/json', 'retry-after': '0' },
  body: [JSON.stringify({ code: 'server.busy', error: busySentence })],
};
const done = { status: 200, body: ['{"message":"Hecho."}'] };
const callWrite = () => api('POST /api/auth/logout', {});
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(() => undefined).catch((error) => error);

it('repeats a write that a busy server refuses, and answers what the server answers then', async () => {
  let left = 2;
  const requests = await answerWith(() => ((left -= 1) >= 0 ? busy : done));
  expect(await callWrite()).toEqual({ message: 'Hecho.' });
  expect(requests).toHaveLength(3);
});

it('asks a server five times that stays busy, and then says so in Spanish', async () => {
  const requests = await answerWith(busy);
  const failure = await failureOf(callWrite());
  expect(failure).toMatchObject({ status: 503, code: 'server.busy', message: busySentence });
  expect(requests).toHaveLength(5);
});

it('does not repeat a call that was refused for another reason, of which something may have been done', async () => {
  const requests = await answerWith({ ...busy, body: ['{"code":"server.unavailable","error":"No."}'] });
  expect(await failureOf(callWrite())).toBeInstanceOf(ApiError);
  expect(requests).toHaveLength(1);
});

it('ends the waiting as soon as the caller aborts the call', async () => {
  const leave = new AbortController();
  const later = { ...busy, headers: { ...busy.headers, 'retry-after': '3600' } };
  const requests = await answerWith(() => {
    setTimeout(() => leave.abort());
    return later;
  });
  await failureOf(api('POST /api/auth/logout', {}, leave.signal));
  expect(requests).toHaveLength(1);
});

it('waits as long as the server asks, longer each time, and never longer than twelve and a half seconds', () => {
  expect([0, 1, 2, 3].map((attempt) => waitBefore(attempt, '5', 0))).toEqual([5_000, 7_500, 10_000, 10_000]);
  expect([0, 1, 2, 3].map((attempt) => waitBefore(attempt, null, 0))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(waitBefore(3, '86400', 1)).toBe(12_500);
});
