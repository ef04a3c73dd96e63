/** The densities of a grid of posters, as the number of columns in a wide window. @see docs/requisitos.md, R9.12 */
export const densities = [5, 4, 3, 1] as const;
/** How densely a grid shows posters: the number of its columns in a wide window. */
export type Density = (typeof densities)[number];

const phonePx = 600;
const tabletPx = 940;

/**
 * The number of columns of a grid of posters at a chosen density, by the grid's width in CSS pixels: at density 5, a
 * phone has three columns.
 */
export function posterColumns(widthPx: number, density: Density): number {
  const onPhone = { 5: 3, 4: 2, 3: 2, 1: 1 } as const;
  const onTablet = { 5: 4, 4: 3, 3: 3, 1: 1 } as const;
  if (widthPx < phonePx) return onPhone[density];
  return widthPx < tabletPx ? onTablet[density] : density;
}

/**
 * The densities that result in different numbers of columns in a grid of posters of this width: fewer on a phone than
 * in a wide window.
 */
export function densitySteps(widthPx: number): Density[] {
  const columns = densities.map((density) => posterColumns(widthPx, density));
  return densities.filter((_, index) => columns[index] !== columns[index - 1]);
}

/**
 * The approximate height of a row in a grid of posters, including the gap to the next row, by a poster's width; a card
 * as wide as the grid is lower, because its text is beside the poster.
 */
export function posterRowHeightPx(cellWidthPx: number): number {
  const captionPx = 48;
  const gapPx = 28;
  const lyingFromPx = 820;
  const lyingPx = 264;
  return (cellWidthPx >= lyingFromPx ? lyingPx : cellWidthPx * 1.5 + captionPx) + gapPx;
}
