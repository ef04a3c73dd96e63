import { planKeys, planNames, type PlanKey, type PlanOpening } from '@butaca/contract';

const list = new Intl.ListFormat('es', { type: 'conjunction' });
const either = new Intl.ListFormat('es', { type: 'disjunction' });
const shown = (count: number): string => count.toLocaleString('es');

/** The parts of the catalogue of which a plan opens something, such as `Películas (40 de 200)`. */
const listOpen = ({ areas }: PlanOpening): string[] =>
  areas
    .filter(({ open }) => open > 0)
    .map(({ name, open, total }) =>
      open < total ? `${name} (${shown(open)} de ${shown(total)})` : `${name} (${shown(total)})`,
    );

/**
 * What a plan includes, such as `Incluye TV en Vivo (619), Películas (40 de 200)`, or which plan above it includes the
 * same; empty until it is known.
 */
export function describeOpening(opening: PlanOpening | undefined): string {
  if (opening === undefined) return '';
  const [first] = opening.alike;
  if (opening.open > 0 && first !== undefined && planKeys.indexOf(first) < planKeys.indexOf(opening.key))
    return `Incluye lo mismo que ${planNames[first]}`;
  return opening.open === 0 ? 'Todavía no incluye nada' : `Incluye ${listOpen(opening).join(', ')}`;
}

/**
 * Says which plans open the same titles and channels, a sentence for each group of them; none while the catalogue is
 * empty.
 */
export function describeAlike(openings: Iterable<PlanOpening>): string[] {
  return [...openings]
    .filter(({ key, total, alike }) => total > 0 && alike.length > 0 && isBefore(key, alike))
    .map(({ key, open, alike }) => {
      const names = list.format([key, ...alike].map((each) => planNames[each]));
      return open === 0 ? `${names} no abren nada del catálogo.` : `${names} abren lo mismo.`;
    });
}

/** Whether a plan is lower than all others of its group. */
const isBefore = (key: PlanKey, others: readonly PlanKey[]): boolean =>
  others.every((other) => planKeys.indexOf(key) < planKeys.indexOf(other));

/** Says what a person with a plan can open. `isNothing`: everything of a catalogue that is not empty has a lock. */
export interface Reach {
  isNothing: boolean;
  sentence: string;
}

/**
 * Says what a person who gets a plan will be able to open; where that is nothing, also which plans open something.
 *
 * @param openings - what each plan opens of the present catalogue; `undefined` until it is known
 */
export function describeReach(
  openings: ReadonlyMap<PlanKey, PlanOpening> | undefined,
  plan: PlanKey,
): Reach | undefined {
  const opening = openings?.get(plan);
  if (openings === undefined || opening === undefined) return undefined;
  const { open, total } = opening;
  if (total === 0) {
    return { isNothing: false, sentence: 'El catálogo todavía está vacío: ningún plan abre nada.' };
  }
  if (open > 0) {
    const all = open === total ? 'todo el catálogo: ' : '';
    return { isNothing: false, sentence: `${planNames[plan]} abre ${all}${list.format(listOpen(opening))}.` };
  }
  const others = [...openings.values()].filter((other) => other.open > 0).map(({ key }) => planNames[key]);
  const advice = others.length === 0 ? '' : ` Con ${either.format(others)} sí hay algo que ver.`;
  return {
    isNothing: true,
    sentence: `${planNames[plan]} no abre nada del catálogo de ahora: todo se verá con candado.${advice}`,
  };
}
