import { expect, it } from 'vitest';
import { createPlayedRanges } from './played-ranges.ts';

const listOf = ({ length, start, end }: TimeRanges): [number, number][] =>
  Array.from({ length }, (_, index) => [start(index), end(index)]);

function play(...positions: (number | 'break')[]): { ranges: [number, number][]; jumps: number[] } {
  const played = createPlayedRanges();
  const jumps: number[] = [];
  for (const position of positions) {
    if (position === 'break') played.breakOff();
    else if (played.note(position, 1)) jumps.push(position);
  }
  return { ranges: listOf(played.ranges), jumps };
}

it.each<[string, (number | 'break')[], [number, number][], number[]]>([
  ['nothing before the second position', [5], [], []],
  ['the time between positions a second apart', [5, 6, 7.1], [[5, 7.1]], []],
  [
    'neither what a jump ahead leaves out',
    [5, 6, 60, 61],
    [
      [5, 6],
      [60, 61],
    ],
    [60],
  ],
  [
    'nor what a jump back leaves out',
    [60, 61, 5, 6],
    [
      [60, 61],
      [5, 6],
    ],
    [5],
  ],
  ['one part where a position is rounded down', [5, 6, 5.9, 7], [[5, 7]], []],
  [
    'two parts around a seek of the page, which is no jump',
    [5, 6, 'break', 90, 91],
    [
      [5, 6],
      [90, 91],
    ],
    [],
  ],
])('counts %s as played', (_what, positions, ranges, jumps) => {
  expect(play(...positions)).toEqual({ ranges, jumps });
});

it('allows longer steps at a higher speed', () => {
  const played = createPlayedRanges();
  played.note(0, 4);
  expect(played.note(8, 4)).toBe(false);
  expect(listOf(played.ranges)).toEqual([[0, 8]]);
});
