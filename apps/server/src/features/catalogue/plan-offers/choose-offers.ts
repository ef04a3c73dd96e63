/**
 * Chooses which plans have a card on the page of plans. A plan that opens nothing of the catalogue has none, and of the
 * plans that open exactly the same only one has a card, unless the operator tells them apart with a name or a price of
 * their own. So an own list that is open to all plans begins with a page of one plan, and no card promises what another
 * one gives already. The person's own plan and the one that they asked for are always shown.
 */
import { planNames, type PlanKey } from '@butaca/contract';
import { areAlike, type Offer, type Opening } from './compose-offers.ts';

/** @param kept - the plans that are shown in any case: the person's own one, and the one that they asked for */
export function chooseOffers<O extends Offer & { isHidden: boolean }>(
  offers: readonly O[],
  openings: readonly Opening[],
  kept: readonly PlanKey[],
): O[] {
  const isKept = ({ key }: O): boolean => kept.includes(key);
  const isOwnOffer = ({ key, name, price }: O): boolean => name !== planNames[key] || price !== '';
  const opensSome = ({ key }: O): boolean =>
    openings.length === 0 || openings.some(({ plans }) => plans.includes(key));
  const offered = offers.filter(
    (offer) => isKept(offer) || (!offer.isHidden && (isOwnOffer(offer) || opensSome(offer))),
  );
  return offered.filter(
    (offer, place) =>
      isKept(offer) ||
      isOwnOffer(offer) ||
      !offered.some(
        (other, otherPlace) =>
          other !== offer &&
          areAlike(openings, other.key, offer.key) &&
          (isKept(other) || isOwnOffer(other) || otherPlace < place),
      ),
  );
}
