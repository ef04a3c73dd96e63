import type { GuideOffer } from '@butaca/contract';
import { Button, notify } from '@butaca/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../platform/api/api-error.ts';
import { offerInWords } from './guide-words.ts';
import './guides.css';
import { acceptOffer, everyGuideQuery } from './guides.queries.ts';

/**
 * The guides that providers offer, each with the button that begins to use it; nothing where there are none.
 *
 * @param reason - what the guides are good for, below the heading
 */
export function GuideOffers({
  offers,
  title = 'Guías que ofrecen tus proveedores',
  reason,
}: {
  offers: readonly GuideOffer[];
  title?: string;
  reason?: string;
}) {
  const queryClient = useQueryClient();
  const accepting = useMutation({
    mutationFn: ({ _id }: GuideOffer) => acceptOffer(_id),
    onSuccess: ({ name }) => notify.ok(`Se está descargando la guía de «${name}».`),
    onError: (error) => notify.error(messageOf(error, 'No se pudo agregar la guía.')),
    onSettled: () => queryClient.invalidateQueries(everyGuideQuery),
  });
  if (offers.length === 0) return null;
  return (
    <section className="guideoffers" aria-labelledby="guias-ofrecidas">
      <h2 id="guias-ofrecidas">{title}</h2>
      {reason !== undefined && <p>{reason}</p>}
      <ul>
        {offers.map((offer) => (
          <li key={offer._id}>
            <span>
              <b>{offer.providerName}</b>
              <small>{offerInWords(offer)}</small>
            </span>
            <Button
              size="sm"
              loading={accepting.isPending && accepting.variables._id === offer._id}
              disabled={accepting.isPending}
              onClick={() => accepting.mutate(offer)}
            >
              Usar esta guía <span className="vh">de {offer.providerName}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
