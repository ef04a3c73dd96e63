import { createVirtualClock } from '@butaca/testing';
import { expect, it } from 'vitest';
import { createTrialPace } from './trial-pace.ts';

/** A pace with a lead of 30 s, and the seconds that have passed since it was created. */
function createTestPace() {
  const clock = createVirtualClock();
  const startMs = clock.steadyMs();
  return {
    clock,
    pace: createTrialPace(30, clock),
    passedSeconds: () => Math.round((clock.steadyMs() - startMs) / 1_000),
  };
}

const { signal } = new AbortController();

it('the pace of a trial gives the lead at once, and the rest as time passes', async () => {
  const { clock, pace, passedSeconds } = createTestPace();
  const deliver = async (seconds: number): Promise<number> => {
    await clock.finish(pace.spend('tele', signal, async () => seconds));
    return passedSeconds();
  };
  const deliveredAt: number[] = [];
  for (const seconds of [10, 10, 20, 10, 10]) deliveredAt.push(await deliver(seconds));
  // The third range of film used up ten seconds more than may be delivered ahead of playback, so each later range has
  // to wait.
  expect(deliveredAt).toEqual([0, 0, 0, 10, 20]);
});

it('the pace of a trial gives each device its own lead, which does not grow while it waits', async () => {
  const { clock, pace, passedSeconds } = createTestPace();
  await pace.spend('tele', signal, async () => 40);
  await pace.spend('teléfono', signal, async () => 0);
  expect(passedSeconds()).toBe(0);
  await clock.advance(3_600_000);
  await pace.spend('tele', signal, async () => 31);
  await clock.finish(pace.spend('tele', signal, async () => 0));
  expect(passedSeconds()).toBe(3_601);
});

it('the pace of a trial stops waiting for a client that has left', async () => {
  const { clock, pace } = createTestPace();
  const leaving = new AbortController();
  await pace.spend('tele', signal, async () => 3_000);
  const waiting = pace.spend('tele', leaving.signal, async () => 1);
  const next = pace.spend('tele', leaving.signal, async () => 1);
  await clock.settle();
  leaving.abort();
  await expect(waiting).rejects.toThrow();
  await expect(next).rejects.toThrow();
  expect(clock.waits()).toEqual([]);
});

it('the pace of a trial serves simultaneous requests one after the other', async () => {
  const { clock, pace, passedSeconds } = createTestPace();
  const paidAt: number[] = [];
  await clock.finish(
    Promise.all(
      Array.from({ length: 6 }, () =>
        pace.spend('tele', signal, async () => {
          // In this test each charge to a free trial ends only after all the others were requested, as with a slow
          // database.
          await new Promise((resolve) => setImmediate(resolve));
          paidAt.push(passedSeconds());
          return 20;
        }),
      ),
    ),
  );
  expect(paidAt).toEqual([0, 0, 10, 30, 50, 70]);
});

it('the pace of a trial goes on with the next request when one leaves or cannot pay', async () => {
  const { pace, passedSeconds } = createTestPace();
  const leaving = new AbortController();
  let finish = (): void => undefined;
  const first = pace.spend('tele', signal, () => new Promise((resolve) => void (finish = () => resolve(10))));
  const second = pace.spend('tele', leaving.signal, async () => 10);
  let isPaid = false;
  const third = pace.spend('tele', signal, async () => {
    isPaid = true;
    throw new Error('spent');
  });
  leaving.abort();
  await expect(second).rejects.toThrow();
  expect(isPaid).toBe(false);
  finish();
  await first;
  await expect(third).rejects.toThrow('spent');
  await pace.spend('tele', signal, async () => 1);
  expect(passedSeconds()).toBe(0);
});
