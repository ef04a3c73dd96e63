import { canOpen, planKeys, planNames, plansForSection } from '@butaca/contract';
import { useSyncExternalStore } from 'react';
import { sessionStore } from '../../platform/session/session-store.ts';

/**
 * Returns a function that says whether the plan of the signed-in person opens a section of the catalogue.
 *
 * @see docs/requisitos.md, R6.7
 */
export function useSectionEntry(): (section: string) => boolean {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  return (section) => session.status === 'authenticated' && canOpen(session.user, [], section);
}

const disjunction = new Intl.ListFormat('es', { type: 'disjunction' });

/**
 * The names of the plans that open a section of the catalogue, as a Spanish phrase: «Cinéfilo o Premium»; `undefined`
 * if every plan opens it.
 */
export function plansSentence(section: string): string | undefined {
  const plans = plansForSection(section);
  return plans.length === planKeys.length
    ? undefined
    : disjunction.format(plans.map((plan) => planNames[plan]));
}

/**
 * The Spanish sentence that says that the person's plan does not open a section of the catalogue.
 *
 * @see docs/requisitos.md, R6.8
 */
export function entryDenial(section: string): string {
  const isOfFilms = plansSentence(section) === 'Cinéfilo o Premium';
  const plan = isOfFilms ? 'el plan Cinéfilo o Premium' : 'un plan superior';
  return `🎬 Estimado cliente, debe tener ${plan} para acceder a esta sección.`;
}
