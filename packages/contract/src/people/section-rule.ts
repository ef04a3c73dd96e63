import { planKeys, type PlanKey, type Role } from './plan.ts';

/** Sections whose entry a plan can gate. Any other key is open to every plan. */
const plansBySection: Readonly<Record<string, readonly PlanKey[]>> = {
  CINE_4K: ['cinefilo', 'premium'],
  CINE_60FPS: ['cinefilo', 'premium'],
  CINE_2025: ['cinefilo', 'premium'],
  TV_EN_VIVO: ['sports', 'premium'],
  DORAMAS: ['estandar', 'cinefilo', 'premium'],
};

/** The section rule that channels without plans of their own inherit. */
export const liveTvSection = 'TV_EN_VIVO';

/** Plans that open a section; all of them when the section has no rule. */
export function plansForSection(section: string): readonly PlanKey[] {
  return plansBySection[section] ?? planKeys;
}

/** Who asks: what an access decision needs to know of a person. */
export interface Viewer {
  role: Role;
  plan: PlanKey;
}

/**
 * Plans that open an item: its own when it names any, else those of its section.
 *
 * @param requiresPlan - the item's plans; unknown keys never open anything
 */
export function plansForItem(requiresPlan: readonly string[], section: string): readonly PlanKey[] {
  return requiresPlan.length > 0
    ? planKeys.filter((plan) => requiresPlan.includes(plan))
    : plansForSection(section);
}

/**
 * The one access rule: the client gates with it, the server enforces it. Administrators pass.
 *
 * @see the specification, section 6
 */
export function canOpen(viewer: Viewer, requiresPlan: readonly string[], section: string): boolean {
  return viewer.role === 'admin' || plansForItem(requiresPlan, section).includes(viewer.plan);
}
