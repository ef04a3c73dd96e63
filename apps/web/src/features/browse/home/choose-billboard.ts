import type { Home } from '@butaca/contract';

/**
 * The fields of the server's answer for the home page that are rows of videos below «Canales en Vivo Destacados», in
 * the order that the specification gives.
 */
export const featuredRows = [
  'featuredMovies',
  'featuredSeries',
  'featuredAnimes',
  'featuredDoramas',
  'featuredNovelas',
  'featuredDocumentales',
] as const satisfies readonly (keyof Home)[];

export type FeaturedRow = (typeof featuredRows)[number];

/**
 * Chooses the title of the home page's billboard: the newest featured title that has a backdrop, because a poster is
 * not wide enough for the billboard.
 */
export function chooseBillboard(home: Home): Home[FeaturedRow][number] | undefined {
  const newest = new Map(home.recentlyAdded.map(({ _id }, index) => [_id, index]));
  const featured = featuredRows.flatMap((key) => home[key]).filter(({ backdrop }) => backdrop !== null);
  return featured.toSorted((one, other) => (newest.get(one._id) ?? 99) - (newest.get(other._id) ?? 99))[0];
}
