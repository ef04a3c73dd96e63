import { createVirtualClock } from '@butaca/testing';
import { describe, expect, it } from 'vitest';
import { createPlayMeter } from './play-meter.ts';

function start() {
  const clock = createVirtualClock('2026-11-21T12:00:00Z');
  const meter = createPlayMeter({
    clock,
    dayOf: (at) => at.toISOString().slice(0, 10),
    longestGapMs: 28_000,
  });
  return {
    meter,
    pass: clock.pass,
    setBack: clock.setBack,
  };
}

const playing = { deviceId: 'd', itemKey: 'video:a' } as const;
const day = '2026-11-21';

describe('the meter of plays', () => {
  it('counts the time between signals of the same playback, but not pauses', () => {
    const { meter, pass } = start();
    meter.note('ana', playing);
    for (const ms of [6_000, 6_000, 60_000, 6_000]) {
      pass(ms);
      meter.note('ana', playing);
    }
    expect(meter.take()).toEqual([{ accountId: 'ana', itemKey: 'video:a', day, seconds: 18 }]);
    expect(meter.take()).toEqual([]);
  });

  it('counts the time that has passed while the clock of the machine is set', () => {
    const { meter, pass, setBack } = start();
    meter.note('ana', playing);
    for (const ms of [3_600_000, -3_600_000]) {
      setBack(ms);
      pass(6_000);
      meter.note('ana', playing);
    }
    expect(meter.take()).toEqual([{ accountId: 'ana', itemKey: 'video:a', day, seconds: 12 }]);
  });

  it('keeps fractions of a second, and counts again what could not be written', () => {
    const { meter, pass } = start();
    meter.note('ana', playing);
    const seconds: number[] = [];
    for (let sign = 0; sign < 10; sign += 1) {
      pass(1_300);
      meter.note('ana', playing);
      const counts = meter.take();
      if (sign === 4) meter.putBack(counts);
      else seconds.push(...counts.map((count) => count.seconds));
    }
    expect(seconds.reduce((sum, each) => sum + each, 0)).toBe(13);
  });

  it('keeps people, items and days apart', () => {
    const { meter, pass } = start();
    const signs = () => {
      meter.note('ana', playing);
      meter.note('ana', { deviceId: 'e', itemKey: 'channel:b' });
      meter.note('luis', playing);
    };
    signs();
    pass(5_000);
    signs();
    pass(12 * 3_600_000);
    signs();
    pass(7_000);
    signs();
    expect(
      meter.take().map((count) => `${count.accountId} ${count.itemKey} ${count.day} ${count.seconds}`),
    ).toEqual([
      'ana video:a 2026-11-21 5',
      'ana channel:b 2026-11-21 5',
      'luis video:a 2026-11-21 5',
      'ana video:a 2026-11-22 7',
      'ana channel:b 2026-11-22 7',
      'luis video:a 2026-11-22 7',
    ]);
  });
});
