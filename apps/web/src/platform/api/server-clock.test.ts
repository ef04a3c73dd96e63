import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteServerDate, serverNowMs } from './server-clock.ts';

const nowMs = Date.UTC(2026, 10, 23, 12);
const dateAhead = (seconds: number): string => new Date(nowMs + seconds * 1_000).toUTCString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
});
afterEach(() => {
  noteServerDate(dateAhead(0));
  vi.useRealTimers();
});

it.each([
  ['an hour ahead', 3_600],
  ['an hour behind', -3_600],
  ['five seconds ahead', 5],
  ['five seconds behind', -5],
])('serverNowMs follows a server whose clock is %s', (_, seconds) => {
  noteServerDate(dateAhead(seconds));
  expect(serverNowMs()).toBe(nowMs + seconds * 1_000);
  vi.setSystemTime(nowMs + 60_000);
  expect(serverNowMs()).toBe(nowMs + 60_000 + seconds * 1_000);
});

it.each([4, -4, 0])('serverNowMs ignores a difference of %i seconds as network delay', (seconds) => {
  noteServerDate(dateAhead(seconds));
  expect(serverNowMs()).toBe(nowMs);
});

it('serverNowMs keeps the known difference when an answer has no readable date', () => {
  noteServerDate(dateAhead(120));
  noteServerDate(null);
  noteServerDate('ayer por la tarde');
  expect(serverNowMs()).toBe(nowMs + 120_000);
});

it('serverNowMs drops the known difference once the clocks agree again', () => {
  noteServerDate(dateAhead(120));
  noteServerDate(dateAhead(1));
  expect(serverNowMs()).toBe(nowMs);
});
