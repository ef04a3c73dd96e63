import type { Chapter, VideoDetail, WatchProgress } from '@butaca/contract';

export interface SeasonChapter {
  seasonNumber: number;
  chapter: Chapter;
}

/** The chapters of all seasons of a series in one list, in order. */
export function flattenChapters({ seasons }: Pick<VideoDetail, 'seasons'>): SeasonChapter[] {
  return seasons.flatMap(({ seasonNumber, chapters }) =>
    chapters.map((chapter) => ({ seasonNumber, chapter })),
  );
}

/** Finds a chapter of a series by its id in another server answer for the same series. */
export function findAgain(
  video: Pick<VideoDetail, 'seasons'>,
  seasonChapter: SeasonChapter | undefined,
): SeasonChapter | undefined {
  return (
    seasonChapter && flattenChapters(video).find(({ chapter }) => chapter._id === seasonChapter.chapter._id)
  );
}

type WatchedProgress = Pick<WatchProgress, 'lastSeason' | 'lastChapter'>;

/**
 * Whether the person's saved progress in a series belongs to this chapter; if the progress names no season, only the
 * chapter number is compared.
 */
export const isInChapter = (
  { seasonNumber, chapter }: SeasonChapter,
  { lastSeason, lastChapter }: WatchedProgress,
): boolean => chapter.chapterNumber === lastChapter && (lastSeason === null || seasonNumber === lastSeason);

/** The indices, from 0, of the season and chapter that a link to the watch page asks for. */
export interface AskedChapter {
  seasonIndex: number | undefined;
  chapterIndex: number | undefined;
}

/**
 * The chapter with which a series starts: the one that the link asks for, else the one watched last, else the first.
 *
 * @see docs/requisitos.md, R4.10
 */
export function chooseChapter(
  video: Pick<VideoDetail, 'seasons'> & { watchProgress: WatchedProgress | null },
  asked: AskedChapter,
): SeasonChapter | undefined {
  const all = flattenChapters(video);
  const { seasonIndex, chapterIndex } = asked;
  if (seasonIndex !== undefined || chapterIndex !== undefined) {
    const season = video.seasons[seasonIndex ?? 0];
    const chapter = season?.chapters[chapterIndex ?? 0];
    if (season !== undefined && chapter !== undefined) return { seasonNumber: season.seasonNumber, chapter };
  }
  const { watchProgress } = video;
  const watched = watchProgress && all.find((each) => isInChapter(each, watchProgress));
  return watched ?? all[0];
}

/**
 * @returns the wanted chapter; if it has no URL, the next chapter with a title and a URL, or else the first such
 *   chapter of the series
 */
export function orNextComplete(
  video: Pick<VideoDetail, 'seasons'>,
  wanted: SeasonChapter | undefined,
): SeasonChapter | undefined {
  if (wanted === undefined || wanted.chapter.url) return wanted;
  const complete = flattenChapters(video).find(({ chapter }) => isComplete(chapter));
  return findNextChapter(video, wanted.chapter._id) ?? complete ?? wanted;
}

/**
 * Whether a chapter of a series has a title and a URL; the list of chapters shows others as «Datos incompletos», and
 * they cannot be chosen.
 *
 * @see docs/requisitos.md, R2.33
 */
export const isComplete = ({ title, url }: Chapter): boolean => title !== '' && url !== null && url !== '';

/** The first chapter of a series after the given one that has a title and a URL. */
export function findNextChapter(
  video: Pick<VideoDetail, 'seasons'>,
  chapterId: string,
): SeasonChapter | undefined {
  const all = flattenChapters(video);
  const index = all.findIndex(({ chapter }) => chapter._id === chapterId);
  return index === -1 ? undefined : all.slice(index + 1).find(({ chapter }) => isComplete(chapter));
}

/** The last chapter of a series before the given one that has a title and a URL. */
export function findPreviousChapter(
  video: Pick<VideoDetail, 'seasons'>,
  chapterId: string,
): SeasonChapter | undefined {
  const all = flattenChapters(video);
  const index = all.findIndex(({ chapter }) => chapter._id === chapterId);
  return all.slice(0, Math.max(0, index)).findLast(({ chapter }) => isComplete(chapter));
}

/** The name of a series' chapter with season and number, such as `T1 E2: La llamada`. */
export function nameChapter({ seasonNumber, chapter }: SeasonChapter): string {
  const name = isNumberOnly(chapter) ? '' : chapter.title;
  return `T${seasonNumber} E${chapter.chapterNumber}${name === '' ? '' : `: ${name}`}`;
}

/** The name of a chapter in the list of a season: `2. La llamada`, or `Capítulo 2` where the title says only that. */
export const nameEpisode = (chapter: Chapter): string =>
  isNumberOnly(chapter) ? chapter.title : `${chapter.chapterNumber}. ${chapter.title || 'Sin título'}`;

/** Whether the title of a chapter says only its number. */
const isNumberOnly = ({ title, chapterNumber }: Chapter): boolean =>
  Number(/^(?:cap[ií]tulo|episodio) (\d+)$/i.exec(title)?.[1]) === chapterNumber;
