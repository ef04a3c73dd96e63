import { type OwnPlanRequest, type PlanKey, type PlanSample } from '@butaca/contract';
import { createLazy, type Lazy } from '../../../platform/async/single-flight.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { chooseOffers } from './choose-offers.ts';
import {
  areaOfVideo,
  composeOffers,
  composeOpenings,
  liveTvArea,
  type Offer,
  type Opening,
} from './compose-offers.ts';
import { servePlanOffers, type OffersSession } from './plan-offers.routes.ts';

interface Counted {
  plans: readonly PlanKey[];
  total: number;
  samples: readonly PlanSample[];
}

/** The functions of other features from which the page of plans is composed. */
export interface PlanOffersNeeds {
  videos: {
    listOpenings(): Promise<(Counted & Parameters<typeof areaOfVideo>[0])[]>;
  };
  channels: { listOpenings(): Promise<Counted[]> };
  plans: { listOffers(): Promise<(Offer & { isHidden: boolean })[]> };
  requests: { findOwn(accountId: string, currentPlan: PlanKey): Promise<OwnPlanRequest | undefined> };
  version: { current(): number };
}

/** The page of plans: what each plan opens of this catalogue. */
export interface PlanOffers {
  routes(serve: ServeEndpoint<OffersSession>): void;
}

/** The counts of the catalogue are made once for each catalogue version, because they read every title. */
export function planOffersFeature({
  videos,
  channels,
  plans,
  requests,
  version,
}: PlanOffersNeeds): PlanOffers {
  let counted: { version: number; openings: Lazy<Opening[]> } | undefined;

  function listOpenings(): Promise<Opening[]> {
    const present = version.current();
    if (counted?.version !== present) counted = { version: present, openings: createLazy(count) };
    return counted.openings.get();
  }

  async function count(): Promise<Opening[]> {
    const [ofChannels, ofVideos] = await Promise.all([channels.listOpenings(), videos.listOpenings()]);
    return [
      ...ofChannels.map((opening) => ({ ...opening, area: liveTvArea })),
      ...ofVideos.map((opening) => ({ ...opening, area: areaOfVideo(opening) })),
    ];
  }

  return {
    routes: (serve) =>
      servePlanOffers(serve, {
        findOwn: requests.findOwn,
        listOpenings: async () => composeOpenings(await listOpenings()),
        async listFor(kept) {
          const [offers, openings] = await Promise.all([plans.listOffers(), listOpenings()]);
          return composeOffers(chooseOffers(offers, openings, kept), openings);
        },
      }),
  };
}
