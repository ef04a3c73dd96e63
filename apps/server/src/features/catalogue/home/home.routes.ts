import { getHome, getLiveBillboard, type Home, type WatchedCard } from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { inTime } from '../../../platform/async/deadline.ts';
import type { Session } from '../../../shared/session.ts';
import { chooseLiveBillboard } from './live-billboard.ts';
import { createSharedHome, type SharedHomeNeeds } from './shared-home.ts';
import type { Clock } from '../../../platform/clock.ts';

export type HomeSession = Pick<Session, 'accountId' | 'deviceId' | 'role' | 'plan'>;

type AlikeRows = Pick<Home, 'becauseYouWatched' | 'moreLikeThis'>;

/**
 * The functions of other features (videos, channels, statistics, playback positions, similar videos) from which the
 * home page is composed.
 */
export interface HomeNeeds extends SharedHomeNeeds {
  /** Lists the videos that a person has begun and not finished, for «Continuar Viendo»; newest first. */
  listContinuing(session: HomeSession): Promise<WatchedCard[]>;
  /**
   * Lists the home page's «Porque viste …» and «Títulos parecidos a …» rows: videos similar to those that the person has
   * watched or keeps in «Mi lista».
   */
  listAlike(session: HomeSession): Promise<AlikeRows>;
  /** Returns a JPEG still of a channel that is watched now; `undefined` where there is none. */
  stillOf(channelId: string): Promise<Buffer | undefined>;
  clock: Clock;
}

/**
 * The time limit for the home page's rows of similar videos, in ms. Slower rows are left out of the current answer, and
 * are cached for the next request.
 */
const alikeWithinMs = 500;
const nothingAlike: AlikeRows = { becauseYouWatched: [], moreLikeThis: [] };

export function serveHome(serve: ServeEndpoint<HomeSession>, needs: HomeNeeds): void {
  const findShared = createSharedHome(needs);

  /**
   * Lists the home page's rows of similar videos; after a failure there are none, and the home page shows its other
   * rows.
   */
  async function listAlike(session: HomeSession): Promise<AlikeRows> {
    const listed = needs.listAlike(session).catch((error: unknown) => {
      needs.log.error({ err: error }, 'the home page is without what is alike');
      return nothingAlike;
    });
    return inTime(listed, alikeWithinMs, nothingAlike, needs.clock);
  }

  serve(getHome, async (_request, { session }) => {
    const [shared, continueWatching, alike] = await Promise.all([
      findShared(session),
      needs.listContinuing(session),
      listAlike(session),
    ]);
    return { ...shared.home, continueWatching, ...alike };
  });

  serve(getLiveBillboard, async (_request, { session }) => {
    const { live } = await findShared(session);
    return chooseLiveBillboard(live, needs.stillOf);
  });
}
