import { describe, expect, it } from 'vitest';
import { countUnattended, secondsToEnd, unattendedChapters } from './next-chapter-rules.ts';

const at = (currentTimeSeconds: number, durationSeconds: number | null, status = 'playing' as const) =>
  secondsToEnd({ status, currentTimeSeconds, durationSeconds });

describe('the end of a chapter, as secondsToEnd gives it,', () => {
  it.each([
    [269.9, 300, undefined],
    [270, 300, 30],
    [299.2, 300, 1],
    // In a series' chapter of one hour the credits are assumed to be the last three minutes.
    [3_419, 3_600, undefined],
    [3_420, 3_600, 180],
    // In a series' chapter shorter than a minute, the last thirty seconds count as its end only if they are in its
    // second half.
    [19, 40, undefined],
    [21, 40, 19],
    [100, null, undefined],
    [0, 0, undefined],
  ])('at second %d of %s is %s seconds away', (position, duration, expected) => {
    expect(at(position, duration)).toBe(expected);
  });

  it('is undefined while the chapter loads or has failed', () => {
    for (const status of ['idle', 'loading', 'error'] as const) {
      expect(secondsToEnd({ status, currentTimeSeconds: 1_790, durationSeconds: 1_800 })).toBeUndefined();
    }
  });

  it('is reached when the status of playback is ended', () => {
    expect(secondsToEnd({ status: 'ended', currentTimeSeconds: 1_799.4, durationSeconds: 1_800 })).toBe(0);
  });
});

it('three chapters that end without a sign of the person lead to the question whether they are there', () => {
  const counts = [false, false, true, false, false, false].reduce<number[]>(
    (before, wasPresent) => [...before, countUnattended(before.at(-1) ?? 0, wasPresent)],
    [],
  );
  expect(counts.map((count) => count >= unattendedChapters)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
});
