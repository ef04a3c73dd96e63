import { readItemKey, type ItemKey, type Viewer } from '@butaca/contract';
import type { StreamGrants, TitlesFor } from '../features/streaming/gateway/index.ts';
import type { Playing } from '../features/people/playing/index.ts';
import type { Trial } from '../features/people/trial/index.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Session } from '../shared/session.ts';
import type { StreamVerdict } from '../shared/stream/stream-grant.ts';

/**
 * The functions of other features that decide whether a stream may be delivered: sessions, items, playing devices and
 * free trial.
 */
export interface StreamRights {
  sessions: { check(sessionKey: string): Promise<Session | undefined> };
  /**
   * Whether a person may receive the item that an item key (`channel:<id>` or the like) names; `undefined` for an
   * unknown kind of item.
   */
  checkItem(itemKey: ItemKey, viewer: Viewer): Promise<StreamVerdict> | undefined;
  playing: Pick<Playing, 'take' | 'renew' | 'findMove'>;
  trial: Pick<Trial, 'charge'>;
}

/**
 * Whether playing an item (channel, film or chapter) counts towards the stream limit of the plan. Trailers do not
 * count: they are also for people whose plan does not open the title.
 */
const isCounted = (itemKey: ItemKey): boolean => readItemKey(itemKey)?.kind !== 'trailer';

/** Creates the function that tells a viewer the titles of what plays, of which they learn only what they may see. */
export function createTitlesFor({
  sessions,
  checkItem,
  titleOf,
}: Pick<StreamRights, 'sessions' | 'checkItem'> & {
  titleOf(itemKey: ItemKey): Promise<string | undefined>;
}): TitlesFor {
  return async (itemKeys, grant) => {
    const session = await sessions.check(grant.sessionKey);
    if (session === undefined) return [];
    const titles = itemKeys.map(async (itemKey) =>
      (await checkItem(itemKey, session)) === 'allowed' ? titleOf(itemKey) : undefined,
    );
    return (await Promise.all(titles)).filter((title) => title !== undefined);
  };
}

/**
 * Creates the checks of the right to a stream: a valid session, a plan or free trial that opens the item, and a lease
 * within the stream limit of the plan.
 */
export function createStreamGrants({ sessions, checkItem, playing, trial }: StreamRights): StreamGrants {
  return {
    async check(grant, occasion) {
      const session = await sessions.check(grant.sessionKey);
      if (session === undefined || session.accountId !== grant.accountId)
        return new AppError('stream.forbidden');
      const verdict = (await checkItem(grant.itemKey, session)) ?? 'item_gone';
      const isOpen = verdict === 'allowed' || (verdict === 'plan_denied' && grant.isTrial);
      if (!isOpen) return new AppError('stream.forbidden');
      if (!isCounted(grant.itemKey)) return undefined;
      return occasion === 'start' ? playing.take(grant, session) : playing.findMove(grant);
    },
    renew: async ({ accountId, deviceId, itemKey }) =>
      isCounted(itemKey) ? playing.renew(accountId, { deviceId, itemKey }) : undefined,
    // The stream limit counts a series as one item, while the free trial is charged separately for each chapter.
    charge: ({ accountId, deviceId, itemKey, playableKey }, part, signal) =>
      trial.charge({ accountId, deviceId, playableKey: playableKey ?? itemKey, ...part }, signal),
  };
}
