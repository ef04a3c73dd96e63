import { expect, it } from 'vitest';
import { createTrialPace } from './trial-pace.ts';

/** A clock that jumps to the end of each sleep. */
function createTestTime() {
  let now = 0;
  return {
    nowSeconds: () => now,
    sleep(seconds: number): Promise<void> {
      now += seconds;
      return Promise.resolve();
    },
    pass(seconds: number): void {
      now += seconds;
    },
  };
}

const { signal } = new AbortController();

it('gives the lead at once, and the rest as time passes', async () => {
  const time = createTestTime();
  const pace = createTrialPace(30, time);
  const deliver = async (seconds: number): Promise<number> => {
    await pace.wait('tele', signal);
    pace.take('tele', seconds);
    return Math.round(time.nowSeconds());
  };
  const deliveredAt: number[] = [];
  for (const seconds of [10, 10, 20, 10, 10]) deliveredAt.push(await deliver(seconds));
  // The third part took ten seconds more than the lead; each one after it has to be waited for.
  expect(deliveredAt).toEqual([0, 0, 0, 10, 20]);
});

it('gives each device its own lead, and no more for having waited long', async () => {
  const time = createTestTime();
  const pace = createTrialPace(30, time);
  pace.take('tele', 40);
  await pace.wait('teléfono', signal);
  expect(time.nowSeconds()).toBe(0);
  time.pass(3_600);
  pace.take('tele', 31);
  await pace.wait('tele', signal);
  expect(Math.round(time.nowSeconds())).toBe(3_601);
});

it('stops waiting for a client that has left', async () => {
  const leaving = new AbortController();
  const pace = createTrialPace(30);
  pace.take('tele', 3_000);
  const waiting = pace.wait('tele', leaving.signal);
  leaving.abort();
  await expect(waiting).rejects.toThrow();
});
