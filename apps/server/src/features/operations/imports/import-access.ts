import { planKeys, plansForItem, readPlans, type ImportAccess, type PlanKey } from '@butaca/contract';
import type { AccessGroup } from './open-import.ts';

/** Sums up which plans open what an import brought. @param given - the plans to which the import was opened */
export function toImportAccess(
  groups: readonly AccessGroup[],
  given: readonly PlanKey[] = planKeys,
): ImportAccess {
  const isGiven = ({ isOpened, requiresPlan }: AccessGroup): boolean =>
    isOpened && readPlans(requiresPlan).join() === readPlans(given).join();
  const count = (wanted: (group: AccessGroup) => boolean): number =>
    groups.filter(wanted).reduce((sum, { items }) => sum + items, 0);
  const plansOf = ({ requiresPlan, section }: AccessGroup) => plansForItem(requiresPlan, section);
  return {
    items: count(() => true),
    plans: planKeys.map((key) => ({ key, open: count((group) => plansOf(group).includes(key)) })),
    openable: count((group) => group.requiresPlan.length === 0 && plansOf(group).length < planKeys.length),
    opened: count(isGiven),
  };
}

const countItems = (changed: number): string =>
  `${changed.toLocaleString('es')} ${changed === 1 ? 'elemento' : 'elementos'}`;

export const describeOpening = (changed: number): string =>
  changed === 0
    ? 'No había nada que abrir: todo está abierto o tiene planes elegidos en su ficha.'
    : `Abierto a todos los planes: ${countItems(changed)}.`;

export const describeClosing = (changed: number): string =>
  changed === 0
    ? 'No había nada que cerrar: nadie abrió esta importación o sus planes se cambiaron después.'
    : `Vuelven a valer los planes de su sección: ${countItems(changed)}.`;
