import type { PushKind } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { NoticeKind } from './notice-kind.ts';
import { createPushJobs, type PushJobsNeeds } from './push-jobs.ts';
import { createPushRepository } from './push.repository.ts';
import { servePush } from './push.routes.ts';
import { derivePushKey } from './vapid.ts';

export type { NoticeKind } from './notice-kind.ts';

/**
 * The feature that sends notices to browsers whose page is closed (web push). Disposal ends what is being sent; it is sent
 * again when a server has started.
 */
export interface Push extends AsyncDisposable {
  /** Begins to send what is due, every few seconds. */
  start(): void;
  /** Sends what is due now. Never rejects. */
  look(): Promise<void>;
  /** Deletes a part of the notices that are long over. @returns how many */
  deleteOld(): Promise<number>;
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'sessionKey'>>): void;
}

/** How long a notice is remembered after it is over. */
const keptMs = 86_400_000;

export function pushFeature(
  needs: {
    db: Kysely<Database>;
    /** The installation's sealing key, from which the key of its notices follows: 32 random bytes. */
    sealingKey: Uint8Array;
    kinds: Readonly<Record<PushKind, NoticeKind>>;
  } & Omit<PushJobsNeeds, 'repository' | 'key'>,
): Push {
  const { db, clock } = needs;
  const repository = createPushRepository(db);
  const key = derivePushKey(needs.sealingKey);
  const jobs = createPushJobs({ ...needs, repository, key });
  return {
    start: jobs.start,
    look: jobs.look,
    deleteOld: () => repository.deleteOld(new Date(clock.now().getTime() - keptMs)),
    routes: (serve) => servePush(serve, { repository, key, clock }),
    [Symbol.asyncDispose]: jobs[Symbol.asyncDispose],
  };
}
