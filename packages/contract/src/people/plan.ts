/** The subscription plans that an administrator can give to a user, from the lowest to the highest. */
export const planKeys = ['gplay', 'estandar', 'cinefilo', 'sports', 'premium'] as const;
export type PlanKey = (typeof planKeys)[number];

/**
 * The lowest subscription plan: what unknown and outdated plan names are read as, and the plan of new accounts until an
 * administrator sets another one.
 */
export const defaultPlan: PlanKey = 'gplay';

/**
 * The header with which each answer to a signed-in person names their plan. An administrator may change the plan at any
 * time, and an open page learns of the change from its next call.
 */
export const planHeader = 'x-plan';

export const planNames: Readonly<Record<PlanKey, string>> = {
  gplay: 'GPlay',
  estandar: 'Estándar',
  cinefilo: 'Cinéfilo',
  sports: 'Sports',
  premium: 'Premium',
};

/**
 * How many devices of one person an administrator can let play at once under a plan: the smallest and the largest
 * number.
 */
export const maxStreamsRange = { min: 1, max: 20 } as const;

/** The longest name and price text that the operator can give a plan on the page of plans, in characters. */
export const planNameMaxLength = 40;
export const planPriceMaxLength = 60;

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

export function isPlanKey(value: string): value is PlanKey {
  return (planKeys as readonly string[]).includes(value);
}

/** Older names of subscription plans, with the plan that each of them means. */
const olderNames: Readonly<Record<string, PlanKey>> = { basico: 'gplay', gratuito: 'gplay' };

/** The subscription plans that a list of plan names means; older names are understood, unknown names are dropped. */
export function readPlans(names: readonly string[]): PlanKey[] {
  const meant = new Set(names.map((name) => (Object.hasOwn(olderNames, name) ? olderNames[name] : name)));
  return planKeys.filter((plan) => meant.has(plan));
}

/**
 * Reads the name of a subscription plan from stored or foreign data. The old names `basico` and `gratuito` mean
 * `gplay`; an unknown name is read as the lowest plan, never as a higher one.
 *
 * @see docs/requisitos.md, R4.21 and R6.7
 */
export function readPlan(value: string): PlanKey {
  return isPlanKey(value) ? value : defaultPlan;
}
