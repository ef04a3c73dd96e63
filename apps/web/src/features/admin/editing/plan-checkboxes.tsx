import { planKeys, planNames, type PlanKey } from '@butaca/contract';
import { Checkbox } from '@butaca/ui';

interface PlanCheckboxesProps {
  value: readonly PlanKey[];
  onValueChange: (plans: readonly PlanKey[]) => void;
  /** The text that says which plans open the video or channel when no plan is checked. */
  hint: string;
}

/** Checkboxes for the subscription plans that open a video or channel. */
export function PlanCheckboxes({ value, onValueChange, hint }: PlanCheckboxesProps) {
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
