import { expect, it } from 'vitest';
import { missing } from './older-browsers.ts';

const { array, url, abortSignal } = missing;
const numbers = [3, 1, 2];

it('the added functions of lists answer what those of newer browsers answer, and leave the list as it is', () => {
  const ascending = (a: number, b: number): number => a - b;
  expect(array.toSorted.call(numbers, ascending as never)).toEqual(numbers.toSorted(ascending));
  expect(array.toReversed.call(numbers)).toEqual(numbers.toReversed());
  expect(array.toSpliced.call(numbers, 1, 1, 8, 9)).toEqual(numbers.toSpliced(1, 1, 8, 9));
  for (const limit of [2, 9]) {
    const isLarge = (value: unknown): boolean => Number(value) >= limit;
    expect(array.findLast.call(numbers, isLarge)).toBe(numbers.findLast(isLarge));
  }
  expect(numbers).toEqual([3, 1, 2]);
});

it.each([['https://butaca.es'], ['/film', 'https://butaca.es'], ['/film'], ['https://'], ['']])(
  'the added URL.canParse answers for %j as that of newer browsers',
  (address, base?: string) => {
    expect(url.canParse(address, base)).toBe(URL.canParse(address, base));
  },
);

it('the added throwIfAborted throws only for a signal that has ended', () => {
  const controller = new AbortController();
  abortSignal.throwIfAborted.call(controller.signal);
  controller.abort();
  expect(() => abortSignal.throwIfAborted.call(controller.signal)).toThrow('aborted');
});

it('browsers that have these functions keep their own', () => {
  expect(Array.prototype.toSorted).not.toBe(array.toSorted);
  expect(String(Array.prototype.toSorted)).toContain('[native code]');
});
