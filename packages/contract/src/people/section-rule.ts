import { planKeys, readPlans, type PlanKey, type Role } from './plan.ts';

/**
 * The subscription plans that open each section of the catalogue, by section key. A section that is not listed is open
 * to every plan.
 */
const plansBySection: Readonly<Record<string, readonly PlanKey[]>> = {
  CINE_4K: ['cinefilo', 'premium'],
  CINE_60FPS: ['cinefilo', 'premium'],
  CINE_2025: ['cinefilo', 'premium'],
  TV_EN_VIVO: ['sports', 'premium'],
  DORAMAS: ['estandar', 'cinefilo', 'premium'],
};

/** The keys of the sections that some plans do not open. */
export const restrictedSections: readonly string[] = Object.keys(plansBySection);

/** The key of the section whose plans open a channel that names no plans itself. */
export const liveTvSection = 'TV_EN_VIVO';

/** The subscription plans that open a section of the catalogue; all plans when nothing restricts the section. */
export function plansForSection(section: string): readonly PlanKey[] {
  return plansBySection[section] ?? planKeys;
}

/** A person's role and subscription plan, which together decide what the person may open. */
export interface Viewer {
  role: Role;
  plan: PlanKey;
}

/**
 * The subscription plans that open a film, series or channel: those that it names itself or, if it names none, those of
 * its section.
 *
 * @param requiresPlan - the plans that the film, series or channel names; unknown plan names open nothing
 */
export function plansForItem(requiresPlan: readonly string[], section: string): readonly PlanKey[] {
  return requiresPlan.length > 0 ? readPlans(requiresPlan) : plansForSection(section);
}

/**
 * Whether a person may play a video or channel under their plan; administrators may play every one. The client decides
 * by this function which cards show a lock, and the server which requests it refuses.
 *
 * @see docs/requisitos.md, R6.7
 */
export function canOpen(viewer: Viewer, requiresPlan: readonly string[], section: string): boolean {
  return viewer.role === 'admin' || plansForItem(requiresPlan, section).includes(viewer.plan);
}
