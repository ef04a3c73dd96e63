/** The plans that an administrator can give, from the lowest to the highest rank. */
export const planKeys = ['gplay', 'estandar', 'cinefilo', 'sports', 'premium'] as const;
export type PlanKey = (typeof planKeys)[number];

/** The plan of a new account; unknown and outdated plan values are also read as this plan. */
export const defaultPlan: PlanKey = 'gplay';

/** The display name of each plan. */
export const planNames: Readonly<Record<PlanKey, string>> = {
  gplay: 'GPlay',
  estandar: 'Estándar',
  cinefilo: 'Cinéfilo',
  sports: 'Sports',
  premium: 'Premium',
};

/** The range of simultaneous streams that an administrator can set for a plan. */
export const maxStreamsRange = { min: 1, max: 20 } as const;

export const roles = ['admin', 'user'] as const;
export type Role = (typeof roles)[number];

export function isPlanKey(value: string): value is PlanKey {
  return (planKeys as readonly string[]).includes(value);
}

/**
 * Reads a plan value, old names included: `basico` and `gratuito` are `gplay`; an unknown value is read as the lowest
 * plan, never as a higher one.
 *
 * @see the specification, sections 4 and 6 (the two plan vocabularies)
 */
export function readPlan(value: string): PlanKey {
  return isPlanKey(value) ? value : defaultPlan;
}
