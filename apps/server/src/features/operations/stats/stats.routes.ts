import { getStats, readItemId, readPlan, stopWatcher, type Watcher } from '@butaca/contract';
import { recordAct, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { StatsRepository } from './stats.repository.ts';

interface StatsParts {
  db: Kysely<Database>;
  repository: StatsRepository;
  /** Writes the plays that are counted so far. */
  flush(): Promise<void>;
  today(): string;
  countCatalogue(): ReturnType<StatsRepository['countCatalogue']>;
  listWatchers(): Promise<Watcher[]>;
  trialsToday(): Promise<{ accounts: number; minutes: number }>;
  stop(accountId: string, deviceId: string): boolean;
}

const dayMs = 86_400_000;

export function serveStats(
  serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>,
  { db, repository, flush, today, countCatalogue, listWatchers, trialsToday, stop }: StatsParts,
): void {
  serve(getStats, async ({ query: { days } }) => {
    await flush();
    const until = today();
    const from = new Date(Date.parse(until) - (days - 1) * dayMs).toISOString().slice(0, 10);
    const [accounts, catalogue, watching, byDay, byPlan, byTitle, failing, trials] = await Promise.all([
      repository.countAccounts(),
      countCatalogue(),
      listWatchers(),
      repository.listByDay(from, until),
      repository.listByPlan(from),
      repository.listByTitle(from),
      repository.listFailing(from),
      trialsToday(),
    ]);
    return {
      days,
      totals: { ...accounts, ...catalogue },
      watching,
      byDay,
      byPlan: byPlan.map(({ plan, ...rest }) => ({ plan: readPlan(plan), ...rest })),
      byTitle: byTitle.map(({ item_key: itemKey, ...rest }) => ({
        itemKey,
        kind: readItemId('channel', itemKey) === undefined ? ('video' as const) : ('channel' as const),
        ...rest,
      })),
      trials,
      failingChannels: failing.map(({ id, last_at: lastAt, ...rest }) => ({
        _id: id,
        lastAt: lastAt.toISOString(),
        ...rest,
      })),
    };
  });
  serve(stopWatcher, async ({ params: { accountId, deviceId } }, { session }) => {
    const usernames = await repository.listUsernames([accountId]);
    if (!stop(accountId, deviceId)) throw new AppError('device.not_playing');
    await recordAct(db, session, {
      action: 'stream.stop',
      subjectId: accountId,
      subjectName: usernames.get(accountId) ?? '',
    });
    return { message: 'Reproducción detenida.' };
  });
}
