/*
 * Which series the films are the chapters of. Each film that its title names a chapter belongs to a set: by the series' name in
 * its title, else by its group, else by its picture, else by its folder. Evidence counts only where it holds together: when
 * films of one group have the same number and other titles, the group is of several series and says nothing. What is left is a
 * set of its own, without a name.
 * Sets of the same name (and year, where one is given) are one series; administrators may give each set another name. A
 * series of that name that is in the catalogue gets the chapters, unless more people would then see them. A chapter that is there
 * already, or a second film with the same number, stays a film.
 */
import { foldTitle } from '@butaca/m3u';
import type { ChapterTitle } from './read-chapter-title.ts';
import { folderOf, nameOfFolder, nameOfGroup, nameOfPicture } from './series-evidence.ts';

/** A film that may be a chapter. */
export interface Film {
  id: string;
  title: string;
  address: string;
  providerKey: string | null;
  groupTitle: string | null;
  picture: string | null;
  /** A chapter has the same address already. */
  hasTwin: boolean;
}

export interface PlannedChapter {
  film: Film;
  chapter: ChapterTitle;
  /** It stays a film. */
  isRepeated: boolean;
}

/** Films that belong together, as a dry run shows them. */
export interface FilmSet {
  key: string;
  /** Empty where no evidence gives a name. */
  name: string;
  year: number | undefined;
  chapters: PlannedChapter[];
}

/** A film, and what its title says. */
export type Member = Omit<PlannedChapter, 'isRepeated'>;

/** The fraction of a set's numbers that may have several titles. */
const conflictsAllowed = 0.1;

/** Sorts films and what their titles say into sets, those with a name first, and by name. */
export function groupFilms(members: readonly Member[]): FilmSet[] {
  const sets = new Map<string, FilmSet>();
  const add = (key: string, name: string, year: number | undefined, added: readonly Member[]): void => {
    const set = sets.get(key) ?? { key, name, year, chapters: [] };
    for (const member of added) set.chapters.push({ ...member, isRepeated: false });
    sets.set(key, set);
  };
  // A series has many chapters, and folding a name is what costs most here.
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
    ({ film }) => film.picture ?? undefined,
    2,
    (picture, found) => {
      const name = nameOfPicture(picture);
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

/** The key that equal names of a series share. */
export const seriesKey = (name: string, year: number | undefined): string =>
  `${foldTitle(name)}${year === undefined ? '' : ` (${year})`}`;

/** Hands over what a piece of evidence holds together; @returns the rest */
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

/** Whether so many numbers have several titles that the films must be of several series. */
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
