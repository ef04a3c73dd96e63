import { readName } from '@butaca/titles';

/** What the title of a film says about the chapter that it really is: series, season, number, title. */
export interface ChapterTitle {
  /** The name of the series in a film's title; empty when the title begins with the chapter code. */
  seriesName: string;
  year: number | undefined;
  seasonNumber: number;
  chapterNumber: number;
  title: string;
}

/**
 * Matches chapter codes that name a season, such as `2x05`. Codes without a season (`Episodio 5`, `Capítulo 2`) also
 * occur in the titles of real films, and a film must not be turned into a chapter by mistake.
 */
const seasonForm =
  /(?<![\p{L}\p{N}])(?:\d{1,2}x\d{2,4}|S\d{1,3}[\s.]*E\d|T\d{1,3}[\s.]*(?:E|Cap)|(?:Temporada|Season)[\s.]*\d)/iu;

/**
 * A slightly wider pattern for chapter codes (`2x05`), in the syntax of Postgres; the titles that it finds are checked
 * again with the exact pattern.
 */
export const seasonFormOfDatabase =
  '([0-9]x[0-9]{2})|(s[0-9]+[ .]*e[0-9])|(t[0-9]+[ .]*(e|cap))|((temporada|season)[ .]*[0-9])';

/** Reads the series, season and chapter number in a film's title. @returns `undefined` for the title of a real film */
export function readChapterTitle(filmTitle: string): ChapterTitle | undefined {
  if (!seasonForm.test(filmTitle)) return undefined;
  const { title, year, chapter } = readName(filmTitle);
  if (chapter?.season === undefined) return undefined;
  const { season, first, last } = chapter;
  const number = first === last ? `Capítulo ${first}` : `Capítulos ${first}-${last}`;
  // What stands behind a code at the beginning is the chapter's title here: such films are looked for by their group.
  const [seriesName, chapterTitle] = chapter.isBefore
    ? ['', [title, chapter.title].filter((part) => part !== undefined).join(' - ')]
    : [title, chapter.title];
  return {
    seriesName,
    year,
    seasonNumber: season,
    chapterNumber: first,
    title: chapterTitle ?? number,
  };
}
