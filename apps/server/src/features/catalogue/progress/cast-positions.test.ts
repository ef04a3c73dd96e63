import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createCastPositions, type CastDelivery } from './cast-positions.ts';

const film = { accountId: 'ana', deviceId: 'teléfono', videoId: 'nosferatu', durationSeconds: 5_400 };

function createCast(more: Partial<CastDelivery> = {}) {
  const clock = createVirtualClock('2026-11-24T20:00:00Z');
  const casts = createCastPositions(clock);
  return {
    casts,
    pass: (seconds: number) => clock.pass(seconds * 1_000),
    deliver: (fromSeconds: number, toSeconds: number) =>
      casts.note({ ...film, ...more, fromSeconds, toSeconds }),
    due: () => casts.listDue().map(({ seconds }) => seconds),
  };
}

it('a television advances at the pace of real time within what it has received', () => {
  const { deliver, pass, due } = createCast();
  deliver(600, 660);
  pass(19);
  expect(due()).toEqual([]);
  pass(1);
  expect(due()).toEqual([620]);
  expect(due()).toEqual([]);
});

it('a television that received less than the time that has passed is at the end of it, and is saved there once', () => {
  const { casts, deliver, pass, due } = createCast();
  deliver(0, 60);
  pass(300);
  expect(casts.isAny()).toBe(true);
  expect(due()).toEqual([60]);
  expect(casts.isAny()).toBe(false);
  pass(300);
  expect(due()).toEqual([]);
});

it('positions are saved at most every twenty seconds, while segments arrive ever more', () => {
  const { deliver, pass, due } = createCast();
  const saved: number[] = [];
  for (let second = 0; second < 100; second += 5) {
    deliver(second, second + 30);
    saved.push(...due());
    pass(5);
  }
  expect(saved).toEqual([20, 40, 60, 80]);
});

it('a television that has sought goes on from there', () => {
  const { deliver, pass, due } = createCast();
  deliver(0, 60);
  pass(20);
  expect(due()).toEqual([20]);
  deliver(3_000, 3_060);
  pass(20);
  expect(due()).toEqual([3_020]);
  deliver(100, 160);
  pass(20);
  expect(due()).toEqual([120]);
});

it('the index at the end of a file, which is read before its beginning, is no position', () => {
  const { deliver, pass, due } = createCast();
  deliver(5_390, 5_400);
  pass(1);
  deliver(0, 30);
  pass(20);
  expect(due()).toEqual([20]);
});

it('several tracks of one film that arrive in turn are one delivery', () => {
  const { deliver, pass, due } = createCast();
  for (const from of [0, 6, 12, 18]) {
    deliver(from, from + 6);
    deliver(from, from + 6);
  }
  pass(20);
  expect(due()).toEqual([20]);
});

it('what the person watches elsewhere since is not overwritten', () => {
  const { casts, deliver, pass, due } = createCast();
  deliver(0, 600);
  pass(30);
  casts.forget('ana', 'nosferatu');
  expect([due(), casts.isAny()]).toEqual([[], false]);
});

it('the next chapter has a position of its own', () => {
  const clock = createVirtualClock('2026-11-24T20:00:00Z');
  const casts = createCastPositions(clock);
  casts.note({ ...film, chapterId: 'uno', fromSeconds: 0, toSeconds: 30 });
  clock.pass(20_000);
  casts.listDue();
  casts.note({ ...film, chapterId: 'dos', fromSeconds: 0, toSeconds: 60 });
  clock.pass(20_000);
  expect(casts.listDue()).toEqual([{ ...film, chapterId: 'dos', seconds: 20 }]);
});
