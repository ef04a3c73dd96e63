/**
 * Reads name, season, episode, year and tags from the title of an M3U entry, such as `Serie S01E02 [LAT] 1080p`.
 *
 * Tags are removed first: bracketed or barred ones (`[LAT]`, `|ES|`), quality words, and languages in capitals at the
 * end. Then the first pattern of a chapter code that matches splits the remaining text: the text before the match is
 * the series' name, the text after it the chapter's title. A number alone is never an episode (`24`, `9-1-1`, `1917`),
 * nor is `NxM` with one digit after the x (`4x4`, `16x9`). Finally a year in brackets is removed from the end of the
 * name.
 *
 * JavaScript's `\b` knows only ASCII letters, so word edges are written with `\p{L}` and `\p{N}`.
 *
 * Titles are untrusted input, so reading takes time linear in their length: runs of blanks are reduced to one before
 * any pattern runs, and the ends of a text are trimmed by a loop, because a pattern that ends in `$` would be tried at
 * every character.
 */
export interface Title {
  /** The name of the series or film; empty when the title begins with a chapter code (`1x11 Título`). */
  name: string;
  year: number | undefined;
  /** The season number of the series' episode; 0 stands for specials. */
  season: number | undefined;
  episode: number | undefined;
  /** The number of the last episode, where one file has several episodes: 24 in `7x23-24`. */
  lastEpisode: number | undefined;
  episodeTitle: string | undefined;
  quality: string[];
  language: string[];
  /**
   * The series' name in lower case and without accents, by which chapters are recognised as those of one series; empty
   * when the title has no name.
   */
  seriesKey: string;
}

const before = String.raw`(?<![\p{L}\p{N}])`;
const after = String.raw`(?![\p{L}\p{N}])`;
const form = (body: string): RegExp => new RegExp(`${before}${body}${after}`, 'iu');

const range = String.raw`(?:\s*-\s*(?:E\s*)?(?<last>\d{1,4}))?`;
/**
 * Patterns of the chapter codes in titles; the first one that matches decides. Codes with a season, such as `S01E02`,
 * come before codes without one, such as `Cap 5`, which count as season 1.
 */
const episodeForms: readonly RegExp[] = [
  form(String.raw`\(?S(?<season>\d{1,3})[\s.]*E(?<episode>\d{1,4})${range}\)?`),
  form(String.raw`\(?T(?<season>\d{1,3})[\s.]*(?:E|Cap(?:[ií]tulo)?[\s.]*)(?<episode>\d{1,4})${range}\)?`),
  form(
    String.raw`Temporada[\s.]*(?<season>\d{1,3})[\s.,:-]*(?:Cap[ií]tulo|Cap|Episodio|Ep)[\s.]*(?<episode>\d{1,4})${range}`,
  ),
  form(String.raw`Season[\s.]*(?<season>\d{1,3})[\s.,:-]*(?:Episode|Ep)[\s.]*(?<episode>\d{1,4})${range}`),
  form(String.raw`\(?(?<season>\d{1,2})x(?<episode>\d{2,4})(?:-(?<last>\d{1,4}))?\)?`),
  form(String.raw`(?:Cap[ií]tulo|Cap|Episodio|Episode|Ep)[\s.]*(?<episode>\d{1,4})${range}`),
];

const qualityTag = new RegExp(
  form('(?:4K|2160p|UHD|1080p|FHD|720p|HD|60\\s?FPS|HDR(?:10)?|HEVC|[HX]\\.?265)').source,
  'giu',
);
const languageTag =
  /(?<![\p{L}\p{N}])(?:LAT(?:INO)?|CAST(?:ELLANO)?|SUB(?:TITULADO)?|VOSE?|DUAL|ESP|ES)(?![\p{L}\p{N}])/u;
const wholeQuality = new RegExp(`^${qualityTag.source}$`, 'iu');
const wholeLanguage = new RegExp(`^${languageTag.source}$`, 'iu');
const wholeCapitalLanguage = new RegExp(`^${languageTag.source}$`, 'u');
const bracketed = /[[(|]([^[\]()|]{1,40})[\])|]/gu;
const barPrefix = /^\s*(?:\|\s*)?(\p{Lu}{2,4})\s*\|\s*/u;
const plain = /^[\u0000-\u007f]*$/;
const unevenBlanks = /\s{2}|[^\S ]/u;
/**
 * Every quality tag of a title (`1080p`, `4K`, …) contains one of these texts. Most titles contain none, and this cheap
 * test spares them the full patterns.
 */
