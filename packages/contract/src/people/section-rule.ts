import { planKeys, type PlanKey, type Role } from './plan.ts';

/** The plans that open each section, by section key. A section without a key here is open to every plan. */
const plansBySection: Readonly<Record<string, readonly PlanKey[]>> = {
  CINE_4K: ['cinefilo', 'premium'],
  CINE_60FPS: ['cinefilo', 'premium'],
  CINE_2025: ['cinefilo', 'premium'],
  TV_EN_VIVO: ['sports', 'premium'],
  DORAMAS: ['estandar', 'cinefilo', 'premium'],
};

/** The section rule that applies to channels without plans of their own. */
export const liveTvSection = 'TV_EN_VIVO';

/** The plans that open a section; all plans when the section has no rule. */
export function plansForSection(section: string): readonly PlanKey[] {
  return plansBySection[section] ?? planKeys;
}

/** A person's role and plan, on which an access decision depends. */
export interface Viewer {
  role: Role;
  plan: PlanKey;
}

/**
 * The plans that open an item: the item's own plans if it has any, otherwise the plans of its section.
 *
 * @param requiresPlan - the item's plans; unknown keys never open anything
 */
export function plansForItem(requiresPlan: readonly string[], section: string): readonly PlanKey[] {
  return requiresPlan.length > 0
    ? planKeys.filter((plan) => requiresPlan.includes(plan))
    : plansForSection(section);
}

/**
 * Whether a person may open an item. The client shows locks by this rule and the server enforces it. Administrators may
 * open every item.
 *
 * @see the specification, section 6
 */
export function canOpen(viewer: Viewer, requiresPlan: readonly string[], section: string): boolean {
  return viewer.role === 'admin' || plansForItem(requiresPlan, section).includes(viewer.plan);
}
