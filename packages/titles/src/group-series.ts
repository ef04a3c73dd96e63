/**
 * Finds the series that a group (`group-title`) of an M3U file names, for chapters whose title has a number only.
 *
 * The parts of the group's name are divided by bars, hyphens with blanks and the like. A season (`Temporada 2`, `T3`,
 * `S02`) is a part of its own, or stands at the end of the name. Without a season, a series is named by the last part of
 * a group of series (`SERIES | Netflix | Élite`), or by a group that says nothing else (`Élite`).
 */
import { foldTitle } from './fold-title.ts';

export interface GroupSeries {
  name: string;
  season: number | undefined;
  /** Whether the group says that this is a series: it names a season, or has a word such as `SERIES`. */
  isExplicit: boolean;
}

const divider = /\s{0,3}[|>»/\\•·│┃:;]\s{0,3}|\s[-–—]\s/u;
const ornament = /^[^\p{L}\p{N}¿¡(]{1,20}|[^\p{L}\p{N}?!).]{1,20}$/gu;
const longest = 300;

const ordinals = [
  'primera',
  'segunda',
  'tercera',
  'cuarta',
  'quinta',
  'sexta',
  'septima',
  'octava',
  'novena',
  'decima',
];
const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const seasonWords: ReadonlySet<string> = new Set('temporada temporadas temp season t s seas'.split(' '));
const glued = /^(?:t|s|temp|temporada|season)(\d{1,3})$/;
const ordinal = /^(\d{1,3})(?:a|ª|º|o|st|nd|rd|th|er|da|ra|ta)?$/;

/**
 * @param isPlace - whether a part of the group's name says only a kind, a category, a genre or a country
 * @returns `undefined` for a group that names no series
 */
export function readGroupSeries(group: string, isPlace: (part: string) => boolean): GroupSeries | undefined {
  if (group.length > longest) return undefined;
  const parts = group
    .split(divider)
    .map((part) => part.replace(ornament, '').trim())
    .filter((part) => part !== '');
  let season: number | undefined;
  let name = parts.pop();
  if (name === undefined) return undefined;
  const own = readSeason(name);
  if (own !== undefined) {
    season = own.season;
    name = own.rest === '' ? parts.pop() : own.rest;
  } else {
    // `Temporada 2 | La casa`
    const before = readSeason(parts.at(-1) ?? '');
    if (before?.rest === '') {
      season = before.season;
      parts.pop();
    }
  }
  if (name === undefined || name === '' || isPlace(name)) return undefined;
  // `Cine | Canal` names no series; `SERIES | Élite` and `Élite` do.
  const isAlone = parts.length === 0;
  const isExplicit = season !== undefined || parts.some(saysSeries);
  return isExplicit || isAlone ? { name, season, isExplicit } : undefined;
}

const saysSeries = (part: string): boolean =>
  /\b(?:series?|anime|animes|novelas?|doramas?|temporadas?|shows?)\b/.test(foldTitle(part));

/** Takes the season from the end of a name, or from its start: `BREAKING BAD T3`, `Élite (Temporada 2)`. */
function readSeason(part: string): { rest: string; season: number } | undefined {
  const words = part.split(/[\s._()[\]]+/).filter((word) => word !== '');
  const folded = words.map((word) => foldTitle(word.replace(/[,:#-]/g, '')));
  for (const at of [words.length - 1, words.length - 2, 0]) {
    const found = at < 0 ? undefined : seasonAt(folded, at);
    if (found === undefined) continue;
    const rest = [...words.slice(0, at), ...words.slice(at + found.length)].join(' ');
    const isAtEdge = at === 0 || at + found.length === words.length;
    if (isAtEdge) return { rest: rest.replace(/[\s,:-]{1,10}$/, ''), season: found.season };
  }
  return undefined;
}

function seasonAt(words: readonly string[], at: number): { season: number; length: number } | undefined {
  const word = words[at] ?? '';
  const next = words[at + 1] ?? '';
  const inOne = glued.exec(word)?.[1];
  if (inOne !== undefined) return { season: Number(inOne), length: 1 };
  if (seasonWords.has(word)) {
    const season = readNumber(next, word.length > 1);
    return season === undefined ? undefined : { season, length: 2 };
  }
  if (!seasonWords.has(next) || next.length === 1) return undefined;
  const season = readNumber(word, true);
  return season === undefined ? undefined : { season, length: 2 };
}

function readNumber(word: string, hasWords: boolean): number | undefined {
  const digits = ordinal.exec(word)?.[1];
  if (digits !== undefined) return Number(digits);
  if (!hasWords) return undefined;
  const index = ordinals.indexOf(word) === -1 ? romans.indexOf(word) : ordinals.indexOf(word);
  return index === -1 ? undefined : index + 1;
}
