/*
 * Sorts videos into groups from which the home page composes rows: by kind, genre, category, decade and first letter.
 * Each list of groups begins with the largest group, because a large group is what the catalogue is about; only decades
 * begin with the newest and letters with A. In a group, videos with a picture come first.
 */
import { foldText, mainSections, rowLength, type VideoCard } from '@butaca/contract';
import { isForKids, kidsTipo } from '../../../shared/video/kids.ts';
import { sortTitle } from '../../../shared/video/title-keys.ts';

/** Videos that may fill a row of the home page, and the heading of that row. */
export interface VideoGroup {
  /** Identifies the group, such as `genre terror`. */
  key: string;
  heading: string;
  videos: VideoCard[];
}

const kindHeadings: ReadonlyMap<string, string> = new Map([
  ['pelicula', 'Películas'],
  ['serie', 'Series'],
  ['anime', 'Animes'],
  ['dorama', 'Doramas'],
  ['novela', 'Novelas'],
  ['documental', 'Documentales'],
  [kidsTipo, 'Zona Kids'],
]);

/**
 * Groups videos by kind (film, series, children's title …). There are no groups where all videos are of one kind: such a
 * row would have nothing in common but what the whole page has.
 */
export function groupByKind(videos: readonly VideoCard[]): VideoGroup[] {
  const groups = group(videos, (video) => [isForKids(video) ? kidsTipo : video.tipo], {
    prefix: 'kind',
    headingOf: (kind) => kindHeadings.get(kind),
  });
  return groups.length > 1 ? groups : [];
}

/** Groups videos by genre; a video with several genres is in several groups. */
export const groupByGenre = (videos: readonly VideoCard[]): VideoGroup[] =>
  group(videos, ({ genres }) => genres, { prefix: 'genre', headingOf: (genre) => genre });

const sectionHeadings: ReadonlyMap<string, string> = new Map(
  mainSections.map(({ key, displayName }) => [key, displayName]),
);
/** The section of films that are sorted by their genres only; as a row it would have nothing in common. */
const plainSection = 'POR_GENERO';

/** Groups films by section, such as «CINE 4K UHD», and series by category, such as «Netflix». */
export const groupByCategory = (videos: readonly VideoCard[]): VideoGroup[] =>
  group(
    videos,
    (video) => {
      if (isForKids(video)) return [];
      const section =
        video.mainSection === plainSection ? undefined : sectionHeadings.get(video.mainSection ?? '');
      return [section, video.subcategoria].filter((name) => typeof name === 'string');
    },
    { prefix: 'category', headingOf: (name) => name },
  );

/** Videos from before this year are in one row of classics instead of a row for each decade. */
const classicsBefore = 1960;
const classics = 'Clásicos de siempre';

/** Groups videos by the decade in which they came out, the newest decade first; old ones are classics. */
export const groupByDecade = (videos: readonly VideoCard[]): VideoGroup[] =>
  group(
    videos,
    ({ releaseYear }) => {
      if (releaseYear === null) return [];
      return [String(releaseYear < classicsBefore ? 0 : Math.floor(releaseYear / 10) * 10)];
    },
    { prefix: 'decade', headingOf: nameDecade },
  ).toSorted((one, other) => newestYear(other) - newestYear(one));

const newestYear = ({ videos }: VideoGroup): number =>
  Math.max(...videos.map(({ releaseYear }) => releaseYear ?? 0));

/** «De los años 80»; from 2000 on with the century, because «los años 10» may be those of a hundred years ago. */
function nameDecade(decade: string): string {
  if (decade === '0') return classics;
  return `De los años ${decade < '2000' ? decade.slice(2) : decade}`;
}

/** Names and items of a list, in groups of neighbouring first letters. */
interface LetterGroup<T> {
  /** The first letters of the group, such as «la A a la D» or «la M». */
  letters: string;
  items: T[];
}

/**
 * Sorts items by name, and groups them by first letters: neighbouring letters are joined until they fill a row. Names
 * that begin with a digit or sign are left out where others fill rows.
 */
export function groupByLetters<T>(items: readonly T[], nameOf: (item: T) => string): LetterGroup<T>[] {
  const byLetter = new Map<string, T[]>();
  const sorted = items
    .map((item) => ({ item, name: sortTitle(nameOf(item)) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  for (const { item, name } of sorted) {
    const letter = /^\p{L}/u.exec(name)?.[0].toLocaleUpperCase('es') ?? '';
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), item]);
  }
  byLetter.delete('');
  const groups: { first: string; last: string; items: T[] }[] = [];
  for (const [letter, named] of byLetter) {
    const open = groups.at(-1);
    if (open === undefined || open.items.length >= rowLength) {
      groups.push({ first: letter, last: letter, items: named });
    } else {
      open.last = letter;
      open.items = [...open.items, ...named];
    }
  }
  return groups.map(({ first, last, items: named }) => ({
    letters: first === last ? `la ${first}` : `la ${first} a la ${last}`,
    items: named,
  }));
}

/** Puts cards with a picture before those without, otherwise in their order. */
export const picturedFirst = (videos: readonly VideoCard[]): VideoCard[] => [
  ...videos.filter(({ thumbnail }) => thumbnail !== null),
  ...videos.filter(({ thumbnail }) => thumbnail === null),
];

function group(
  videos: readonly VideoCard[],
  namesOf: (video: VideoCard) => readonly string[],
  { prefix, headingOf }: { prefix: string; headingOf: (name: string) => string | undefined },
): VideoGroup[] {
  const groups = new Map<string, VideoGroup>();
  for (const video of videos) {
    for (const name of new Set(namesOf(video))) {
      const heading = headingOf(name);
      if (heading === undefined) continue;
      const key = `${prefix} ${foldText(name)}`;
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { key, heading, videos: [video] });
      else known.videos.push(video);
    }
  }
  return [...groups.values()]
    .toSorted((one, other) => other.videos.length - one.videos.length)
    .map((each) => ({ ...each, videos: picturedFirst(each.videos) }));
}
