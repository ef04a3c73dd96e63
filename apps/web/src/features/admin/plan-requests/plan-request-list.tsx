import { planNames, type PlanRequest } from '@butaca/contract';
import { Avatar, Badge, Button, EmptyState, ErrorState, notify, Pagination, SkeletonRows } from '@butaca/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, Check, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { serverNowMs } from '../../../platform/api/server-clock.ts';
import { useSearchParams } from '../../../platform/navigation/use-navigation.ts';
import { relativeTime } from '../../../shared/devices/relative-time.ts';
import { everyUserQuery } from '../users/users.queries.ts';
import './plan-requests.css';
import {
  everyPlanRequestQuery,
  grantRequest,
  planRequestsQuery,
  rejectRequest,
  reopenRequest,
} from './plan-requests.queries.ts';

/**
 * «Peticiones de plan»: who asks for which plan, with buttons that grant or reject; below, the requests that were
 * decided, each with a button that takes the decision back.
 */
export function PlanRequestList() {
  const [query, setQuery] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(query.get('pagina'))) || 1);
  const requests = useQuery(planRequestsQuery(page));
  if (requests.isPending) return <SkeletonRows count={6} label="Cargando peticiones..." />;
  if (requests.isError) {
    return (
      <ErrorState
        title={messageOf(requests.error, 'No se pudieron cargar las peticiones de plan.')}
        action={
          <Button variant="primary" size="sm" onClick={() => void requests.refetch()}>
            Reintentar
          </Button>
        }
      />
    );
  }
  const { requests: listed, waiting, total, totalPages } = requests.data;
  const open = listed.filter(({ state }) => state === 'open');
  const decided = listed.filter(({ state }) => state !== 'open');
  return (
    <div className="requests">
      {waiting === 0 && (
        <EmptyState
          title="No hay peticiones pendientes."
          reason="Aquí aparece quien pulsa «Pedir este plan» en la página de planes."
          action={
            <Button size="sm" variant="line" render={<Link to={{ search: '?tab=plans' }} />}>
              Elegir qué planes se ofrecen
            </Button>
          }
        />
      )}
      {open.length > 0 && (
        <ul className="requests__list" aria-label="Peticiones pendientes">
          {open.map((request) => (
            <RequestRow key={request._id} request={request} />
          ))}
        </ul>
      )}
      {decided.length > 0 && (
        <section aria-labelledby="requests-decided">
          <h2 id="requests-decided">Ya respondidas</h2>
          <ul className="requests__list" aria-label="Peticiones respondidas">
            {decided.map((request) => (
              <RequestRow key={request._id} request={request} />
            ))}
          </ul>
        </section>
      )}
      {total > 0 && (
        <Pagination
          page={page}
          totalPages={totalPages}
          onPageChange={(next) =>
            setQuery({ tab: 'plan_requests', ...(next > 1 && { pagina: String(next) }) })
          }
          summary={`Mostrando ${listed.length} de ${total.toLocaleString('es')} peticiones`}
        />
      )}
    </div>
  );
}

function RequestRow({ request }: { request: PlanRequest }) {
  const { username, currentPlan, plan, state, createdAt, decidedAt, decidedBy } = request;
  const isOpen = state === 'open';
  return (
    <li className="request" aria-label={`${username} pide ${planNames[plan]}`}>
      <Avatar name={username} size="sm" />
      <div className="request__what">
        <b>{username}</b>
        <span className="request__plans">
          {isOpen && (
            <>
              {planNames[currentPlan]}
              <ArrowRight className="ico" role="img" aria-label="pide" />
            </>
          )}
          <Badge tone="plan">{planNames[plan]}</Badge>
        </span>
        <small>
          {decidedAt === null
            ? relativeTime(createdAt, serverNowMs())
            : `${state === 'granted' ? 'Concedido' : 'Rechazado'} por ${decidedBy ?? '—'} · ${relativeTime(decidedAt, serverNowMs())}`}
        </small>
      </div>
      <div className="request__acts">
        {isOpen ? <Decide request={request} /> : <Reopen request={request} />}
      </div>
    </li>
  );
}

function Decide({ request: { _id: id, username, plan } }: { request: PlanRequest }) {
  const follow = useFollow();
  const grant = useMutation({
    mutationFn: () => grantRequest(id),
    onSuccess: () => notify.ok(`${username} ya tiene ${planNames[plan]}.`),
    onError: (error) => notify.error(messageOf(error, 'No se pudo conceder el plan.')),
    ...follow,
  });
  const reject = useMutation({
    mutationFn: () => rejectRequest(id),
    onSuccess: () => notify.ok('Petición rechazada.'),
    onError: (error) => notify.error(messageOf(error, 'No se pudo rechazar la petición.')),
    ...follow,
  });
  const isBusy = grant.isPending || reject.isPending;
  return (
    <>
      <Button
        variant="second"
        size="sm"
        icon={<Check className="ico" aria-hidden />}
        loading={grant.isPending}
        disabled={reject.isPending}
        onClick={() => grant.mutate()}
      >
        Conceder
      </Button>
      <Button
        variant="line"
        size="sm"
        quiet
        loading={reject.isPending}
        disabled={isBusy && !reject.isPending}
        onClick={() => reject.mutate()}
      >
        Rechazar
      </Button>
    </>
  );
}

function Reopen({ request: { _id: id, state } }: { request: PlanRequest }) {
  const follow = useFollow();
  const reopen = useMutation({
    mutationFn: () => reopenRequest(id),
    onSuccess: ({ username, currentPlan }) =>
      notify.ok(
        state === 'granted'
          ? `${username} vuelve a tener ${planNames[currentPlan]}; su petición vuelve a estar pendiente.`
          : 'La petición vuelve a estar pendiente.',
      ),
    onError: (error) => notify.error(messageOf(error, 'No se pudo deshacer la respuesta.')),
    ...follow,
  });
  return (
    <Button
      variant="line"
      size="sm"
      quiet
      icon={<Undo2 className="ico" aria-hidden />}
      loading={reopen.isPending}
      onClick={() => reopen.mutate()}
    >
      Deshacer
    </Button>
  );
}

/** Refetches the requests and the users after a decision, also after one that failed. */
function useFollow() {
  const queryClient = useQueryClient();
  return {
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(everyPlanRequestQuery),
        queryClient.invalidateQueries(everyUserQuery),
      ]),
  };
}
