/**
 * Finds what the neighbours of an entry in its group say of it, while a list is read from top to bottom.
 *
 * Names of one text with at least three numbers near each other («Marimar 1», «Marimar 2», «Marimar 3») are a run. Whether a
 * run is a series depends on its group: films of a saga are numbered alike, so in a group of films («CINE») a run is never
 * one, and in a group that may have films («Terror», «Disney», or one that has other films) only a run that is longer than
 * any saga. In a group that names a series explicitly («SERIES | Hierro»), different texts behind rising numbers («01 La
 * llegada», «02 El regreso») are a run, too.
 *
 * An entry is held back until the entries behind it that are in its reach have been seen. What a run is, is judged once,
 * when its first entry leaves, and holds for all that follow, so that a run is never split. The work is linear in the
 * entries; the entries held back, and the runs and groups that are known, are bounded.
 */
import type { NeighbourEvidence } from './entry-kind.ts';
import { foldTitle } from './fold-title.ts';
import { readFrontNumber, readNumberedName, type FrontNumber, type NumberPlace } from './numbered-name.ts';
import type { GroupContent } from './read-group.ts';

/** What has to be known of an entry to compare it with its neighbours. */
export interface ListedName {
  name: string;
  group: string;
  /** What the group says that it contains. */
  content: GroupContent | undefined;
  /** Whether the group names a series: `possible` where it may as well name a saga of films («Harry Potter»). */
  seriesInGroup: 'none' | 'possible' | 'explicit';
  /** Whether its address says that it is a film. */
  isAtFilm: boolean;
}

/** How many entries are looked at behind an entry. */
const reach = 400;
/** A run has at least so many numbers. */
const fewest = 3;
/** Numbers in front of so many films of a group are their places in a list: «1. Tiburón». */
const fewestPlaces = 5;
/** No saga of films has as many numbers. */
const longerThanSagas = 13;
/** A run of so many numbers, or with noughts in front of them, that is no series is doubtful. */
const doubtfulFrom = 10;
/** How far the numbers of a short run may lie apart on average: «Apolo 11», «Apolo 13» and «Apolo 18» are none. */
const widestStep = 2;
/** The same for a long run; lists sorted by letters have 1, 10, 100 and 11 beside each other. */
const widestStepOfMany = 10;
/** The most runs and groups that are known at a time. */
const mostKnown = 4_096;

interface Run {
  numbers: Set<number>;
  hasPadded: boolean;
  hasOwnTitles: boolean;
  hasCodes: boolean;
  /** What it is; `undefined` until its first entry leaves. */
  verdict: NeighbourEvidence['run'] | 'none' | undefined;
}

/** The numbers in front of the titles of a group's films. */
interface Fronts {
  count: number;
  numbers: Set<number>;
  /** The number in front of each title, folded. */
  rests: Map<string, number>;
  /** Whether a title stands behind two numbers. */
  hasRepeats: boolean;
  /** Whether they are no part of the titles; `undefined` until the first name with one leaves. */
  areSetOff: boolean | undefined;
}

interface Group {
  fronts: Readonly<Record<FrontNumber, Fronts>>;
  /** How many of its entries are named like films without a number. */
  films: number;
  /** Two names that end in a year without brackets, by that year and the word in front of it. */
  bareYears: string[];
  /** Whether there are two; `undefined` until the first of them leaves. */
  hasBareYears: boolean | undefined;
}

interface Held<Item> {
  item: Item;
  listed: ListedName | undefined;
  runs: readonly [run: Run, place: NumberPlace][];
  group: Group | undefined;
  front: FrontNumber | undefined;
  bareYearEnd: string | undefined;
}

/** An item that was held back, with what its neighbours say of it. */
export interface Compared<Item> {
  item: Item;
  neighbours: NeighbourEvidence | undefined;
}

export interface NeighbourFinder<Item> {
  /**
   * Adds the next item of a list, and adds to `left` those that are held back no longer.
   *
   * @param listed - `undefined` for an item that is compared with no other, such as a channel
   */
  add(item: Item, listed: ListedName | undefined, left: Compared<Item>[]): void;
  /** Adds all items that are still held back to `left`. */
  end(left: Compared<Item>[]): void;
}

