import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeProgrammes, longestProgrammeMs, type Showing } from './arrange.ts';

const hourMs = 3_600_000;
/** Programmes by the hours in which they begin and end. */
const showings = (...hours: (readonly [start: number, stop?: number])[]): Showing[] =>
  hours.map(([start, stop]) =>
    stop === undefined ? { startMs: start * hourMs } : { startMs: start * hourMs, stopMs: stop * hourMs },
  );
const arranged = (...hours: (readonly [start: number, stop?: number])[]) =>
  arrangeProgrammes(showings(...hours)).map(({ startMs, stopMs }) => [startMs / hourMs, stopMs / hourMs]);

describe('arrangeProgrammes', () => {
  it.each([
    [
      'sorts by start',
      [
        [2, 3],
        [1, 2],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'ends a programme without an end at the next start',
      [[1], [4, 5]],
      [
        [1, 4],
        [4, 5],
      ],
    ],
    [
      'cuts what overlaps at the next start',
      [
        [1, 4],
        [2, 3],
      ],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      'leaves gaps',
      [
        [1, 2],
        [5, 6],
      ],
      [
        [1, 2],
        [5, 6],
      ],
    ],
    [
      'keeps one of two that are the same',
      [
        [1, 2],
        [1, 2],
      ],
      [[1, 2]],
    ],
    ['prefers the one that has an end', [[1], [1, 2]], [[1, 2]]],
    [
      'prefers a programme to a filler of a week with the same start',
      [
        [1, 169],
        [1, 2],
      ],
      [[1, 2]],
    ],
    [
      'ends a filler of a week where a programme begins',
      [
        [0, 168],
        [1, 2],
        [3, 4],
      ],
      [
        [0, 1],
        [1, 2],
        [3, 4],
      ],
    ],
    ['cuts what lasts a week after a day', [[0, 168]], [[0, 24]]],
    [
      'cuts what has no end and no successor for days after a day',
      [[0], [72, 73]],
      [
        [0, 24],
        [72, 73],
      ],
    ],
    ['gives the last one without an end an hour', [[1]], [[1, 2]]],
    [
      'reads an end before the start as none',
      [
        [3, 1],
        [4, 5],
      ],
      [
        [3, 4],
        [4, 5],
      ],
    ],
    ['makes nothing of nothing', [], []],
  ] as const)('%s', (_what, given, expected) => {
    expect(arranged(...given)).toEqual(expected);
  });

  it('keeps everything else that a programme has, and does not change what it is given', () => {
    const given = [
      { startMs: 0, title: 'Uno' },
      { startMs: hourMs, stopMs: 2 * hourMs, title: 'Dos' },
    ];
    expect(arrangeProgrammes(given)).toEqual([
      { startMs: 0, stopMs: hourMs, title: 'Uno' },
      { startMs: hourMs, stopMs: 2 * hourMs, title: 'Dos' },
    ]);
    expect(given[0]).toEqual({ startMs: 0, title: 'Uno' });
  });

  it('has at most one programme at each instant, whatever it is given', () => {
    const showing = fc.record(
      {
        startMs: fc.integer({ min: 0, max: 200 * hourMs }),
        stopMs: fc.integer({ min: 0, max: 400 * hourMs }),
      },
      { requiredKeys: ['startMs'] },
    );
    fc.assert(
      fc.property(fc.array(showing), (given) => {
        const made = arrangeProgrammes(given);
        expect(new Set(made.map(({ startMs }) => startMs))).toEqual(
          new Set(given.map(({ startMs }) => startMs)),
        );
        for (const [index, { startMs, stopMs }] of made.entries()) {
          expect(stopMs).toBeGreaterThan(startMs);
          expect(stopMs - startMs).toBeLessThanOrEqual(longestProgrammeMs);
          const next = made[index + 1];
          if (next !== undefined) expect(stopMs).toBeLessThanOrEqual(next.startMs);
        }
        expect(arrangeProgrammes(made)).toEqual(made);
      }),
    );
  });
});
