import type { PlanKey } from '@butaca/contract';
import { Switch } from '@butaca/ui';
import { PlanCheckboxes } from './plan-checkboxes.tsx';

/** Who sees an item, and where. */
export interface Publication {
  active: boolean;
  isFeatured: boolean;
  isPubliclyVisible?: boolean;
  requiresPlan: readonly PlanKey[];
}

interface PublicationFieldsProps {
  value: Publication;
  onValueChange: <K extends keyof Publication>(name: K, value: NonNullable<Publication[K]>) => void;
  /** Which plans open the item when none is chosen. */
  plansHint: string;
}

const switches = [
  ['active', 'Activo'],
  ['isFeatured', 'Destacado'],
  ['isPubliclyVisible', 'Visible sin iniciar sesión'],
] as const;

/** The plans that open an item, and its switches; a switch is left out where the item has no such value. */
export function PublicationFields({ value, onValueChange, plansHint }: PublicationFieldsProps) {
  return (
    <>
      <PlanCheckboxes
        value={value.requiresPlan}
        onValueChange={(plans) => onValueChange('requiresPlan', plans)}
        hint={plansHint}
      />
      <div className="editor__switches">
        {switches.map(([name, label]) => {
          const checked = value[name];
          return checked === undefined ? null : (
            <Switch
              key={name}
              label={label}
              checked={checked}
              onChange={({ currentTarget }) => onValueChange(name, currentTarget.checked)}
            />
          );
        })}
      </div>
    </>
  );
}
