/**
 * Reads the chapters of the series that Xtream accounts list. Lists name series only, and a request for each series would
 * take hours and anger providers, so the chapters of a series are requested when somebody opens it, and kept until the list
 * says that they have changed. Those of all other series are requested in the background within the provider's budget, first of
 * those that somebody is watching: one an hour, or one a second where reading ahead is switched on. A server that is busy is left alone for as long as it asks, one that fails for a while; in both cases what is known is shown.
 *
 * Requests pass the gateway as looks at streams do: through the address filter, in a slot of the provider. Those in the
 * background take a free slot only, and give it back when somebody wants to watch.
 */
import type { Database } from '@butaca/db';
import { storedAddress, storedSeriesCall, type ChapterItem } from '@butaca/xtream';
import { sql, type Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { createBackgroundBudget, isFreeForBackground } from '../../../shared/provider/background-budget.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Log } from '../../../platform/log.ts';
import {
  writeListedChapters,
  type ListedChapter,
  type SeriesListing,
} from '../../../shared/video/write-listed-chapters.ts';
import type { ProviderGateway } from './providers.ts';
import { createAnswerReader } from './read-answer.ts';
import { sleep } from '../../../platform/async/sleep.ts';

/** How often the background requests the chapters of a series, in ms. */
const seriesEveryMs = 1_000;
/** How many of these times pass before the background looks again when it has found nothing to read. */
const timesBetweenLooks = 60;
/** How long a server is left alone that does not say how long: one that is busy, and one that fails or is full, in ms. */
const busyMs = 600_000;
const failedMs = 60_000;
/** How long the background passes over a series whose chapters could not be read, in ms. */
const failedSeriesMs = 3_600_000;
/** What a request is refused with because of other requests and not because of the series that it names. */
const passing: ReadonlySet<string> = new Set(['upstream.busy', 'upstream.connections', 'upstream.full']);
const answer = { limitBytes: 16_777_216, withinMs: 15_000 };

export interface SeriesReader extends AsyncDisposable {
  /** Begins to read in the background what was never read or has changed. */
  start(): void;
  /**
   * Makes sure that the chapters of a series are known, for somebody who opens it. Chapters that are known but have
   * changed are read meanwhile.
   *
   * @throws AppError `video.chapters_unavailable` where none are known and their server does not give them
   */
  read(videoId: string): Promise<void>;
}

interface Listed extends SeriesListing {
  isRead: boolean;
}

export function createSeriesReader(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  readStart: ProviderGateway['readStart'];
  onChanged(): void;
  /** Shorter waits for tests. */
  everyMs?: number | undefined;
}): SeriesReader {
  const { db, clock, log, everyMs = seriesEveryMs } = needs;
  const closing = new AbortController();
  const answers = createAnswerReader();
  const underWay = new Map<string, Promise<void>>();
  const rests = createRests(clock);
  const failed = createFailedSeries(clock);
  const budget = createBackgroundBudget(db, clock);
  let background: Promise<void> | undefined;

  function readOnce(listing: Listed, isBackground = false): Promise<void> {
    const key = keyOf(listing);
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const reading = readListing(listing, isBackground).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  async function readListing(listing: Listed, isBackground: boolean): Promise<void> {
    const { providerId, seriesId } = listing;
    if (rests.isResting(providerId)) throw new AppError('upstream.busy');
    try {
      const { bytes } = await needs.readStart(
        {
          address: storedSeriesCall(providerId, seriesId),
          streamKind: 'file',
          userAgent: null,
          referrer: null,
        },
        { ...answer, isEnough: () => false, isRefusalFinal: true, isBackground, signal: closing.signal },
      );
      const chapters = await answers.read(bytes);
      await writeListedChapters(
        db,
        listing,
        chapters.map((item) => toListed(providerId, item)),
      );
      failed.delete(keyOf(listing));
      needs.onChanged();
    } catch (error) {
      if (!(error instanceof AppError && passing.has(error.code))) failed.add(keyOf(listing));
      if (error instanceof AppError) rests.begin(providerId, error);
      throw error;
    }
  }

  async function findNext(): Promise<Listed | undefined> {
    const now = clock.now();
    const found = await findUnread(db, { now, resting: rests.list(), failed: failed.list() });
    return found !== undefined && (await budget.take(found.providerId, 1)) ? found : undefined;
  }

  async function workInBackground(): Promise<void> {
    while (!closing.signal.aborted) {
      const listing = await findNext().catch((error: unknown) => {
        log.warn({ err: error }, 'no series was looked for whose chapters are to be read');
        return undefined;
      });
      if (listing !== undefined)
        await readOnce(listing, true).catch((error: unknown) => {
          if (!(error instanceof AppError))
            log.warn({ err: error }, 'the chapters of a series were not read');
        });
      const pauseMs = listing === undefined ? timesBetweenLooks * everyMs : everyMs;
      await sleep(clock, pauseMs, closing.signal).catch(() => undefined);
    }
  }

  return {
    start() {
      background ??= workInBackground();
    },
    async read(videoId) {
      const stale = await findStale(db, videoId);
      const hasChapters =
        stale.length === 0 || stale.some(({ isRead }) => isRead) || (await hasAny(db, videoId));
      const reading = stale.map((listing) => readOnce(listing));
      if (hasChapters) {
        for (const each of reading) each.catch(() => undefined);
        return;
      }
      await Promise.any(reading).catch((error: AggregateError) => {
        const reason: unknown = error.errors[0];
        if (!(reason instanceof AppError)) throw reason;
        throw new AppError('video.chapters_unavailable', { cause: reason });
      });
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await answers[Symbol.asyncDispose]();
      await background;
      await Promise.allSettled(underWay.values());
    },
  };
}

/** Keeps until when the servers of providers are left alone. */
function createRests(clock: Clock) {
  const rests = new Map<string, { untilMs: number; isFull: boolean }>();
  const isOver = (providerId: string): boolean => (rests.get(providerId)?.untilMs ?? 0) <= clock.steadyMs();
  return {
    /** Whether not even somebody who opens a series causes a request. A provider that was full may have a slot by now. */
    isResting: (providerId: string): boolean => !isOver(providerId) && rests.get(providerId)?.isFull !== true,
    /** The providers of which the background reads nothing now. */
    list: (): string[] => [...rests.keys()].filter((providerId) => !isOver(providerId)),
    begin(providerId: string, { code, retryAfterSeconds }: AppError): void {
      const ms = code === 'upstream.busy' || code === 'upstream.connections' ? busyMs : failedMs;
      const waitMs = retryAfterSeconds === undefined ? ms : retryAfterSeconds * 1_000;
      rests.set(providerId, { untilMs: clock.steadyMs() + waitMs, isFull: code === 'upstream.full' });
    },
  };
}

/** Keeps the keys of the series whose chapters could not be read, and until when the background passes over each of them. */
function createFailedSeries(clock: Clock) {
  const untilMs = new Map<string, number>();
  return {
    add: (key: string) => void untilMs.set(key, clock.steadyMs() + failedSeriesMs),
    delete: (key: string) => void untilMs.delete(key),
    list(): string[] {
      for (const [key, ms] of untilMs) if (ms <= clock.steadyMs()) untilMs.delete(key);
      return [...untilMs.keys()];
    },
  };
}

const toListed = (providerId: string, item: ChapterItem): ListedChapter => ({
  address: storedAddress(providerId, 'series', item.id, item.extension),
  seasonNumber: item.seasonNumber,
  number: item.number,
  title: (item.title ?? `Capítulo ${item.number}`).slice(0, 200),
  description: item.plot ?? '',
  thumbnail: item.still ?? null,
  durationSeconds: item.durationSeconds ?? null,
});

const columns = [
  'listing.provider_id as providerId',
  'listing.series_id as seriesId',
  'listing.video_id as videoId',
  'listing.changed_at as changedAt',
  sql<boolean>`listing.read_at is not null`.as('isRead'),
] as const;

/** Selects the listings whose chapters were never read, or have changed since. */
const selectStale = (db: Kysely<Database>) =>
  db
    .selectFrom('series_listing as listing')
    .innerJoin('provider', 'provider.id', 'listing.provider_id')
    .select(columns)
    .where('listing.missing_since', 'is', null)
    .where('provider.removed_at', 'is', null)
    .where((where) =>
      where.or([
        where('listing.read_at', 'is', null),
        where('listing.changed_at', 'is distinct from', where.ref('listing.read_changed_at')),
      ]),
    );

/** Names a series of an account: two accounts may use the same number. */
const keyOf = ({ providerId, seriesId }: Listed): string => `${providerId} ${seriesId}`;

const findStale = (db: Kysely<Database>, videoId: string): Promise<Listed[]> =>
  selectStale(db).where('listing.video_id', '=', videoId).execute();

const findUnread = (
  db: Kysely<Database>,
  { now, resting, failed }: { now: Date; resting: readonly string[]; failed: readonly string[] },
): Promise<Listed | undefined> =>
  selectStale(db)
    .where(isFreeForBackground(now, 1))
    .where('listing.provider_id', '<>', sql<string>`all(${[...resting]}::text[])`)
    .where(
      sql<string>`listing.provider_id || ' ' || listing.series_id`,
      '<>',
      sql<string>`all(${[...failed]}::text[])`,
    )
    .orderBy(sql`exists (select from progress where progress.video_id = listing.video_id)`, 'desc')
    .limit(1)
    .executeTakeFirst();

async function hasAny(db: Kysely<Database>, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('chapter')
    .select('id')
    .where('video_id', '=', videoId)
    .where('missing_since', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
