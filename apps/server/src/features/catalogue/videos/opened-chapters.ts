import type { WatchProgress } from '@butaca/contract';
import type { SeasonRows } from './videos.repository.ts';

/** How many chapters a series has at most of which all addresses are sealed whenever it is opened. */
const sealedAtOnce = 100;
/** Which chapters around the opened one are sealed in a longer series, so that the page goes on to the next at once. */
const before = 5;
const after = 20;

/**
 * Chooses the chapters of a long series whose addresses are sealed (encrypted) for somebody who opens it: those around
 * the chapter that is asked for, or else that was watched last, or else the first. Sealing all chapters of a series with
 * thousands of them would hold up the server. The others are requested by their ids before they play.
 *
 * @returns `undefined` where all chapters are sealed
 */
export function chooseOpenedChapters(
  seasons: SeasonRows,
  asked: string | undefined,
  progress: WatchProgress | null,
): ReadonlySet<string> | undefined {
  const all = seasons.flatMap(({ season_number: season, chapters }) =>
    chapters.map(({ id, chapter_number: chapter }) => ({ id, season, chapter })),
  );
  if (all.length <= sealedAtOnce) return undefined;
  const index = all.findIndex(({ id, season, chapter }) =>
    asked === undefined ? season === progress?.lastSeason && chapter === progress.lastChapter : id === asked,
  );
  const from = Math.max(index, 0);
  return new Set(all.slice(Math.max(from - before, 0), from + after).map(({ id }) => id));
}
