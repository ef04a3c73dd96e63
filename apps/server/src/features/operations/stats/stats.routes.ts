import {
  getStats,
  listUnresponsiveChannels,
  readItemId,
  readPlan,
  stopWatcher,
  type ConverterState,
  type ItemKey,
  type Watcher,
} from '@butaca/contract';
import { recordAct, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import type { ChannelHealth } from './channel-health.ts';
import type { StatsRepository } from './stats.repository.ts';
import type { TotalsRepository } from './totals.repository.ts';

export type StatsSession = Pick<Session, 'accountId' | 'username'>;

/** What the statistics need to know about devices that are playing now: a list of them, and how to stop one. */
export interface PlayingDirectory {
  listAll(): Promise<readonly { accountId: string; deviceId: string; itemKey: ItemKey; sinceMs: number }[]>;
  stop(accountId: string, deviceId: string): Promise<boolean>;
}

interface StatsRoutesNeeds {
  db: Kysely<Database>;
  repository: StatsRepository;
  counts: TotalsRepository;
  health: Pick<ChannelHealth, 'listUnresponsive'>;
  playing: PlayingDirectory;
  /** Today's date in the time zone of the operator (who runs the server), `YYYY-MM-DD`. */
  today(): string;
  /** Writes the plays and failures that are counted in memory to the database. */
  flush(): Promise<void>;
  countCatalogue: TotalsRepository['countCatalogue'];
  deviceName(accountId: string, deviceId: string): Promise<string | undefined>;
  itemTitle(itemKey: ItemKey): Promise<string | undefined>;
  trialsToday(): Promise<{ accounts: number; minutes: number }>;
  converterState(): ConverterState;
  isStoreDivided(): boolean;
}

const dayMs = 86_400_000;

export function serveStats(serve: ServeEndpoint<StatsSession>, needs: StatsRoutesNeeds): void {
  const { db, repository, counts, playing, today, flush, countCatalogue } = needs;

  async function listWatchers(): Promise<Watcher[]> {
    const leases = await playing.listAll();
    const usernames = await counts.listUsernames(leases.map(({ accountId }) => accountId));
    const watchers = await Promise.all(
      leases.map(async ({ accountId, deviceId, itemKey, sinceMs }) => ({
        accountId,
        username: usernames.get(accountId) ?? '',
        deviceId,
        deviceName: (await needs.deviceName(accountId, deviceId)) ?? 'Otro dispositivo',
        title: (await needs.itemTitle(itemKey)) ?? '',
        since: new Date(sinceMs).toISOString(),
      })),
    );
    return watchers.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  }

  serve(getStats, async ({ query: { days } }) => {
    await flush();
    const until = today();
    const from = new Date(Date.parse(until) - (days - 1) * dayMs).toISOString().slice(0, 10);
    const [accounts, catalogue, watching, byDay, byPlan, byTitle, failing, trials] = await Promise.all([
      counts.countAccounts(),
      countCatalogue(),
      listWatchers(),
      repository.listByDay(from, until),
      repository.listByPlan(from),
      repository.listByTitle(from),
      repository.listFailing(from),
      needs.trialsToday(),
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
      converter: needs.converterState(),
      isStoreDivided: needs.isStoreDivided(),
      trials,
      failingChannels: failing.map(({ id, last_at: lastAt, ...rest }) => ({
        _id: id,
        lastAt: lastAt.toISOString(),
        ...rest,
      })),
    };
  });
  serve(listUnresponsiveChannels, async () => ({ ids: await needs.health.listUnresponsive() }));
  serve(stopWatcher, async ({ params: { accountId, deviceId } }, { session }) => {
    const usernames = await counts.listUsernames([accountId]);
    if (!(await playing.stop(accountId, deviceId))) throw new AppError('device.not_playing');
    await recordAct(db, session, {
      action: 'stream.stop',
      subjectId: accountId,
      subjectName: usernames.get(accountId) ?? '',
    });
    return { message: 'Reproducción detenida.' };
  });
}
