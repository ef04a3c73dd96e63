import {
  planNameMaxLength,
  planNames,
  planPriceMaxLength,
  type PlanKey,
  type PlanLimit,
} from '@butaca/contract';
import { Checkbox, IconButton, notify, TextField } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../../platform/api/api-error.ts';
import { paths } from '../../../shared/paths.ts';
import { SaveButton } from '../editing/save-button.tsx';
import { AlikePlans } from '../plans/alike-plans.tsx';
import { savePlans, showPlans } from '../plans/plans.queries.ts';

type Offer = Pick<PlanLimit, 'key' | 'name' | 'price' | 'isHidden'>;

/** The form for what the page of plans shows: name, price, order, and which plans it leaves out. */
export function PlanOffersForm({ plans }: { plans: readonly PlanLimit[] }) {
  const queryClient = useQueryClient();
  const saved = plans.toSorted((a, b) => a.position - b.position);
  const [offers, setOffers] = useState<readonly Offer[]>(saved);
  const changed = offers
    .map(({ key, name, price, isHidden }, position) => ({ key, name, price, isHidden, position }))
    .filter((offer) => isChanged(offer, saved));
  const save = useMutation({
    mutationFn: () => savePlans(changed),
    onSuccess: (next) => {
      notify.ok('Planes actualizados.');
      showPlans(queryClient, next);
    },
    onError: (error) => notify.error(messageOf(error, 'No se pudieron guardar los planes.')),
  });
  const edit = (key: PlanKey, next: Partial<Offer>): void =>
    setOffers(offers.map((offer) => (offer.key === key ? { ...offer, ...next } : offer)));
  const move = (from: number, to: number): void => {
    const moved = offers[from];
    if (moved === undefined) return;
    setOffers(offers.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="settings__part" aria-labelledby="settings-plans" onSubmit={handleSubmit}>
      <h2 id="settings-plans">Página de planes</h2>
      <p>
        Lo que ven los usuarios en <Link to={paths.plans}>Planes</Link>, donde pueden pedir otro. Si no
        escribes un nombre, se muestra el de siempre. El precio es un texto libre, como «9,99 € al mes» o
        «Gratis».
      </p>
      <AlikePlans />
      <ol className="settings__plans">
        {offers.map((offer, index) => (
          <OfferFields
            key={offer.key}
            offer={offer}
            isFirst={index === 0}
            isLast={index === offers.length - 1}
            onEdit={(next) => edit(offer.key, next)}
            onMove={(step) => move(index, index + step)}
          />
        ))}
      </ol>
      <SaveButton isSaving={save.isPending} isChanged={changed.length > 0}>
        Guardar planes
      </SaveButton>
    </form>
  );
}

function isChanged(offer: Offer & { position: number }, saved: readonly PlanLimit[]): boolean {
  const before = saved.findIndex(({ key }) => key === offer.key);
  const plan = saved[before];
  return (
    plan?.name !== offer.name ||
    plan.price !== offer.price ||
    plan.isHidden !== offer.isHidden ||
    before !== offer.position
  );
}

interface OfferFieldsProps {
  offer: Offer;
  isFirst: boolean;
  isLast: boolean;
  onEdit: (next: Partial<Offer>) => void;
  /** Moves the plan one place up (-1) or down (1) on the page of plans. */
  onMove: (step: -1 | 1) => void;
}

function OfferFields({ offer, isFirst, isLast, onEdit, onMove }: OfferFieldsProps) {
  const { key, name, price, isHidden } = offer;
  const plan = planNames[key];
  return (
    <li>
      <TextField
        label={`Nombre de ${plan}`}
        size="sm"
        placeholder={plan}
        maxLength={planNameMaxLength}
        value={name}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      <TextField
        label={`Precio de ${plan}`}
        size="sm"
        placeholder="Sin precio"
        maxLength={planPriceMaxLength}
        value={price}
        onChange={(event) => onEdit({ price: event.currentTarget.value })}
      />
      <Checkbox
        label={`Ofrecer ${plan}`}
        checked={!isHidden}
        onChange={(event) => onEdit({ isHidden: !event.currentTarget.checked })}
      />
      <span className="settings__moves">
        <IconButton label={`Subir ${plan}`} disabled={isFirst} onClick={() => onMove(-1)}>
          <ChevronUp className="ico" aria-hidden />
        </IconButton>
        <IconButton label={`Bajar ${plan}`} disabled={isLast} onClick={() => onMove(1)}>
          <ChevronDown className="ico" aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
