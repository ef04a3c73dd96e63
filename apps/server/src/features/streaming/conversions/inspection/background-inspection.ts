/*
 * Files of films and chapters that were not inspected with ffprobe yet and that people are likely to open are inspected in the
 * background, one at a time, and only while nobody plays anything: the first viewer of a file does not wait for its
 * inspection, and providers get no extra connection while they serve a viewer. A provider is asked within a budget
 * (`background-budget.ts`), which allows about one request an hour, and more where an administrator has switched reading ahead
 * on: then all of its files are inspected, in walks over the whole catalogue. A walk also notes which files are still in the
 * catalogue; at its end, the facts (codecs, tracks, duration) of files that have left it are deleted.
 */
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Log } from '../../../../platform/log.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { YieldedError } from './yielding-flights.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import { sleep } from '../../../../platform/async/sleep.ts';

/** The file of a film or chapter. */
export interface ListedFile {
  key: string;
  source: StreamSource;
  providerId: string | null;
  /** Whether an administrator wants the files of its provider to be inspected before somebody opens them. */
  isReadAhead: boolean;
}

export interface FileLists {
  /** Lists one page of all files: at most `limit`, with keys greater than `after`, the last key of the previous page. */
  all(after: string, limit: number): Promise<readonly ListedFile[]>;
  /** Lists the files that people are likely to open next, the likeliest first. */
  likely(): Promise<readonly ListedFile[]>;
}

export interface BackgroundInspection extends Disposable {
  start(files: FileLists): void;
}

/** The pause between two background inspections of files, in ms. */
const pauseMs = 5_000;
/** The pause between two rounds of background inspection, and before trying again while somebody is watching, in ms. */
const restMs = 60_000;
/** How often the whole catalogue is walked over, in ms. */
const walkEveryMs = 6 * 3_600_000;
const pageSize = 100;
/** About how many requests ffprobe sends for a file: its beginning, its index, its end. */
const requestsOfInspection = 4;

export function createBackgroundInspection(needs: {
  isDue(address: string): Promise<boolean>;
  /** Takes requests from the budget of a provider. @returns `false` where they are too many for now */
  takeRequests(providerId: string, requests: number): Promise<boolean>;
  inspect(source: StreamSource): Promise<MediaFacts | undefined>;
  noteListed(addresses: readonly string[]): Promise<void>;
  forgetUnlisted(roundStartedAt: Date): Promise<void>;
  clock: Clock;
  isBusy(): boolean;
  log: Log;
}): BackgroundInspection {
  const stopped = new AbortController();
  const wait = (ms: number) => sleep(needs.clock, ms, stopped.signal);

  async function lookAt({ source, providerId }: ListedFile): Promise<void> {
    // The background inspection leaves out playlists and endless streams.
    if (providerId === null || source.streamKind !== 'file' || !/^https?:/i.test(source.address)) return;
    if (!(await needs.isDue(source.address))) return;
    while (needs.isBusy()) await wait(restMs);
    if (await needs.takeRequests(providerId, requestsOfInspection)) await inspect(source);
  }

  async function inspect(source: StreamSource): Promise<void> {
    try {
      await needs.inspect(source);
    } catch (error) {
      // A file that a viewer has interrupted is inspected by that viewer, or in another round. Another cannot be fetched,
      // perhaps only for now: the background inspection continues with the next file.
      if (!(error instanceof YieldedError || error instanceof AppError)) throw error;
    }
    await wait(pauseMs);
  }

  async function walk(files: FileLists): Promise<void> {
    const startedAt = needs.clock.now();
    for (let after = ''; ;) {
      const page = await files.all(after, pageSize);
      await needs.noteListed(page.map(({ source }) => source.address));
      for (const file of page) if (file.isReadAhead) await lookAt(file);
      const last = page.at(-1);
      if (last === undefined) return needs.forgetUnlisted(startedAt);
      after = last.key;
    }
  }

  async function run(files: FileLists): Promise<void> {
    let walkAtMs = 0;
    while (!stopped.signal.aborted) {
      try {
        for (const file of await files.likely()) await lookAt(file);
        if (needs.clock.steadyMs() >= walkAtMs) {
          walkAtMs = needs.clock.steadyMs() + walkEveryMs;
          await walk(files);
        }
      } catch (error) {
        if (!stopped.signal.aborted) needs.log.warn({ err: error }, 'looking into files was interrupted');
      }
      await wait(restMs).catch(() => undefined);
    }
  }

  return {
    start: (files) => void run(files),
    [Symbol.dispose]: () => stopped.abort(),
  };
}
