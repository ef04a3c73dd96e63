import { readItemId, type ItemKey, type Watcher } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { createSemaphore } from '../../../platform/async/semaphore.ts';
import { createLazy } from '../../../platform/async/single-flight.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import type { Session } from '../../../shared/session.ts';
import { createPlayMeter, type PlayMeter } from './play-meter.ts';
import { createStatsRepository, type FailureCount } from './stats.repository.ts';
import { serveStats } from './stats.routes.ts';

/** What the statistics needs of the streams. */
export interface PlayingDirectory {
  listAll(): readonly { accountId: string; deviceId: string; itemKey: ItemKey; sinceMs: number }[];
  stop(accountId: string, deviceId: string): boolean;
}

export interface Stats extends AsyncDisposable {
  /** A device is playing an item now. */
  notePlaying: PlayMeter['note'];
  /** The upstream of a channel could not be had; other items are not counted. */
  noteFailure(itemKey: ItemKey): void;
  routes(serve: ServeEndpoint<Pick<Session, 'accountId' | 'username'>>): void;
}

const flushEveryMs = 30_000;

/** What is going on: who watches, what was watched, what fails. */
export function statsFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  /** Of the catalogue: what is counted of it counts as long as that is the same. */
  version: { current(): number };
  dayOf(at: Date): string;
  /** The longest time between two signs of the same playback. */
  longestGapMs: number;
  deviceName(accountId: string, deviceId: string): Promise<string | undefined>;
  itemTitle(itemKey: ItemKey): Promise<string | undefined>;
  trialsToday(): Promise<{ accounts: number; minutes: number }>;
  streams: PlayingDirectory;
}): Stats {
  const { db, clock, log, dayOf } = needs;
  const repository = createStatsRepository(db);
  const meter = createPlayMeter(needs);
  const failures = new Map<string, FailureCount>();
  const totals = createLazy(repository.countCatalogue);
  let countedVersion: number | undefined;
  let forgottenOn = '';
  // Two writes at once would both count the same plays as not yet written.
  const writes = createSemaphore({ running: 1 });

  const today = () => dayOf(clock.now());

  const flush = (): Promise<void> =>
    writes.run(write).catch((error: unknown) => log.warn({ err: error }, 'plays could not be counted'));

  async function write(): Promise<void> {
    const plays = meter.take();
    try {
      await repository.writePlays(plays);
    } catch (error) {
      meter.putBack(plays);
      throw error;
    }
    const failed = [...failures.values()];
    failures.clear();
    try {
      await repository.writeFailures(failed);
    } catch (error) {
      for (const each of failed) addFailures(each);
      throw error;
    }
    if (forgottenOn === today()) return;
    forgottenOn = today();
    await repository.forgetOld(forgottenOn);
  }

  function addFailures(added: FailureCount): void {
    const key = `${added.day} ${added.channelId}`;
    const known = failures.get(key);
    failures.set(key, {
      ...added,
      failures: added.failures + (known?.failures ?? 0),
      lastAt: known === undefined || known.lastAt < added.lastAt ? added.lastAt : known.lastAt,
    });
  }

  /** Kept for each version of the catalogue: counting a million films takes a moment, and dashboards ask every few seconds. */
  function countCatalogue(): ReturnType<typeof repository.countCatalogue> {
    const version = needs.version.current();
    if (version !== countedVersion) totals.forget();
    countedVersion = version;
    return totals.get();
  }

  const timer = setInterval(() => void flush(), flushEveryMs).unref();

  async function listWatchers(): Promise<Watcher[]> {
    const leases = needs.streams.listAll();
    const usernames = await repository.listUsernames(leases.map(({ accountId }) => accountId));
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

  return {
    notePlaying: meter.note,
    noteFailure(itemKey) {
      const channelId = readItemId('channel', itemKey);
      if (channelId === undefined) return;
      addFailures({
        channelId,
        day: today(),
        failures: 1,
        lastAt: clock.now(),
      });
    },
    routes: (serve) =>
      serveStats(serve, {
        db,
        repository,
        flush,
        today,
        countCatalogue,
        listWatchers,
        trialsToday: needs.trialsToday,
        stop: needs.streams.stop,
      }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await flush();
    },
  };
}
