/**
 * Sends the notices that are due. What is due, taken and sent stands in the table `push_notice` alone, so that several servers
 * send each notice once, and a server that ends leaves to the others, or to its next start, what it had taken.
 */
import { pushKinds, type PushKind } from '@butaca/contract';
import type { Cancel, Clock } from '../../../platform/clock.ts';
import { createSemaphore } from '../../../platform/async/semaphore.ts';
import type { Log } from '../../../platform/log.ts';
import type { Session } from '../../../shared/session.ts';
import type { NoticeKind } from './notice-kind.ts';
import type { PushRepository, TakenNotice } from './push.repository.ts';
import { sendNotice, type Post } from './send-notice.ts';
import type { PushKey } from './vapid.ts';

/** How often the tables are looked at for what is due. */
const lookEveryMs = 15_000;
/** How long a notice belongs to the server that took it: longer than sending may last, with all that waits before it. */
const takenMs = 120_000;
const takenTogether = 100;
const sentAtOnce = 16;
/** The waits after failures: 30 s, doubled each time, up to the longest. */
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

export interface PushJobsNeeds {
  repository: PushRepository;
  kinds: Readonly<Record<PushKind, NoticeKind>>;
  key: PushKey;
  /** Where the operators of push services reach the operator of this server. */
  contact: string;
  post: Post;
  /** Returns the session of a key as it is now; `undefined` when it has ended. */
  checkSession(sessionKey: string): Promise<Session | undefined>;
  clock: Clock;
  log: Log;
}

export interface PushJobs extends AsyncDisposable {
  /** Begins to look for what is due, every few seconds. */
  start(): void;
  /** Sends what is due now, or waits for the end of a look that is under way. Never rejects. */
  look(): Promise<void>;
}

export function createPushJobs(needs: PushJobsNeeds): PushJobs {
  const { repository, clock, log } = needs;
  const closing = new AbortController();
  const sending = createSemaphore({ running: sentAtOnce });
  let looking: Promise<void> | undefined;
  let cancel: Cancel | undefined;

  async function work(): Promise<void> {
    for (const kind of pushKinds) {
      const due = await needs.kinds[kind].listDue(repository.accountsAsking(kind), clock.now());
      await repository.note(kind, due, { now: clock.now() });
    }
    while (!closing.signal.aborted) {
      const taking = { now: clock.now(), untilMs: takenMs, limit: takenTogether };
      const taken = await repository.take(needs.key.publicKey, taking);
      if (taken.length === 0) return;
      await Promise.all(taken.map((notice) => sending.run(() => settleOne(notice))));
    }
  }

  /** Sends one claimed notice and records the outcome. When the database fails, the claim expires, and any server may claim the notice again. */
  async function settleOne(taken: TakenNotice): Promise<void> {
    try {
      await attempt(taken);
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ err: error }, 'a push notice was not sent');
    }
  }

  async function attempt(taken: TakenNotice): Promise<void> {
    const kind = pushKinds.find((known) => known === taken.kind);
    // A version of the product that knows more kinds has noted it, and will send it.
    if (kind === undefined || closing.signal.aborted) return;
    // Not tried now, so the push service is not to blame: no server has looked for a while, or other notices had to wait.
    if (taken.expires_at <= clock.now()) return repository.settle(taken, 'unwanted', clock.now());
    const session = await needs.checkSession(taken.session_token_hash.toString('base64url'));
    const notice = session && (await needs.kinds[kind].write(taken.subject, session));
    if (notice === undefined) return repository.settle(taken, 'unwanted', clock.now());
    const outcome = await sendNotice(taken, kind, notice, { ...needs, signal: closing.signal });
    if (closing.signal.aborted && outcome.is === 'retryable') return;
    if (outcome.is === 'gone') return repository.forget(taken);
    if (outcome.is !== 'retryable')
      return repository.settle(taken, outcome.is === 'sent' ? 'sent' : 'failed', clock.now());
    const ownWaitMs = Math.min(firstWaitMs * 2 ** (taken.tries - 1), longestWaitMs);
    const waitMs = Math.max(ownWaitMs, (outcome.afterSeconds ?? 0) * 1_000);
    const nextTryAt = new Date(clock.now().getTime() + waitMs);
    await repository.postpone(taken, nextTryAt);
    if (nextTryAt >= taken.expires_at) await repository.settle(taken, 'failed', clock.now());
  }

  function look(): Promise<void> {
    looking ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'push notices that are due were not sent'))
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  async function run(): Promise<void> {
    if (closing.signal.aborted) return;
    await look();
    if (!closing.signal.aborted) cancel = clock.after(lookEveryMs, () => void run());
  }

  return {
    start: () => void run(),
    look,
    async [Symbol.asyncDispose]() {
      closing.abort();
      cancel?.();
      await looking;
    },
  };
}
