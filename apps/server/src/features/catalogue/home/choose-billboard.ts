import type { VideoCard } from '@butaca/contract';
import { orderOfDay } from './order-of-day.ts';

/** From how many titles with equally good pictures the billboard of the day is drawn. */
const candidates = 12;

/**
 * Chooses the title of the billboard, the large title on top of the home page: the newest featured title with the best
 * picture. Where nothing is featured, it is one of the newest titles with the best pictures, another one each day, and
 * one that the person's plan opens if there is one.
 *
 * @param featured - every featured title, newest first
 * @param videos - the newest videos of each type, within a type newest first
 * @param day - such as `2026-03-01`
 * @returns `null` where there are no videos
 */
export function chooseBillboard(
  featured: readonly VideoCard[],
  videos: readonly VideoCard[],
  day: string,
): VideoCard | null {
  if (featured.length > 0) return bestPictured(featured)[0] ?? null;
  const open = videos.filter(({ locked }) => !locked);
  const pictured = bestPictured(open.length > 0 ? open : videos);
  return orderOfDay(pictured.slice(0, candidates), day)[0] ?? null;
}

/**
 * Keeps the titles with the best kind of picture that any of them has: a backdrop, which is wide enough for the
 * billboard, else a poster, else none.
 */
function bestPictured(videos: readonly VideoCard[]): readonly VideoCard[] {
  const withBackdrop = videos.filter(({ backdrop }) => backdrop !== null);
  if (withBackdrop.length > 0) return withBackdrop;
  const withPoster = videos.filter(({ thumbnail }) => thumbnail !== null);
  return withPoster.length > 0 ? withPoster : videos;
}
