import { readTitle } from '@butaca/m3u';

/** What the title of a film says when it is really a chapter's. */
export interface ChapterTitle {
  /** Of the series; empty when the code stands first. */
  seriesName: string;
  year: number | undefined;
  seasonNumber: number;
  chapterNumber: number;
  title: string;
}

/**
 * Forms that name a season. Those without one (`Episodio 5`, `Capítulo 2`) stand in the titles of films too, and a film that
 * was taken for a chapter would be lost among them.
 */
const seasonForm =
  /(?<![\p{L}\p{N}])(?:\d{1,2}x\d{2,4}|S\d{1,3}[\s.]*E\d|T\d{1,3}[\s.]*(?:E|Cap)|(?:Temporada|Season)[\s.]*\d)/iu;

/** A slightly wider pattern for Postgres; its matches are checked again with the exact one. */
export const seasonFormOfDatabase =
  '([0-9]x[0-9]{2})|(s[0-9]+[ .]*e[0-9])|(t[0-9]+[ .]*(e|cap))|((temporada|season)[ .]*[0-9])';

/** @returns `undefined` for a title that is a film's */
export function readChapterTitle(filmTitle: string): ChapterTitle | undefined {
  if (!seasonForm.test(filmTitle)) return undefined;
  const { name, year, season, episode, lastEpisode, episodeTitle } = readTitle(filmTitle);
  if (season === undefined || episode === undefined) return undefined;
  const number = lastEpisode === undefined ? `Capítulo ${episode}` : `Capítulos ${episode}-${lastEpisode}`;
  return {
    seriesName: /[\p{L}\p{N}]/u.test(name) ? name : '',
    year,
    seasonNumber: season,
    chapterNumber: episode,
    title: episodeTitle ?? number,
  };
}