const qualityHint = /4K|0p|HD|60|HEVC|265/iu;
const edge = /[\s.|:·-]/u;
const wordEnd = /[\s|]/u;

/** Replaces every run of blanks in a title by one space. */
export function evenBlanks(text: string): string {
  return unevenBlanks.test(text) ? text.replace(/\s+/gu, ' ') : text;
}

/** Normalises a title for comparison: lower case, no accents, no ¿ or ¡, single spaces. */
export function foldTitle(text: string): string {
  // Fast path: most titles are plain ASCII and have no accents to remove.
  if (plain.test(text)) return evenBlanks(text.toLowerCase()).trim();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[¿¡]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Reads the title of an M3U entry: its name, year, chapter code and tags. It never fails: a title without any known
 * pattern gives only a name.
 */
export function readTitle(text: string): Title {
  const tags: Pick<Title, 'quality' | 'language'> = { quality: [], language: [] };
  const bare = takeTags(evenBlanks(text.normalize('NFC')), tags);
  const found = findEpisode(bare);
  const { name, year } = takeYear(trimEnds(found === undefined ? bare : bare.slice(0, found.start)));
  const episodeTitle = found === undefined ? '' : trimEnds(bare.slice(found.end));
  const isMovie = found === undefined;
  return {
    name: isMovie && name === '' ? text.trim() : name,
    year,
    season: found?.season,
    episode: found?.episode,
    lastEpisode: found?.last,
    episodeTitle: episodeTitle === '' ? undefined : episodeTitle,
    ...tags,
    seriesKey: foldTitle(name),
  };
}

function trimEnds(text: string): string {
  const end = endOf(text);
  let start = 0;
  while (start < end && edge.test(text.charAt(start))) start += 1;
  return evenBlanks(text.slice(start, end));
}

/** How many characters of a title remain without the separators (blanks, `.`, `|`, `-`, …) at its end. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && edge.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/**
 * Removes quality and language tags from a title. A word for a language is removed only where it cannot be a word of
 * the title itself.
 */
function takeTags(text: string, tags: Pick<Title, 'quality' | 'language'>): string {
  const isTag = (word: string): boolean => {
    const quality = wholeQuality.test(word);
    const language = wholeLanguage.test(word);
    if (quality) tags.quality.push(word.toUpperCase().replace(/\s/g, ''));
    else if (language) tags.language.push(word.toUpperCase());
    return quality || language;
  };
  let rest = text.replace(bracketed, (whole, inside: string) => {
    const words = inside.trim().split(/[\s/,-]+/u);
    return words.every(isTag) ? ' ' : whole;
  });
  if (rest.includes('|')) rest = rest.replace(barPrefix, (whole, word: string) => (isTag(word) ? '' : whole));
  if (qualityHint.test(rest)) {
    rest = rest.replace(qualityTag, (tag) => {
      tags.quality.push(tag.toUpperCase().replace(/\s/g, ''));
      return ' ';
    });
  }
  return takeTrailingLanguages(rest, tags.language);
}

/**
 * Removes words for languages in capitals from the end of a title (`Película LATINO`), unless the whole title is in
 * capitals or consists only of such words.
 */
function takeTrailingLanguages(text: string, language: string[]): string {
  let end = endOf(text);
  for (;;) {
    let cut = end;
    while (cut > 0 && !wordEnd.test(text.charAt(cut - 1))) cut -= 1;
    const word = text.slice(cut, end);
    const headEnd = endOf(text.slice(0, cut));
    const isAlone = !wholeCapitalLanguage.test(word) || headEnd === 0;
    if (isAlone || word === 'ES' || word === 'ESP') return text.slice(0, end);
    language.push(word);
    end = headEnd;
  }
}

function findEpisode(text: string) {
  for (const pattern of episodeForms) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const { season, episode, last } = match.groups ?? {};
    return {
      start: match.index,
      end: match.index + match[0].length,
      season: season === undefined ? 1 : Number(season),
      episode: Number(episode),
      last: last === undefined ? undefined : Number(last),
    };
  }
  return undefined;
}

function takeYear(name: string): { name: string; year: number | undefined } {
  const match = /[([]((?:19|20)\d{2})[)\]]$/u.exec(name);
  if (match === null || match.index === 0) return { name, year: undefined };
  return { name: trimEnds(name.slice(0, match.index)), year: Number(match[1]) };
}
