/*
 * Plans which films become chapters of which series. Each film whose title names a chapter is put into a set: by the
 * series name in its title, else by its provider group, else by its image, else by the folder of its address. A group,
 * image or folder is ignored where it is inconsistent: when many of its films have equal chapter numbers and different
 * titles, it contains several series. A film without any such evidence is a set of its own, without a name.
 * Sets of the same name (and year, where one is given) become one series; administrators may give each set another
 * name. If the catalogue already has a series of that name, it gets the chapters, unless more people could then see
 * them. A film whose chapter the series already has, or whose number another film of the plan has, stays a film.
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
  /** Whether a chapter with the same address already exists. */
  hasTwin: boolean;
}

export interface PlannedChapter {
  film: Film;
  chapter: ChapterTitle;
  /** Whether the chapter's number is taken or its address is known; the film then stays a film. */
  isRepeated: boolean;
}

/** Films with the same series name, provider group, image or folder, as a dry run of the film merge shows them. */
export interface FilmSet {
  key: string;
  /** The series name; empty where no evidence gives a name. */
  name: string;
  year: number | undefined;
  chapters: PlannedChapter[];
}

/** A film with the chapter information of its title. */
export type Member = Omit<PlannedChapter, 'isRepeated'>;

/** The fraction of chapter numbers that may have several titles in a consistent group. */
const conflictsAllowed = 0.1;

/** Groups films into sets. Sets with a name come first, ordered by name. */
export function groupFilms(members: readonly Member[]): FilmSet[] {
  const sets = new Map<string, FilmSet>();
  const add = (key: string, name: string, year: number | undefined, added: readonly Member[]): void => {
    const set = sets.get(key) ?? { key, name, year, chapters: [] };
    for (const member of added) set.chapters.push({ ...member, isRepeated: false });
    sets.set(key, set);
  };
  // A series has many chapters, and folding its name is the most expensive step here, so keys are cached by spelling.
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

/** Returns the key under which sets of the same series name and year are merged. */
export const seriesKey = (name: string, year: number | undefined): string =>
  `${foldTitle(name)}${year === undefined ? '' : ` (${year})`}`;

/**
 * Groups films by a kind of evidence and calls `found` for each consistent group;
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

/** Whether more chapter numbers have several titles than one series could have. */
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
