import { maxStreamsRange, planNames, type PlanLimit } from '@butaca/contract';
import { Button, ErrorState, notify, SkeletonRows, TextField } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { counted } from '../../../platform/counted.ts';
import { paths } from '../../../shared/paths.ts';
import { SaveButton } from '../editing/save-button.tsx';
import { AlikePlans } from './alike-plans.tsx';
import './plan-limits.css';
import { describeOpening } from './plan-words.ts';
import { planOpeningsQuery, plansQuery, savePlans, showPlans } from './plans.queries.ts';

/**
 * «Planes»: who has each plan, what it opens of the catalogue, and the form for the number of devices on which a person
 * of the plan may watch at once.
 */
export function PlanLimits() {
  const plans = useQuery(plansQuery());
  if (plans.isPending) return <SkeletonRows count={5} label="Cargando planes..." />;
  if (plans.isError) {
    return (
      <ErrorState
        title={messageOf(plans.error, 'Fallo al cargar los planes.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void plans.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  // If another administrator has changed a plan's device limit, the new React key resets the form with the refetched
  // limits.
  const limits = plans.data.map(({ maxStreams }) => maxStreams).join();
  return <PlanForm key={limits} plans={plans.data} />;
}

function PlanForm({ plans }: { plans: readonly PlanLimit[] }) {
  const queryClient = useQueryClient();
  const openings = useQuery(planOpeningsQuery());
  const [values, setValues] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(plans.map(({ key, maxStreams }) => [key, String(maxStreams)])),
  );
  const changed = plans
    .map(({ key, maxStreams }) => ({ key, was: maxStreams, maxStreams: Number(values[key]) }))
    .filter(({ was, maxStreams }) => was !== maxStreams);
  const save = useMutation({
    mutationFn: () => savePlans(changed.map(({ key, maxStreams }) => ({ key, maxStreams }))),
    onSuccess: (next) => {
      notify.ok('Planes actualizados.');
      showPlans(queryClient, next);
    },
    onError: (error) => notify.error(messageOf(error, 'Error al actualizar los planes.')),
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (changed.length > 0) save.mutate();
  };
  return (
    <form className="planlimits" onSubmit={handleSubmit}>
      <p>
        En cuántos dispositivos a la vez puede ver contenido una persona de cada plan. El cambio vale al
        momento; lo que ya se está viendo no se corta. Los nombres, los precios y el orden se cambian en{' '}
        <Link to={{ search: '?tab=settings' }}>Ajustes</Link>; la gente los ve en{' '}
        <Link to={paths.plans}>Planes</Link>.
      </p>
      <AlikePlans />
      <ul className="planlimits__list">
        {plans.map(({ key, users, name, price, isHidden }) => (
          <li key={key}>
            <TextField
              label={planNames[key]}
              type="number"
              inputMode="numeric"
              required
              min={maxStreamsRange.min}
              max={maxStreamsRange.max}
              step={1}
              size="sm"
              aria-label={`Reproducciones a la vez de ${planNames[key]}`}
              value={values[key] ?? ''}
              onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
            />
            <div className="planlimits__facts">
              <Link
                to={{ search: `?tab=manage_users&plan=${key}` }}
                aria-label={`${counted(users, 'usuario', 'usuarios')} de ${planNames[key]}`}
              >
                {counted(users, 'usuario', 'usuarios')}
              </Link>
              <p>
                {[name, price, describeOpening(openings.data?.get(key)), isHidden && 'No se ofrece']
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <SaveButton isSaving={save.isPending} isChanged={changed.length > 0}>
        Guardar cambios
      </SaveButton>
    </form>
  );
}
