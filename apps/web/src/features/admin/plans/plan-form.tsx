import type { PlanKey, PlanLimit } from '@butaca/contract';
import { notify } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { SaveButton } from '../editing/save-button.tsx';
import { AlikePlans } from './alike-plans.tsx';
import { PlanCard } from './plan-card.tsx';
import { findChanges, type PlanValues } from './plan-changes.ts';
import './plan-list.css';
import { planOpeningsQuery, savePlans, showPlans } from './plans.queries.ts';

/**
 * The form for name, price, order and number of devices of each plan, and for which plans are offered; beside the
 * fields of a plan it says who has the plan and what the plan opens.
 */
export function PlanForm({ plans }: { plans: readonly PlanLimit[] }) {
  const queryClient = useQueryClient();
  const openings = useQuery(planOpeningsQuery());
  const saved = plans.toSorted((a, b) => a.position - b.position);
  const [values, setValues] = useState<readonly PlanValues[]>(
    saved.map((plan) => ({ ...plan, maxStreams: String(plan.maxStreams) })),
  );
  const changes = findChanges(saved, values);
  const save = useMutation({
    mutationFn: () => savePlans(changes),
    onSuccess: (next) => {
      notify.ok('Planes actualizados.');
      showPlans(queryClient, next);
    },
    onError: (error) => notify.error(messageOf(error, 'Error al actualizar los planes.')),
  });
  const edit = (key: PlanKey, next: Partial<PlanValues>): void =>
    setValues(values.map((plan) => (plan.key === key ? { ...plan, ...next } : plan)));
  const move = (from: number, to: number): void => {
    const moved = values[from];
    if (moved === undefined) return;
    setValues(values.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (changes.length > 0) save.mutate();
  };
  return (
    <form className="planlist" onSubmit={handleSubmit}>
      <p>
        La gente ve los planes en <Link to={paths.plans}>Planes</Link>, donde puede pedir otro. Sin un nombre
        tuyo se muestra el de siempre. El precio es un texto libre, como «9,99 € al mes» o «Gratis». El número
        de dispositivos a la vez se aplica al momento, y lo que ya se está viendo no se corta.
      </p>
      <AlikePlans />
      <ol className="planlist__plans" aria-label="Planes">
        {values.map((value, index) => (
          <PlanCard
            key={value.key}
            value={value}
            users={plans.find(({ key }) => key === value.key)?.users ?? 0}
            opening={openings.data?.get(value.key)}
            isFirst={index === 0}
            isLast={index === values.length - 1}
            onEdit={(next) => edit(value.key, next)}
            onMove={(step) => move(index, index + step)}
          />
        ))}
      </ol>
      <div className="planlist__save">
        <SaveButton isSaving={save.isPending} isChanged={changes.length > 0}>
          Guardar cambios
        </SaveButton>
      </div>
    </form>
  );
}
