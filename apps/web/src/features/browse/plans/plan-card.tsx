import { planNames, type OfferedPlan, type PlanArea, type PlanKey, type PlanSample } from '@butaca/contract';
import { Badge, Button, classes, notify, Picture } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Clock, Lock } from 'lucide-react';
import type { CSSProperties } from 'react';
import { imageAddress } from '../../../platform/api/image-address.ts';
import { messageOf } from '../../../platform/api/api-error.ts';
import { askForPlan, offeredPlansQuery, withdrawRequest } from '../../../shared/access/plans.queries.ts';

interface PlanCardProps {
  plan: OfferedPlan;
  isCurrent: boolean;
  /** Whether the person may ask for plans; administrators need none. */
  canAsk: boolean;
  /** The plan for which the person's request is open. */
  requested: PlanKey | undefined;
}

/** A plan on the page of plans: posters and logos of what it opens, how much that is, the price, and the request. */
export function PlanCard({ plan, isCurrent, canAsk, requested }: PlanCardProps) {
  const { key, name, price, maxStreams, areas, samples } = plan;
  return (
    <li className={classes('plan-card', isCurrent && 'is-current')} aria-label={name}>
      <Samples samples={samples} />
      <div className="plan-card__words">
        <div className="plan-card__name">
          <h2>{name}</h2>
          {isCurrent && <Badge tone="ok">Tu plan</Badge>}
          {requested === key && <Badge tone="warn">Pedido</Badge>}
        </div>
        {name !== planNames[key] && <small>Plan {planNames[key]}</small>}
        {price !== '' && <p className="plan-card__price">{price}</p>}
        <ul className="plan-card__areas">
          {areas.map((area) => (
            <Area key={area.key} area={area} />
          ))}
          {areas.length === 0 && <li>El catálogo todavía está vacío.</li>}
          <li>
            <Check className="ico" aria-hidden />
            {maxStreams === 1 ? '1 dispositivo a la vez' : `${maxStreams} dispositivos a la vez`}
          </li>
        </ul>
        {canAsk && !isCurrent && <Ask plan={plan} requested={requested} />}
      </div>
    </li>
  );
}

function Area({ area: { name, open, total } }: { area: PlanArea }) {
  const shown = (count: number): string => count.toLocaleString('es');
  if (open === 0) {
    return (
      <li className="is-closed">
        <Lock className="ico" aria-hidden />
        <span>
          {name}: <span className="num">no incluido</span>
        </span>
      </li>
    );
  }
  return (
    <li>
      <Check className="ico" aria-hidden />
      <span>
        {name}:{' '}
        <span className="num">{open < total ? `${shown(open)} de ${shown(total)}` : shown(open)}</span>
      </span>
    </li>
  );
}

function Ask({ plan: { key, name }, requested }: Pick<PlanCardProps, 'plan' | 'requested'>) {
  const queryClient = useQueryClient();
  const follow = { onSettled: () => queryClient.invalidateQueries(offeredPlansQuery()) };
  const ask = useMutation({
    mutationFn: () => askForPlan(key),
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo pedir el plan.')),
    ...follow,
  });
  const withdraw = useMutation({
    mutationFn: withdrawRequest,
    onSuccess: ({ message }) => notify.ok(message),
    onError: (error) => notify.error(messageOf(error, 'No se pudo retirar la petición.')),
    ...follow,
  });
  if (requested === key) {
    return (
      <div className="plan-card__acts">
        <p>
          <Clock className="ico" aria-hidden />
          Pedido. Falta que un administrador lo acepte.
        </p>
        <Button variant="line" size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Retirar petición
        </Button>
      </div>
    );
  }
  return (
    <div className="plan-card__acts">
      <Button
        wide
        aria-label={`Pedir este plan: ${name}`}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        Pedir este plan
      </Button>
    </div>
  );
}

/** Posters and logos of what a plan opens; decoration, because the lists of the catalogue have the titles. */
function Samples({ samples }: { samples: readonly PlanSample[] }) {
  return (
    <div className="plan-card__samples" aria-hidden="true">
      {samples.map((sample) => (
        <Sample key={`${sample.kind} ${sample._id}`} sample={sample} />
      ))}
    </div>
  );
}

function Sample({ sample: { kind, title, image, colour } }: { sample: PlanSample }) {
  const tint = colour === null ? undefined : ({ '--tint': colour } as CSSProperties);
  return (
    <span className={classes('plan-card__sample', `plan-card__sample--${kind}`)} style={tint}>
      <Picture
        name={title}
        shape={kind === 'video' ? 'tall' : 'wide'}
        url={image === null ? null : imageAddress(image)}
      />
    </span>
  );
}
