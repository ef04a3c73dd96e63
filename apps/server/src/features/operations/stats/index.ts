import { isSilence, readItemId, type ConverterState, type ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { createSemaphore } from '../../../platform/async/semaphore.ts';
import { createLazy } from '../../../platform/async/single-flight.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Log } from '../../../platform/log.ts';
import { createChannelHealth } from './channel-health.ts';
import { createPlayMeter, type PlayMeter } from './play-meter.ts';
import { createFailureCounts } from './failure-counts.ts';
import { createStatsRepository } from './stats.repository.ts';
import { serveStats, type PlayingDirectory, type StatsSession } from './stats.routes.ts';
import { createTotalsRepository } from './totals.repository.ts';

/** The statistics feature: counts plays and failures, and shows the counts to administrators. */
export interface Stats extends AsyncDisposable {
  /**
   * Called again and again while a device is playing an item (channel, film or chapter), so that the statistics count
   * the seconds played.
   */
  notePlaying: PlayMeter['note'];
  /**
   * Called when the provider's server of an item (channel, film or chapter) could not be reached; the statistics count
   * only the failures of channels.
   */
  noteFailure(itemKey: ItemKey, code: string): void;
  /** Returns the ids of the videos and channels with the most plays in the last thirty days, most plays first. */
  mostPlayed(): Promise<{ videoIds: string[]; channelIds: string[] }>;
  /** Called whenever media of an item are delivered; a channel that had failed responds again. */
  noteDelivery(itemKey: ItemKey): void;
  routes(serve: ServeEndpoint<StatsSession>): void;
}

const flushEveryMs = 30_000;
/** From how many past days plays count for the most played titles, and how many titles are listed. */
const mostPlayedDays = 30;
const mostPlayedItems = 40;
const dayMs = 86_400_000;

/** Counts are kept in memory and written to the database every half minute. */
export function statsFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  /** The catalogue version: totals of channels, videos and series are counted again only when it changes. */
  version: { current(): number };
  dayOf(at: Date): string;
  /**
   * The longest time between two signals that a device is still playing an item (channel, film or chapter), in ms; a
   * longer gap is not counted as watched.
   */
  longestGapMs: number;
  deviceName(accountId: string, deviceId: string): Promise<string | undefined>;
  itemTitle(itemKey: ItemKey): Promise<string | undefined>;
  trialsToday(): Promise<{ accounts: number; minutes: number }>;
  /** Whether this server can convert what browsers do not play, and since when. */
  converterState(): ConverterState;
  /** Whether another server of the database does not share this server's store. */
  isStoreDivided(): boolean;
  playing: PlayingDirectory;
}): Stats {
  const { db, clock, log, dayOf } = needs;
  const repository = createStatsRepository(db);
  const counts = createTotalsRepository(db);
  const meter = createPlayMeter(needs);
  const health = createChannelHealth(db, clock);
  const failures = createFailureCounts();
  const totals = createLazy(counts.countCatalogue);
  let countedVersion: number | undefined;
  let forgottenOn = '';
  // The statistics are written to the database one write after the other, because two writes at once would both count
  // the same plays as not yet written.
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
    const failed = failures.take();
    try {
      await repository.writeFailures(failed);
    } catch (error) {
      failures.add(...failed);
      throw error;
    }
    await health.write(failed);
    if (forgottenOn === today()) return;
    forgottenOn = today();
    await repository.forgetOld(forgottenOn);
  }

  /**
   * Counts channels, videos and series, cached for each version of the catalogue: counting a million films is slow, and
   * dashboards request the totals every few seconds.
   */
  function countCatalogue(): ReturnType<typeof counts.countCatalogue> {
    const version = needs.version.current();
    if (version !== countedVersion) totals.forget();
    countedVersion = version;
    return totals.get();
  }

  const cancel = clock.every(flushEveryMs, () => void flush());

  return {
    notePlaying: meter.note,
    noteFailure(itemKey, code) {
      const channelId = readItemId('channel', itemKey);
      if (channelId === undefined) return;
      const at = clock.now();
      if (isSilence(code)) health.noteFailure(channelId, at);
      failures.add({ channelId, day: today(), failures: 1, lastAt: at });
    },
    mostPlayed: () =>
      listMostPlayed(repository, dayOf(new Date(clock.now().getTime() - mostPlayedDays * dayMs))),
    noteDelivery(itemKey) {
      const channelId = readItemId('channel', itemKey);
      if (channelId !== undefined) health.noteDelivery(channelId);
    },
    routes: (serve) =>
      serveStats(serve, { ...needs, health, repository, counts, today, flush, countCatalogue }),
    async [Symbol.asyncDispose]() {
      cancel();
      await flush();
    },
  };
}

async function listMostPlayed(
  repository: ReturnType<typeof createStatsRepository>,
  from: string,
): ReturnType<Stats['mostPlayed']> {
  const [videoIds, channelIds] = await Promise.all([
    repository.listMostPlayed('video', from, mostPlayedItems),
    repository.listMostPlayed('channel', from, mostPlayedItems),
  ]);
  return { videoIds, channelIds };
}
