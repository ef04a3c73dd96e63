import { Button, ErrorState, SkeletonRows } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { PlanForm } from './plan-form.tsx';
import { plansQuery } from './plans.queries.ts';

/** «Planes»: everything about the plans on one page, with one form for what can be changed of them. */
export function PlanList() {
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
  // If another administrator has changed the plans, the new React key resets the form with the refetched values. How many
  // users a plan has is left out of the key, because it changes while somebody types.
  const values = plans.data.map(({ users: _users, ...value }) => value);
  return <PlanForm key={JSON.stringify(values)} plans={plans.data} />;
}
