import { planKeys, planNames, readPlan, type PlanKey } from '@butaca/contract';
import { Select } from '@butaca/ui';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { PlanReach } from '../plans/plan-reach.tsx';
import { SaveButton } from '../editing/save-button.tsx';
import { useSettingsSave } from './use-settings-save.ts';

/** The form for the plan that new accounts get. */
export function NewAccountForm({ plan: saved }: { plan: PlanKey }) {
  const [plan, setPlan] = useState(saved);
  const save = useSettingsSave();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ newAccountPlan: plan });
  };
  return (
    <form className="settings__part" aria-labelledby="settings-accounts" onSubmit={handleSubmit}>
      <h2 id="settings-accounts">Cuentas nuevas</h2>
      <p>
        El plan de quien se registra, y el que aparece elegido al crear un usuario. Las cuentas que ya existen
        conservan el suyo. Nombres, precios y lo que abre cada plan están en{' '}
        <Link to={{ search: '?tab=plans' }}>Planes</Link>.
      </p>
      <Select
        className="settings__plan"
        label="Plan de las cuentas nuevas"
        options={planKeys.map((key) => ({ value: key, label: planNames[key] }))}
        value={plan}
        onChange={(event) => setPlan(readPlan(event.currentTarget.value))}
      />
      <PlanReach plan={plan} />
      <SaveButton isSaving={save.isPending} isChanged={plan !== saved}>
        Guardar plan
      </SaveButton>
    </form>
  );
}
