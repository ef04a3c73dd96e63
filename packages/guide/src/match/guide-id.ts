/**
 * Reads ids of channels in guides. Most are made as those of iptv-org: `TNTSeriesMexico.us@SD` has a name, the country of its
 * owner, and a feed. The name or the feed may say for which country or region the channel is made.
 */
import { areaOfCode, areaOfPlace, europe, latinAmerica, unknownArea, type Area } from './area.ts';

/** How much of an id is read, in characters. */
const longest = 120;

export interface GuideId {
  /** The id without its feed, in lower case: by it ids are compared that differ in case or feed. */
  plain: string;
  /** The name in the id, with blanks between its words: `TNT Series Mexico`; `undefined` in ids of other forms. */
  name: string | undefined;
  /** For where the feed or the name says that the channel is made. */
  made: Area;
  /** The country of the owner, by the end of the id. */
  owner: Area;
}

const form = /^([\p{L}\p{N}_.-]{1,100})\.([a-z]{2})$/iu;
/** Endings of two letters that are no countries, but domains or qualities. */
const noCountries: ReadonlySet<string> = new Set(['tv', 'hd', 'sd', 'fm', 'io']);
/** Words of feeds of networks for Latin America. */
const latinFeeds: ReadonlySet<string> = new Set(
  'panregional latinamerica north south andes andean southatlantic southcone centralamerica caribbean'.split(
    ' ',
  ),
);
const latinWords: ReadonlySet<string> = new Set(
  'norte sur centro oeste andes andina andino north south andean sud panregional latino'.split(' '),
);

export function readGuideId(text: string): GuideId {
  const id = text.trim().slice(0, longest);
  const [stem = '', feed = ''] = id.split('@');
  const plain = stem.trim().toLowerCase();
  const found = form.exec(stem.trim());
  const ending = found?.[2]?.toLowerCase() ?? '';
  if (found === null || noCountries.has(ending))
    return { plain, name: undefined, made: areaOfFeed(feed), owner: unknownArea };
  const name = spaced(found[1] ?? '');
  const owner = areaOfCode(ending);
  return { plain, name, made: areaOfFeed(feed) || areaOfName(name, owner), owner };
}

/** Puts blanks between the words of an id: `LaSexta`, `TVE.La.1` and `canal_sur` are several words each. */
const spaced = (stem: string): string =>
  stem
    .replace(/[_.-]+/g, ' ')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/Plus(\d)$/, '+$1')
    .trim();

function areaOfFeed(feed: string): Area {
  if (feed === '' || feed.length > 40) return unknownArea;
  if (latinFeeds.has(feed.toLowerCase())) return latinAmerica;
  return feed.length > 3 ? areaOfPlace(spaced(feed)) : unknownArea;
}

function areaOfName(name: string, owner: Area): Area {
  const words = name.split(' ');
  if (words.length < 2) return unknownArea;
  for (const count of [2, 1]) {
    const last = words.slice(-count).join(' ');
    const area = words.length > count && last.length > 3 ? areaOfPlace(last) : unknownArea;
    if (area !== unknownArea) return area;
  }
  const last = words.at(-1)?.toLowerCase() ?? '';
  if (last === 'europe') return europe;
  return owner === 'us' && latinWords.has(last) ? latinAmerica : unknownArea;
}
