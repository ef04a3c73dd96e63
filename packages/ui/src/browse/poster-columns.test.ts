import { expect, it } from 'vitest';
import { densities, densitySteps, posterColumns, posterRowHeightPx } from './poster-columns.ts';

it('gives a wide window the columns of the density, a tablet and a phone fewer', () => {
  const columns = (widthPx: number) => densities.map((density) => posterColumns(widthPx, density));
  expect(columns(1328)).toEqual([5, 4, 3, 1]);
  expect(columns(720)).toEqual([4, 3, 3, 1]);
  expect(columns(328)).toEqual([3, 2, 2, 1]);
});

it('has only steps that differ in their columns', () => {
  expect(densitySteps(1328)).toEqual([5, 4, 3, 1]);
  expect(densitySteps(720)).toEqual([5, 4, 1]);
  expect(densitySteps(328)).toEqual([5, 4, 1]);
});

it('never has more columns for a narrower window or a smaller density', () => {
  for (let widthPx = 0; widthPx < 4000; widthPx += 50) {
    const [five, four, three, one] = densities.map((density) => posterColumns(widthPx, density));
    expect([five! >= four!, four! >= three!, three! >= one!, one]).toEqual([true, true, true, 1]);
    expect(posterColumns(widthPx, 5)).toBeLessThanOrEqual(posterColumns(widthPx + 50, 5));
  }
});

it('estimates upright posters higher than wide, and wide cards at one height', () => {
  expect(posterRowHeightPx(240)).toBeGreaterThan(240 * 1.5);
  expect(posterRowHeightPx(1300)).toBe(posterRowHeightPx(2000));
});
