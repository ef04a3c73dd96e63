/**
 * The seasons of a series and their chapters as the video editor holds them. Every change makes a new list and keeps
 * unchanged objects, so that of a thousand rows only the changed ones are rendered again. Chapters keep their numbers,
 * gaps included, while these ascend, because an import of a list recognises a chapter by its number. If a move breaks
 * the ascending order, the numbers of that season are reassigned in the new order, so that a season of the chapters 27
 * to 52 keeps these numbers; a chapter from another season gets the next number.
 */
import type { AdminSeason } from '@butaca/contract';
import { readVersions, type VersionForm } from '../versions/version-form.ts';

export interface ChapterForm {
  /**
   * Identifies the chapter (episode of a series) while the video editor is open; for a chapter that the server knows,
   * the same as `id`.
   */
  key: string;
  id: string | undefined;
  chapterNumber: number;
  title: string;
  url: string;
  thumbnail: string;
  duration: string;
  description: string;
  /** Languages as the reader of names writes them. */
  languages: readonly string[];
  /** Empty for none. */
  quality: string;
  /** The further addresses of the chapter. */
  versions: readonly VersionForm[];
}

export interface SeasonForm {
  key: string;
  id: string | undefined;
  seasonNumber: number;
  title: string;
  chapters: readonly ChapterForm[];
}

type Seasons = readonly SeasonForm[];

/** The position of a chapter of a series in the video editor: a season, and the index in that season, from zero. */
export interface ChapterPosition {
  seasonKey: string;
  index: number;
}

let made = 0;
function newKey(): string {
  made += 1;
  return `nuevo-${made}`;
}

/** Converts the server's seasons into the form values of the video editor. */
export function readSeasons(seasons: readonly AdminSeason[]): Seasons {
  return seasons.map(({ _id, chapters, ...season }) => ({
    ...season,
    key: _id,
    id: _id,
    chapters: chapters.map(({ _id: id, thumbnail, quality, versions, ...chapter }) => ({
      ...chapter,
      key: id,
      id,
      thumbnail: thumbnail ?? '',
      quality: quality ?? '',
      versions: readVersions(versions),
    })),
  }));
}

/** Adds a season without chapters to the series, with the next number and the title «Temporada N». */
export function addSeason(seasons: Seasons): Seasons {
  const seasonNumber = Math.max(0, ...seasons.map((season) => season.seasonNumber)) + 1;
  return [
    ...seasons,
    { key: newKey(), id: undefined, seasonNumber, title: `Temporada ${seasonNumber}`, chapters: [] },
  ];
}

export function removeSeason(seasons: Seasons, key: string): Seasons {
  return seasons.filter((season) => season.key !== key);
}

export function changeSeason(
  seasons: Seasons,
  key: string,
  change: Partial<Pick<SeasonForm, 'seasonNumber' | 'title'>>,
): Seasons {
  return seasons.map((season) => (season.key === key ? { ...season, ...change } : season));
}

/** Adds a chapter titled «Capítulo N» at the end of a season. */
export function addChapter(seasons: Seasons, seasonKey: string): Seasons {
  return withChapters(seasons, seasonKey, (chapters) => {
    const chapterNumber = Math.max(0, ...chapters.map((chapter) => chapter.chapterNumber)) + 1;
    const chapter: ChapterForm = {
      key: newKey(),
      id: undefined,
      chapterNumber,
      title: `Capítulo ${chapterNumber}`,
      url: '',
      thumbnail: '',
      duration: '0:00',
      description: '',
      languages: [],
      quality: '',
      versions: [],
    };
    return [...chapters, chapter];
  });
}

export function removeChapter(seasons: Seasons, key: string): Seasons {
  const position = findChapter(seasons, key);
  if (position === undefined) return seasons;
  return withChapters(seasons, position.seasonKey, (chapters) =>
    chapters.filter((chapter) => chapter.key !== key),
  );
}

export function changeChapter(seasons: Seasons, key: string, change: Partial<ChapterForm>): Seasons {
  const position = findChapter(seasons, key);
  if (position === undefined) return seasons;
  return withChapters(seasons, position.seasonKey, (chapters) =>
    chapters.map((chapter) => (chapter.key === key ? { ...chapter, ...change } : chapter)),
  );
}

/**
 * Moves a chapter to a position in its own or another season, counted without the chapter itself; an index past the end
 * means the end.
 */
export function moveChapter(seasons: Seasons, key: string, to: ChapterPosition): Seasons {
  const from = findChapter(seasons, key);
  const chapter = seasons.flatMap(({ chapters }) => chapters).find((each) => each.key === key);
  if (from === undefined || chapter === undefined) return seasons;
  if (from.seasonKey === to.seasonKey && from.index === to.index) return seasons;
  const without = withChapters(seasons, from.seasonKey, (chapters) =>
    chapters.filter((each) => each !== chapter),
  );
  return withChapters(without, to.seasonKey, (others) => {
    const chapters = [...others.slice(0, to.index), chapter, ...others.slice(to.index)];
    const numbers = others.map(({ chapterNumber }) => chapterNumber);
    const isFromHere = from.seasonKey === to.seasonKey;
    return inOrder(chapters, [...numbers, isFromHere ? chapter.chapterNumber : Math.max(0, ...numbers) + 1]);
  });
}

/**
 * The position one step above or below a chapter; past the edge of its season it is in the neighbouring season.
 * `undefined` if there is no neighbouring season.
 */
export function stepPosition(seasons: Seasons, key: string, step: -1 | 1): ChapterPosition | undefined {
  const from = findChapter(seasons, key);
  if (from === undefined) return undefined;
  const at = seasons.findIndex((season) => season.key === from.seasonKey);
  const index = from.index + step;
  if (index >= 0 && index < (seasons[at]?.chapters.length ?? 0)) return { ...from, index };
  const neighbour = seasons[at + step];
  if (neighbour === undefined) return undefined;
  return { seasonKey: neighbour.key, index: step === 1 ? 0 : neighbour.chapters.length };
}

export function findChapter(seasons: Seasons, key: string): ChapterPosition | undefined {
  for (const season of seasons) {
    const index = season.chapters.findIndex((chapter) => chapter.key === key);
    if (index !== -1) return { seasonKey: season.key, index };
  }
  return undefined;
}

function withChapters(
  seasons: Seasons,
  key: string,
  change: (chapters: readonly ChapterForm[]) => readonly ChapterForm[],
): Seasons {
  return seasons.map((season) =>
    season.key === key ? { ...season, chapters: change(season.chapters) } : season,
  );
}

/**
 * Renumbers the chapters of a season if their numbers do not ascend.
 *
 * @param numbers - the numbers to assign, in any order; a duplicate is raised until it is free
 */
function inOrder(chapters: readonly ChapterForm[], numbers: readonly number[]): readonly ChapterForm[] {
  const ascends = chapters.every(
    ({ chapterNumber }, index) => index === 0 || (chapters[index - 1]?.chapterNumber ?? 0) < chapterNumber,
  );
  if (ascends) return chapters;
  const ascending = numbers.toSorted((a, b) => a - b);
  let last = -1;
  return chapters.map((chapter, index) => {
    last = Math.max(last + 1, ascending[index] ?? 0);
    return chapter.chapterNumber === last ? chapter : { ...chapter, chapterNumber: last };
  });
}
