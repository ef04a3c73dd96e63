import type { EndpointAnswer, listOfferedPlans, PlanKey } from '@butaca/contract';
import { Button, EmptyState, ErrorState, Notice, SkeletonTiles } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../../platform/api/api-error.ts';
import { sessionStore } from '../../../platform/session/session-store.ts';
import { offeredPlansQuery, planNameIn } from '../../../shared/access/plans.queries.ts';
import { paths } from '../../../shared/paths.ts';
import { PlanCard } from './plan-card.tsx';
import './plans.css';

type Offered = EndpointAnswer<typeof listOfferedPlans>;

/**
 * The screen «Planes»: what each plan opens of this catalogue, in numbers and posters, and a button that asks the
 * administrators for a plan.
 */
export function PlansScreen() {
  const offered = useQuery(offeredPlansQuery());
  return (
    <main className="page" id="contenido" tabIndex={-1}>
      <div className="page__head">
        <h1>Planes</h1>
      </div>
      {offered.isPending && <SkeletonTiles count={4} label="Cargando planes..." />}
      {offered.isError && (
        <ErrorState
          title="No se pudieron cargar los planes."
          reason={reasonOf(offered.error)}
          action={
            <Button variant="primary" onClick={() => void offered.refetch()}>
              Reintentar
            </Button>
          }
        />
      )}
      {offered.isSuccess && <Plans offered={offered.data} />}
    </main>
  );
}

/** What the page says to a person about their plan; where no other plan is offered, that there is none to ask for. */
function introOf(own: string, plans: Offered['plans']): string {
  const [only, ...others] = plans;
  if (others.length > 0) return `Tu plan es ${own}. Si pides otro, un administrador te lo puede conceder.`;
  const areas = only?.areas ?? [];
  const isWhole = areas.length > 0 && areas.every(({ open, total }) => open === total);
  return isWhole ? `Tu plan, ${own}, lo abre todo.` : `Tu plan es ${own}. De momento no se ofrece otro.`;
}

function Plans({ offered: { current, plans, request } }: { offered: Offered }) {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.read);
  const isAdmin = session.status === 'authenticated' && session.user.role === 'admin';
  if (plans.length === 0) {
    return (
      <EmptyState
        title="No hay planes para mostrar."
        reason="El administrador todavía no ofrece ninguno."
        action={
          <Button variant="primary" render={<Link to={paths.home} />}>
            Ir al inicio
          </Button>
        }
      />
    );
  }
  const nameOf = (key: PlanKey) => planNameIn(plans, key);
  return (
    <>
      <p className="plan-page__intro">
        {isAdmin
          ? 'Así ven esta página tus usuarios. Tu cuenta de administrador lo abre todo.'
          : introOf(nameOf(current), plans)}
      </p>
      {isAdmin && (
        <div className="plan-page__notice">
          <Button size="sm" variant="line" render={<Link to={`${paths.admin}?tab=plans`} />}>
            Cambiar nombres, precios y orden
          </Button>
        </div>
      )}
      {request?.state === 'rejected' && (
        <Notice tone="info" className="plan-page__notice">
          {`El administrador no aceptó tu petición de ${nameOf(request.plan)}. Puedes pedir otro plan.`}
        </Notice>
      )}
      <ul className="plan-page">
        {plans.map((plan) => (
          <PlanCard
            key={plan.key}
            plan={plan}
            isCurrent={plan.key === current}
            canAsk={!isAdmin}
            requested={request?.state === 'open' ? request.plan : undefined}
          />
        ))}
      </ul>
    </>
  );
}
