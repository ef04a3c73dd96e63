import { expect, it } from 'vitest';
import { densities, densitySteps, posterColumns, posterRowHeightPx } from './poster-columns.ts';

it('a poster grid has the columns of its density in a wide window, fewer on a tablet and a phone', () => {
  const columns = (widthPx: number) => densities.map((density) => posterColumns(widthPx, density));
  expect(columns(1328)).toEqual([5, 4, 3, 1]);
  expect(columns(720)).toEqual([4, 3, 3, 1]);
  expect(columns(328)).toEqual([3, 2, 2, 1]);
});

it('the densities of a poster grid all differ in their columns', () => {
  expect(densitySteps(1328)).toEqual([5, 4, 3, 1]);
  expect(densitySteps(720)).toEqual([5, 4, 1]);
  expect(densitySteps(328)).toEqual([5, 4, 1]);
});

it('a poster grid never has more columns for a narrower window or a smaller density', () => {
  for (let widthPx = 0; widthPx < 4000; widthPx += 50) {
    const [five, four, three, one] = densities.map((density) => posterColumns(widthPx, density));
    expect([five! >= four!, four! >= three!, three! >= one!, one]).toEqual([true, true, true, 1]);
    expect(posterColumns(widthPx, 5)).toBeLessThanOrEqual(posterColumns(widthPx + 50, 5));
  }
});

it('an upright poster card is estimated higher than wide, and a wide one at a fixed height', () => {
  expect(posterRowHeightPx(240)).toBeGreaterThan(240 * 1.5);
  expect(posterRowHeightPx(1300)).toBe(posterRowHeightPx(2000));
});