export function createNeighbourFinder<Item>(): NeighbourFinder<Item> {
  const runs = new Map<string, Run>();
  const groups = new Map<string, Group>();
  let held: Held<Item>[] = [];
  let first = 0;

  function leave(left: Compared<Item>[]): void {
    const next = held[first]!;
    first += 1;
    left.push({ item: next.item, neighbours: judge(next) });
    // The entries that have left are dropped now and then, because dropping each would move all others.
    if (first <= reach) return;
    held = held.slice(first);
    first = 0;
  }

  return {
    add(item, listed, left) {
      held.push(listed === undefined ? withoutNeighbours(item) : look(item, listed, runs, groups));
      if (held.length - first > reach) leave(left);
    },
    end(left) {
      while (first < held.length) leave(left);
    },
  };
}

const withoutNeighbours = <Item>(item: Item): Held<Item> => ({
  item,
  listed: undefined,
  runs: [],
  group: undefined,
  front: undefined,
  bareYearEnd: undefined,
});

/** Finds the runs and the group of an entry, and counts it there. */
function look<Item>(
  item: Item,
  listed: ListedName,
  runs: Map<string, Run>,
  groups: Map<string, Group>,
): Held<Item> {
  const { name } = listed;
  const group = known(groups, listed.group, newGroup);
  const hasDigit = digit.test(name);
  const front = hasDigit ? countFront(listed, group) : undefined;
  const bareYearEnd = hasDigit ? bareYear.exec(name.slice(-longestEnd))?.[0]?.toLowerCase() : undefined;
  if (bareYearEnd !== undefined && group.bareYears.length < 2 && !group.bareYears.includes(bareYearEnd))
    group.bareYears.push(bareYearEnd);
  const isDated = hasDigit && (bareYearEnd !== undefined || bracketedYear.test(name));
  const mayBeNumbered = hasDigit && !isDated && listed.content !== 'films' && !seasonCode.test(name);
  const numbered = mayBeNumbered ? readNumberedName(name) : undefined;
  if (numbered === undefined) {
    if (!hasDigit || (isDated && !seasonCode.test(name))) group.films += 1;
    return { item, listed, runs: [], group, front, bareYearEnd };
  }
  const { place, text, year, season } = numbered;
  const found: [Run, NumberPlace][] = [];
  if (text !== '')
    found.push([
      known(runs, `${listed.group}\n${place}\n${text}\n${year ?? ''}\n${season ?? ''}`, newRun),
      place,
    ]);
  const isOfGroup =
    listed.seriesInGroup === 'explicit' || (listed.seriesInGroup === 'possible' && text === '');
  if (place === 'start' && isOfGroup) found.push([known(runs, `${listed.group}\n`, newRun), place]);
  for (const [run] of found) {
    if (run.verdict === undefined) run.numbers.add(numbered.number);
    run.hasPadded ||= numbered.isPadded;
    run.hasOwnTitles ||= numbered.hasOwnTitle;
    run.hasCodes ||= numbered.hasCode;
  }
  return { item, listed, runs: found, group, front, bareYearEnd };
}

/** Counts the number in front of a film's title. @returns what it may be; `undefined` where it is none */
function countFront({ name, content, isAtFilm }: ListedName, { fronts }: Group): FrontNumber | undefined {
  if (content === 'series') return undefined;
  const found = readFrontNumber(name);
  // «01 - La llegada» may be a chapter where nothing says that it is a film.
  const mayBe = found?.is === 'year' || content === 'films' || isAtFilm;
  if (found === undefined || !mayBe) return undefined;
  const counted = fronts[found.is];
  counted.count += 1;
  if (counted.areSetOff === undefined) {
    const rest = foldTitle(found.rest);
    counted.hasRepeats ||= (counted.rests.get(rest) ?? found.number) !== found.number;
    counted.rests.set(rest, found.number);
  }
  if (counted.areSetOff === undefined) counted.numbers.add(found.number);
  return found.is;
}

