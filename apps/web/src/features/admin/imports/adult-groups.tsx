import type { ImportGroup } from '@butaca/contract';
import { Button, Notice } from '@butaca/ui';
import './imports.css';

const namesShown = 8;

interface AdultGroupsProps {
  /** The groups of the list with the choices that the person has made so far. */
  groups: readonly ImportGroup[];
  disabled: boolean;
  onChoose: (changed: readonly ImportGroup[]) => void;
}

/** Asks once for a whole list whether its groups for adults are imported too; nothing where the list has none. */
export function AdultGroups({ groups, disabled, onChoose }: AdultGroupsProps) {
  const adults = groups.filter(({ isAdult }) => isAdult);
  if (adults.length === 0) return null;
  const choose = (isIncluded: boolean): void => onChoose(adults.map((group) => ({ ...group, isIncluded })));
  const answers = [
    { label: 'Importarlos', isIncluded: true },
    { label: 'Dejarlos fuera', isIncluded: false },
  ];
  return (
    <Notice
      tone="info"
      title="¿Importar también los grupos para adultos?"
      action={
        <span className="adult-groups" role="group" aria-label="Grupos para adultos">
          {answers.map(({ label, isIncluded }) => (
            <Button
              key={label}
              size="sm"
              variant="line"
              disabled={disabled}
              aria-pressed={adults.every((group) => group.isIncluded === isIncluded)}
              onClick={() => choose(isIncluded)}
            >
              {label}
            </Button>
          ))}
        </span>
      }
    >
      {listNames(adults)} Si los importas, no saldrán en la portada ni en las recomendaciones.
    </Notice>
  );
}

function listNames(groups: readonly ImportGroup[]): string {
  const names = groups.slice(0, namesShown).map(({ group }) => `«${group || 'Sin grupo'}»`);
  const others = groups.length - names.length;
  if (others > 0) names.push(others === 1 ? '1 más' : `${others.toLocaleString('es')} más`);
  return `${new Intl.ListFormat('es', { type: 'conjunction' }).format(names)}.`;
}
