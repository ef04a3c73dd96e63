/** The plans that an administrator can give, from the lowest to the highest rank. */
export const planKeys = ['gplay', 'estandar', 'cinefilo', 'sports', 'premium'] as const;
export type PlanKey = (typeof planKeys)[number];

/** What a new account gets, and what every unknown or outdated plan value is read as. */
export const defaultPlan: PlanKey = 'gplay';

/** How people read each plan. */
export const planNames: Readonly<Record<PlanKey, string>> = {
  gplay: 'GPlay',
  estandar: 'Estándar',
  cinefilo: 'Cinéfilo',
  sports: 'Sports',
  premium: 'Premium',
};

/** How many simultaneous streams an administrator can give a plan. */
export const maxStreamsRange = { min: 1, max: 20 } as const;

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

export function isPlanKey(value: string): value is PlanKey {
  return (planKeys as readonly string[]).includes(value);
}

/**
 * Reads a plan value of any age: `basico` and `gratuito` are `gplay`, and what is unknown is the lowest plan,
 * never a higher one.
 *
 * @see the specification, sections 4 and 6 (the two plan vocabularies)
 */
export function readPlan(value: string): PlanKey {
  return isPlanKey(value) ? value : defaultPlan;
}
