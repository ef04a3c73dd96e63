import type { Chapter, VideoDetail } from '@butaca/contract';

/** A chapter with the season it belongs to. */
export interface PlacedChapter {
  seasonNumber: number;
  chapter: Chapter;
}

/** All the chapters of all the seasons, in their order. */
export function flattenChapters({ seasons }: VideoDetail): PlacedChapter[] {
  return seasons.flatMap(({ seasonNumber, chapters }) =>
    chapters.map((chapter) => ({ seasonNumber, chapter })),
  );
}

/** What a link asked for, counted from 0. */
export interface AskedPlace {
  seasonIndex: number | undefined;
  chapterIndex: number | undefined;
}

/**
 * The chapter to begin with: the one that a link asked for, else the one where the person was, else the first.
 *
 * @see the specification, section 4 (initial series position)
 */
export function chooseChapter(video: VideoDetail, asked: AskedPlace): PlacedChapter | undefined {
  const all = flattenChapters(video);
  const { seasonIndex, chapterIndex } = asked;
  if (seasonIndex !== undefined || chapterIndex !== undefined) {
    const season = video.seasons[seasonIndex ?? 0];
    const chapter = season?.chapters[chapterIndex ?? 0];
    if (season !== undefined && chapter !== undefined) return { seasonNumber: season.seasonNumber, chapter };
  }
  const { lastSeason = null, lastChapter = null } = video.watchProgress ?? {};
  const watched = all.find(
    ({ seasonNumber, chapter }) => seasonNumber === lastSeason && chapter.chapterNumber === lastChapter,
  );
  return watched ?? all[0];
}
