/**
 * Composes the page of plans: for each offered plan, how much of each part of the catalogue it opens, and posters and
 * logos as examples.
 *
 * The examples of a plan begin with what the plan before it on the page does not open, because that is what a person
 * would gain; they alternate between the parts of the catalogue, so that a hundred channels do not push out the films.
 */
import {
  mainSections,
  planKeys,
  type OfferedPlan,
  type PlanArea,
  type PlanKey,
  type PlanOpening,
  type PlanSample,
} from '@butaca/contract';

/** A part of the catalogue that the same plans open, as the features of videos and channels count it. */
export interface Opening {
  area: { key: string; name: string };
  plans: readonly PlanKey[];
  total: number;
  samples: readonly PlanSample[];
}

/** What the operator shows of a plan. */
export interface Offer {
  key: PlanKey;
  name: string;
  price: string;
  maxStreams: number;
}

const samplesShown = 12;

/** @param offers - the offered plans in the order of the page */
export function composeOffers(offers: readonly Offer[], openings: readonly Opening[]): OfferedPlan[] {
  return offers.map(({ key, name, price, maxStreams }, index) => {
    const before = offers[index - 1]?.key;
    const opened = openings.filter(({ plans }) => plans.includes(key));
    const isGain = ({ plans }: Opening): boolean => before !== undefined && !plans.includes(before);
    const samples = [
      ...alternate(opened.filter(isGain).map((opening) => opening.samples)),
      ...alternate(opened.filter((opening) => !isGain(opening)).map((opening) => opening.samples)),
    ];
    return {
      key,
      name,
      price,
      maxStreams,
      areas: listAreas(openings, key),
      samples: samples.slice(0, samplesShown),
    };
  });
}

/** Tells of every plan what it opens of the catalogue, and which other plans open exactly the same. */
export function composeOpenings(openings: readonly Opening[]): PlanOpening[] {
  const sum = (counted: readonly { total: number }[]): number =>
    counted.reduce((all, { total }) => all + total, 0);
  return planKeys.map((key) => ({
    key,
    open: sum(openings.filter(({ plans }) => plans.includes(key))),
    total: sum(openings),
    areas: listAreas(openings, key),
    alike: planKeys.filter((other) => other !== key && areAlike(openings, key, other)),
  }));
}

/** Whether two plans open exactly the same titles and channels. */
export const areAlike = (openings: readonly Opening[], one: PlanKey, other: PlanKey): boolean =>
  openings.every(({ plans }) => plans.includes(one) === plans.includes(other));

/** Sums up each part of the catalogue, in the order in which the navigation shows them. */
function listAreas(openings: readonly Opening[], plan: PlanKey): PlanArea[] {
  const areas = new Map<string, PlanArea>();
  for (const { area, plans, total } of openings) {
    const sum = areas.get(area.key) ?? { ...area, open: 0, total: 0 };
    sum.total += total;
    if (plans.includes(plan)) sum.open += total;
    areas.set(area.key, sum);
  }
  return areaOrder.flatMap((key) => areas.get(key) ?? []);
}

/** Takes from each list its first element, then from each its second, and so on. */
function alternate<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, nth) =>
    lists.flatMap((list) => list.slice(nth, nth + 1)),
  ).flat();
}

const ofKind: Readonly<Record<string, string>> = {
  pelicula: 'Películas',
  serie: 'Series',
  anime: 'Animes',
  dorama: 'Doramas',
  novela: 'Novelas',
  documental: 'Documentales',
};

export const liveTvArea = { key: 'tv', name: 'TV en Vivo' } as const;
const kidsArea = { key: 'kids', name: 'Zona Kids' } as const;
/** The sections of films that have rules or a screen of their own; all other films are «Películas». */
const ownSections = mainSections.filter(({ key }) => /^(?:CINE_|ESPECIALES)/.test(key));

const areaOrder: readonly string[] = [
  liveTvArea.key,
  'pelicula',
  ...ownSections.map(({ key }) => key),
  ...Object.keys(ofKind).slice(1),
  kidsArea.key,
];

/** The part of the catalogue to which a video belongs on the page of plans. */
export function areaOfVideo(video: {
  tipo: string;
  mainSection: string | null;
  isForKids: boolean;
}): Opening['area'] {
  const section = ownSections.find(({ key }) => key === video.mainSection);
  if (section !== undefined) return { key: section.key, name: section.displayName };
  if (video.isForKids) return kidsArea;
  const key = Object.hasOwn(ofKind, video.tipo) ? video.tipo : 'pelicula';
  return { key, name: ofKind[key] ?? '' };
}
