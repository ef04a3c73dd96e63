import {
  planKeys,
  plansForItem,
  sectionOf,
  seriesCategories,
  kidsCategory,
  kidsSection,
} from '@butaca/contract';
import { foldTitle } from '@butaca/titles';
import { codeOf, compare, seriesKey, type FilmSet, type PlannedChapter } from './plan-series.ts';
import type { FilmRow, KnownSeries } from './film-merge.repository.ts';

/** One series that a film merge (turning films into chapters) creates or extends. */
export interface SeriesPlan {
  name: string;
  year: number | undefined;
  /**
   * The series of the catalogue that gets the planned chapters; `undefined` when the merge of films creates a new
   * series.
   */
  known: KnownSeries | undefined;
  /** The subscription plans that open the new series; empty when every plan does. */
  requiresPlan: string[];
  subcategoria: string;
  /** The keys of those sets (groups of films by name, image or folder) that together become this series. */
  keys: string[];
  chapters: PlannedChapter[];
}

/**
 * The films that a film merge plans to turn into chapters, by id, with the columns (such as plans and group) from which
 * the columns of the new series are made.
 */
export type FilmFacts = ReadonlyMap<string, FilmRow>;

/**
 * Merges sets of films into series, under the names that administrators gave. Films of sets without a name stay films.
 *
 * @param names - given names by the sets' keys; an empty name leaves a set out
 * @param codesOf - returns the codes of the chapters of existing series: `<series id> <season>x<chapter>`
 */
export async function resolveSeries(
  sets: readonly FilmSet[],
  names: Readonly<Record<string, string>>,
  facts: FilmFacts,
  known: readonly KnownSeries[],
  codesOf: (seriesIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<SeriesPlan[]> {
  const merged = new Map<string, { name: string; year: number | undefined; sets: FilmSet[] }>();
  for (const set of sets) {
    const given = names[set.key];
    const { name, year } = given === undefined ? set : readGivenName(given);
    if (foldTitle(name) === '') continue;
    const key = seriesKey(name, year);
    const one = merged.get(key) ?? { name, year, sets: [] };
    one.sets.push(set);
    merged.set(key, one);
  }
  const knownByName = indexByName(known);
  const plans = [...merged.values()].map((one) => planOne(one, facts, knownByName));
  const taken = await codesOf(plans.flatMap((plan) => plan.known?.id ?? []));
  for (const plan of plans) markRepeated(plan, taken);
  return plans;
}

/**
 * Reads a series name that an administrator typed, such as `Los pazos (1985)`: a year in brackets at the end
 * distinguishes series of the same name.
 */
function readGivenName(given: string): { name: string; year: number | undefined } {
  const found = /^(.*\S)\s*\(((?:19|20)\d\d)\)$/u.exec(given.trim());
  return { name: found?.[1] ?? given.trim(), year: found === null ? undefined : Number(found[2]) };
}

function indexByName(known: readonly KnownSeries[]): ReadonlyMap<string, KnownSeries[]> {
  const index = new Map<string, KnownSeries[]>();
  for (const series of known) {
    const key = foldTitle(series.title);
    const same = index.get(key);
    if (same === undefined) index.set(key, [series]);
    else same.push(series);
  }
  return index;
}

function planOne(
  { name, year, sets }: { name: string; year: number | undefined; sets: readonly FilmSet[] },
  facts: FilmFacts,
  knownByName: ReadonlyMap<string, readonly KnownSeries[]>,
): SeriesPlan {
  const chapters = sets.flatMap((set) => set.chapters);
  const films = chapters.flatMap(({ film }) => facts.get(film.id) ?? []);
  const opening = plansOf(films);
  const known = (knownByName.get(foldTitle(name)) ?? []).find(
    (series) =>
      (year === undefined || series.releaseYear === null || series.releaseYear === year) &&
      plansForItem(series.requiresPlan, sectionOf(series)).every((plan) => opening.includes(plan)),
  );
  return {
    name: known?.title ?? name,
    year,
    known,
    requiresPlan: opening.length === planKeys.length ? [] : opening,
    subcategoria: categoryOf(films),
    keys: sets.map(({ key }) => key),
    chapters,
  };
}

/**
 * Returns the subscription plans that open every one of the films that become a series, so that the
 * series gives no person a film that their plan does not open.
 */
function plansOf(films: readonly FilmRow[]): string[] {
  const opening = planKeys.filter((plan) =>
    films.every((film) => plansForItem(film.requiresPlan, sectionOf(film)).includes(plan)),
  );
  return opening.length > 0 ? opening : ['premium'];
}

/**
 * Chooses the category of a series made from films by words of their provider group. Without such words it is
 * `Netflix`, which is also the default in the form for new series.
 */
function categoryOf(films: readonly FilmRow[]): string {
  if (films.length > 0 && films.every(({ mainSection }) => mainSection === kidsSection)) return kidsCategory;
  const given = films.find(({ subcategoria }) => seriesCategories.some((each) => each === subcategoria));
  if (given?.subcategoria) return given.subcategoria;
  const group = foldTitle(films.find(({ groupTitle }) => groupTitle !== null)?.groupTitle ?? '');
  const words: readonly (readonly [string, (typeof seriesCategories)[number]])[] = [
    ['prime', 'Prime Video'],
    ['amazon', 'Prime Video'],
    ['disney', 'Disney'],
    ['apple', 'Apple TV'],
    ['hbo', 'HBO MAX'],
    ['hulu', 'Hulu y Otros'],
    ['retro', 'Retro'],
    ['animad', 'Animadas'],
  ];
  return words.find(([word]) => group.includes(word))?.[1] ?? 'Netflix';
}

/**
 * Puts the chapters of a planned series in the order of season and number, and marks the films that must stay films. Of
 * two films with the same chapter number the older one becomes the chapter.
 */
function markRepeated(plan: SeriesPlan, taken: ReadonlySet<string>): void {
  const seen = new Set<string>();
  plan.chapters = plan.chapters
    .toSorted(
      (a, b) =>
        a.chapter.seasonNumber - b.chapter.seasonNumber ||
        a.chapter.chapterNumber - b.chapter.chapterNumber ||
        compare(a.film.id, b.film.id),
    )
    .map((planned) => {
      const code = codeOf(planned.chapter);
      const isTaken = plan.known !== undefined && taken.has(`${plan.known.id} ${code}`);
      const isRepeated = planned.film.hasTwin || isTaken || seen.has(code);
      if (!isRepeated) seen.add(code);
      return { ...planned, isRepeated };
    });
}
