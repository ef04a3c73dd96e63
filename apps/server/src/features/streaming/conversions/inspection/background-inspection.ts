/*
 * Files of films and chapters that were not inspected with ffprobe yet are inspected in the background, one at a time,
 * and only while nobody plays anything: the first viewer of a file does not wait for its inspection, and providers get
 * no extra connection while they serve a viewer. A round covers the whole catalogue; the next round starts after a
 * pause and finds files added meanwhile. At the end of a round, the facts (codecs, tracks, duration) of files that have
 * left the catalogue are deleted.
 */
import type { Clock } from '../../../../platform/clock.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { Log } from '../../../../platform/log.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { YieldedError } from './yielding-flights.ts';
import type { MediaFacts } from '../source/media-facts.ts';
import { sleep } from '../../../../platform/async/sleep.ts';

/**
 * Lists one page of the stream addresses of films and chapters: at most `limit`, with keys greater than `after`, the
 * last key of the previous page.
 */
export type ListAddresses = (
  after: string,
  limit: number,
) => Promise<readonly { key: string; source: StreamSource }[]>;

export interface BackgroundInspection extends Disposable {
  start(list: ListAddresses): void;
}

/** The pause between two background inspections of files, in ms. */
const pauseMs = 5_000;
/** The pause between two rounds of background inspection, and before trying again while somebody is watching, in ms. */
const restMs = 60_000;
const pageSize = 100;

export function createBackgroundInspection(needs: {
  isDue(address: string): Promise<boolean>;
  inspect(source: StreamSource): Promise<MediaFacts | undefined>;
  noteListed(addresses: readonly string[]): Promise<void>;
  forgetUnlisted(roundStartedAt: Date): Promise<void>;
  clock: Clock;
  isBusy(): boolean;
  log: Log;
}): BackgroundInspection {
  const stopped = new AbortController();
  const wait = (ms: number) => sleep(needs.clock, ms, stopped.signal);

  async function lookAt(source: StreamSource): Promise<void> {
    // The background inspection leaves out playlists and endless streams.
    if (source.streamKind !== 'file' || !/^https?:/i.test(source.address)) return;
    if (!(await needs.isDue(source.address))) return;
    while (needs.isBusy()) await wait(restMs);
    try {
      await needs.inspect(source);
    } catch (error) {
      if (error instanceof YieldedError) {
        await wait(pauseMs);
        return lookAt(source);
      }
      // The file to be inspected cannot be fetched, perhaps only for now: the background inspection continues with the
      // next file.
      if (!(error instanceof AppError)) throw error;
    }
    await wait(pauseMs);
  }

  async function goThrough(list: ListAddresses): Promise<void> {
    const startedAt = needs.clock.now();
    for (let after = ''; ;) {
      const page = await list(after, pageSize);
      await needs.noteListed(page.map(({ source }) => source.address));
      for (const { source } of page) await lookAt(source);
      const last = page.at(-1);
      if (last === undefined) return needs.forgetUnlisted(startedAt);
      after = last.key;
    }
  }

  async function run(list: ListAddresses): Promise<void> {
    while (!stopped.signal.aborted) {
      try {
        await goThrough(list);
      } catch (error) {
        if (!stopped.signal.aborted) needs.log.warn({ err: error }, 'looking into files was interrupted');
      }
      await wait(restMs).catch(() => undefined);
    }
  }

  return {
    start: (list) => void run(list),
    [Symbol.dispose]: () => stopped.abort(),
  };
}
