import { planKeys, planNames, type PlanKey } from '@butaca/contract';
import { Checkbox, Switch } from '@butaca/ui';

/**
 * The settings that decide who sees a video or channel: active, featured, for adults, visible to visitors, and the plans
 * that open it.
 */
export interface Publication {
  active: boolean;
  isFeatured: boolean;
  isAdult: boolean;
  isPubliclyVisible?: boolean;
  requiresPlan: readonly PlanKey[];
}

interface PublicationFieldsProps {
  value: Publication;
  onValueChange: <K extends keyof Publication>(name: K, value: NonNullable<Publication[K]>) => void;
  /** The text that says which plans open the video or channel when no plan is checked. */
  plansHint: string;
}

const switches = [
  ['active', 'Activo'],
  ['isFeatured', 'Destacado'],
  ['isAdult', 'Para adultos'],
  ['isPubliclyVisible', 'Visible sin iniciar sesión'],
] as const;

/**
 * Checkboxes for the plans that open a video or channel, and a switch for each other publication setting (active,
 * featured, for adults, visible to visitors) that it has.
 */
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
        {value.isAdult && (
          <p className="hint">
            No sale en la portada, ni en destacados, recomendaciones o sugerencias. Está en su sección y en la
            búsqueda, salvo que lo ocultes en «Ajustes».
          </p>
        )}
      </div>
    </>
  );
}

interface PlanCheckboxesProps {
  value: readonly PlanKey[];
  onValueChange: (plans: readonly PlanKey[]) => void;
  /** The text that says which plans open the video or channel when no plan is checked. */
  hint: string;
}

/** Checkboxes for the subscription plans that open a video or channel. */
function PlanCheckboxes({ value, onValueChange, hint }: PlanCheckboxesProps) {
  return (
    <fieldset className="editor__plans">
      <legend className="label">Planes que lo incluyen</legend>
      <div>
        {planKeys.map((plan) => (
          <Checkbox
            key={plan}
            label={planNames[plan]}
            checked={value.includes(plan)}
            onChange={({ currentTarget: { checked } }) =>
              onValueChange(planKeys.filter((other) => (other === plan ? checked : value.includes(other))))
            }
          />
        ))}
      </div>
      <p className="hint">{hint}</p>
    </fieldset>
  );
}
