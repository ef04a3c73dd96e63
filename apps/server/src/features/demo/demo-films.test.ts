import { expect, it } from 'vitest';
import { readRange } from './demo-films.ts';

it.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['items=0-1', undefined],
  [undefined, undefined],
])('reads %j of a hundred bytes as %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
