/** Steps of a grid's density, by the columns that a wide window has. @see the specification, section 9 */
export const densities = [5, 4, 3, 1] as const;
/** A density of a grid of posters. */
export type Density = (typeof densities)[number];

const phonePx = 600;
const tabletPx = 940;

/** The columns of a grid of posters for its width: a phone has room for three of the five. */
export function posterColumns(widthPx: number, density: Density): number {
  const onPhone = { 5: 3, 4: 2, 3: 2, 1: 1 } as const;
  const onTablet = { 5: 4, 4: 3, 3: 3, 1: 1 } as const;
  if (widthPx < phonePx) return onPhone[density];
  return widthPx < tabletPx ? onTablet[density] : density;
}

/** The densities that give different columns at this width: a phone has fewer than a wide window. */
export function densitySteps(widthPx: number): Density[] {
  const columns = densities.map((density) => posterColumns(widthPx, density));
  return densities.filter((_, index) => columns[index] !== columns[index - 1]);
}

/** The approximate height of a row of posters with its gap, for a poster's width; a wide card has its text beside the poster. */
export function posterRowHeightPx(cellWidthPx: number): number {
  const captionPx = 48;
  const gapPx = 28;
  const lyingFromPx = 820;
  const lyingPx = 264;
  return (cellWidthPx >= lyingFromPx ? lyingPx : cellWidthPx * 1.5 + captionPx) + gapPx;
}