/** Whether as many films of a group have a number in front of their titles that it is no part of them. */
function areSetOff(is: FrontNumber, { count, numbers, hasRepeats }: Fronts): boolean {
  if (is === 'year') return count >= fewest;
  // «1. Rocky», «2. Rocky»: without their numbers these films would be one.
  if (hasRepeats) return false;
  const all = [...numbers];
  return all.length >= fewestPlaces && Math.max(...all) - Math.min(...all) < widestStep * all.length;
}

const digit = /\d/;
const bracketedYear = /[([{](?:19|20)\d\d[)\]}]/;
/** Codes with a season, which most names of chapters have; names with other ones are found when they are read. */
const seasonCode = /s\d{1,3}[ ._:-]{0,3}e\d|\d{1,2}x\d{2}|temporada|season/i;
/** A year at the end of a name or before tags in brackets, and the word before it. */
const bareYear = /\S{1,20}[\s,]{1,3}(?:[-–]\s)?(?:19|20)\d\d(?=\s{0,3}(?:$|[[(|]))/u;
const longestEnd = 80;

const newFronts = (): Fronts => ({
  count: 0,
  numbers: new Set(),
  rests: new Map(),
  hasRepeats: false,
  areSetOff: undefined,
});
const newGroup = (): Group => ({
  fronts: { place: newFronts(), year: newFronts() },
  films: 0,
  bareYears: [],
  hasBareYears: undefined,
});

const newRun = (): Run => ({
  numbers: new Set(),
  hasPadded: false,
  hasOwnTitles: false,
  hasCodes: false,
  verdict: undefined,
});

/** Finds what is known under a key, which counts as used again; the one that was not used for longest is forgotten. */
function known<T>(all: Map<string, T>, key: string, make: () => T): T {
  const found = all.get(key) ?? make();
  all.delete(key);
  all.set(key, found);
  if (all.size > mostKnown) all.delete(all.keys().next().value ?? '');
  return found;
}

function judge<Item>({ listed, runs, group, front, bareYearEnd }: Held<Item>): NeighbourEvidence | undefined {
  if (listed === undefined || group === undefined) return undefined;
  if (bareYearEnd !== undefined) group.hasBareYears ??= group.bareYears.length > 1;
  const hasBareYears = group.hasBareYears === true;
  let isPerhaps = false;
  for (const [run, place] of runs) {
    run.verdict ??= judgeRun(run, listed, group);
    // The numbers are needed no longer, and a run may have thousands.
    run.numbers.clear();
    if (run.verdict === 'chapters')
      return { run: 'chapters', numberPlace: place, front: undefined, hasBareYears };
    isPerhaps ||= run.verdict === 'perhaps';
  }
  return {
    run: isPerhaps ? 'perhaps' : undefined,
    numberPlace: undefined,
    front: front !== undefined && isFront(front, group.fronts[front]) ? front : undefined,
    hasBareYears,
  };
}

function isFront(is: FrontNumber, fronts: Fronts): boolean {
  fronts.areSetOff ??= areSetOff(is, fronts);
  fronts.numbers.clear();
  fronts.rests.clear();
  return fronts.areSetOff;
}

function judgeRun(run: Run, { content, isAtFilm }: ListedName, { films }: Group): Run['verdict'] {
  const numbers = [...run.numbers];
  const count = numbers.length;
  const lowest = Math.min(...numbers);
  const span = Math.max(...numbers) - lowest;
  const isLong = count >= longerThanSagas;
  if (count < fewest || span > (isLong ? widestStepOfMany : widestStep) * count) return 'none';
  if (content === 'series') return 'chapters';
  const otherwise = isLong || run.hasPadded || count >= doubtfulFrom ? 'perhaps' : 'none';
  if (isAtFilm) return otherwise;
  if (isLong || run.hasCodes) return 'chapters';
  if (content === 'mixed' || films > 0 || run.hasOwnTitles) return otherwise;
  // «Rocky», «Rocky 2»: the first film of a saga seldom has a number.
  return lowest === 2 && !run.hasPadded ? 'none' : 'chapters';
}
