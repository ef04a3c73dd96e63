import { readItemKey, type ItemKey, type PlanKey, type Role } from '@butaca/contract';
import type { StreamGrants } from '../features/streaming/gateway/index.ts';
import type { Playing } from '../features/people/playing/index.ts';
import type { Trial } from '../features/people/trial/index.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Session } from '../shared/session.ts';
import type { StreamVerdict } from '../shared/stream/stream-grant.ts';

/** What decides whether a stream may be delivered. */
export interface StreamRights {
  sessions: { check(sessionKey: string): Promise<Session | undefined> };
  /** Whether a person may receive an item. `undefined` for what is no item. */
  checkItem(itemKey: ItemKey, viewer: { role: Role; plan: PlanKey }): Promise<StreamVerdict> | undefined;
  streams: Pick<Playing, 'take' | 'renew'>;
  trial: Pick<Trial, 'charge'>;
}

/** A trailer counts against no limit of streams: it invites people whose plan does not open its title. */
const isCounted = (itemKey: ItemKey): boolean => readItemKey(itemKey)?.kind !== 'trailer';

/** The rights to a stream: a session that stands, a plan or a trial that opens the item, and a place among those that play. */
export function createStreamGrants({ sessions, checkItem, streams, trial }: StreamRights): StreamGrants {
  return {
    async check(grant, occasion) {
      const session = await sessions.check(grant.sessionKey);
      if (session === undefined || session.accountId !== grant.accountId)
        return new AppError('stream.forbidden');
      const verdict = (await checkItem(grant.itemKey, session)) ?? 'item_gone';
      const isOpen = verdict === 'allowed' || (verdict === 'plan_denied' && grant.isTrial);
      if (!isOpen) return new AppError('stream.forbidden');
      return occasion === 'start' && isCounted(grant.itemKey) ? streams.take(grant, session) : undefined;
    },
    renew: ({ accountId, deviceId, itemKey }) =>
      isCounted(itemKey) ? streams.renew(accountId, { deviceId, itemKey }) : undefined,
    // The stream limit counts a series as one item; the trial is charged for each chapter.
    charge: ({ accountId, deviceId, itemKey, playableKey }, part, signal) =>
      trial.charge({ accountId, deviceId, playableKey: playableKey ?? itemKey, ...part }, signal),
  };
}
