/*
 * Plans, for a film merge, which films become chapters of which series. Each film whose title names a chapter is put
 * into a set (films of one series): by the series name in its title, else by its provider group, else by its image,
 * else by the folder of its address. A group, image or folder is ignored where it is inconsistent: when many of its
 * films have equal chapter numbers and different titles, it contains several series. A film without any such evidence
 * is a set of its own, without a name. Sets of the same name (and year, where one is given) become one series;
 * administrators may give each set another name. If the catalogue already has a series of that name, it gets the
 * chapters, unless more people could then see them. A film whose chapter the series already has, or whose number
 * another film of the plan has, stays a film.
 */
import { foldTitle } from '@butaca/titles';
import type { ChapterTitle } from './read-chapter-title.ts';
import { folderOf, nameOfFolder, nameOfGroup, nameOfImage } from './series-evidence.ts';

/** A film that a film merge may turn into a chapter. */
export interface Film {
  id: string;
  title: string;
  address: string;
  providerKey: string | null;
  groupTitle: string | null;
  image: string | null;
  /** Whether the catalogue has a chapter with the film's stream address already; the film then stays a film. */
  hasTwin: boolean;
}

export interface PlannedChapter {
  film: Film;
  chapter: ChapterTitle;
  /**
   * Whether the film must stay a film, because the series has a chapter of that number already, another film becomes
   * that chapter, or some chapter has the film's stream address.
   */
  isRepeated: boolean;
}

/**
 * Films that belong to one series by the name in their titles, their provider group, image or folder, as the dry run of
 * a merge of films into series shows them.
 */
export interface FilmSet {
  key: string;
  /**
   * The series name of a set of films that belong together; empty where neither titles nor group, image or folder give
   * a name.
   */
  name: string;
  year: number | undefined;
  chapters: PlannedChapter[];
}

/** A film, with the series, season and chapter number that its title gives. */
export type Member = Omit<PlannedChapter, 'isRepeated'>;

/**
 * The fraction of chapter numbers that may occur with several different titles among films of one series. Above it, the
 * provider group, image or folder that the films share is taken to contain several series.
 */
const conflictsAllowed = 0.1;

/** Groups films that belong to the same series into sets. Sets with a series name come first, ordered by name. */
export function groupFilms(members: readonly Member[]): FilmSet[] {
  const sets = new Map<string, FilmSet>();
  const add = (key: string, name: string, year: number | undefined, added: readonly Member[]): void => {
    const set = sets.get(key) ?? { key, name, year, chapters: [] };
    for (const member of added) set.chapters.push({ ...member, isRepeated: false });
    sets.set(key, set);
  };
  // A series has many chapters, and folding its name (lower case, no accents) is the most expensive step of the
  // grouping, so the folded keys are cached by the spelling of the name.
  const keys = new Map<string, string>();
  const addNamed = (name: string, year: number | undefined, added: readonly Member[]): void => {
    const spelt = `${name} (${year})`;
    const key = keys.get(spelt) ?? `name:${seriesKey(name, year)}`;
    keys.set(spelt, key);
    add(key, name, year, added);
  };

  let left: Member[] = [];
  for (const member of members) {
    const { seriesName, year } = member.chapter;
    if (seriesName === '') left.push(member);
    else addNamed(seriesName, year, [member]);
  }
  left = take(
    left,
    ({ film }) => foldTitle(nameOfGroup(film.groupTitle)) || undefined,
    1,
    (_key, found) => addNamed(nameOfGroup(found[0]?.film.groupTitle ?? null), undefined, found),
  );
  left = take(
    left,
    ({ film }) => film.image ?? undefined,
    2,
    (image, found) => {
      const name = nameOfImage(image);
      if (name === '') add(`set:${found[0]?.film.id}`, '', undefined, found);
      else addNamed(name, undefined, found);
    },
  );
  left = take(
    left,
    ({ film }) => folderOf(film.address, film.providerKey),
    2,
    (folder, found) => {
      const name = nameOfFolder(folder);
      if (name === '') add(`set:${found[0]?.film.id}`, '', undefined, found);
      else addNamed(name, undefined, found);
    },
  );
  for (const member of left) add(`set:${member.film.id}`, '', undefined, [member]);
  return [...sets.values()].toSorted(
    (a, b) => Number(a.name === '') - Number(b.name === '') || compare(foldTitle(a.name), foldTitle(b.name)),
  );
}

/**
 * Returns the key of a series name and year: sets of films (grouped by title, image or folder) with the same key become
 * one series.
 */
export const seriesKey = (name: string, year: number | undefined): string =>
  `${foldTitle(name)}${year === undefined ? '' : ` (${year})`}`;

/**
 * Groups films by one kind of evidence (provider group, image or folder) and calls `found` for each group that can be
 * one series: it is large enough, and its chapter numbers do not contradict each other.
 *
 * @returns the films without such a group
 */
function take(
  members: readonly Member[],
  evidenceOf: (member: Member) => string | undefined,
  atLeast: number,
  found: (evidence: string, members: Member[]) => void,
): Member[] {
  const groups = new Map<string, Member[]>();
  const rest: Member[] = [];
  for (const member of members) {
    const evidence = evidenceOf(member);
    if (evidence === undefined) rest.push(member);
    else push(groups, evidence, member);
  }
  for (const [evidence, group] of groups) {
    if (group.length < atLeast || isTorn(group)) rest.push(...group);
    else found(evidence, group);
  }
  return rest;
}

function push(groups: Map<string, Member[]>, evidence: string, member: Member): void {
  const group = groups.get(evidence);
  if (group === undefined) groups.set(evidence, [member]);
  else group.push(member);
}

/** Whether too many chapter numbers occur with several titles for the films to be of one series. */
function isTorn(members: readonly Member[]): boolean {
  const titles = new Map<string, Set<string>>();
  for (const { chapter } of members) {
    const code = codeOf(chapter);
    titles.set(code, (titles.get(code) ?? new Set()).add(foldTitle(chapter.title)));
  }
  const torn = [...titles.values()].filter((each) => each.size > 1).length;
  return torn > titles.size * conflictsAllowed;
}

export const codeOf = ({
  seasonNumber,
  chapterNumber,
}: Pick<ChapterTitle, 'seasonNumber' | 'chapterNumber'>) => `${seasonNumber}x${chapterNumber}`;

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
