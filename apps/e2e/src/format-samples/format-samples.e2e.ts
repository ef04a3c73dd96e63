import { formatSamples, type FormatSample } from '@butaca/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedBrowser } from '../browser.ts';
import { judgeSample, openSampleViewer, watchAlone, type Watched } from './watch-sample.ts';
import { startSampleProduct, type SampleProduct } from './sample-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

const quick = formatSamples.filter(({ isQuick }) => isQuick);
const isConverted = ({ expected, isConvertedStream }: FormatSample): boolean =>
  isConvertedStream === true ||
  ('form' in expected && ['remux', 'transcode', 'live'].includes(expected.form));
/**
 * The tests simulate two people who watch the format samples (test videos of every format) at the same time. Only the
 * first one watches samples that the server converts with ffmpeg, so no conversion waits for another one to end.
 */
const lanes = [quick.filter(isConverted), quick.filter((item) => !isConverted(item))];

let product: SampleProduct;
const watching = new Map<FormatSample, Promise<Watched>>();
beforeAll(async () => {
  product = await startSampleProduct({ prepare: (dataDir) => copyUsedDataFolder('bare', dataDir) });
  for (const lane of lanes) await watchInTurn(lane, await product.registerViewer());
  // The timeout is long because ffmpeg makes the videos of all format samples (test videos) in the first run.
}, 180_000);
afterAll(async () => {
  await Promise.allSettled(watching.values());
  await product[Symbol.asyncDispose]();
});

/** The time within which a format sample (test video) must play or show its message, in milliseconds. */
const withinMs = 40_000;

/**
 * Watches the given format samples (test videos), each when the previous one has been watched: all of them on one page,
 * except those that need a browser without Media Source Extensions.
 */
async function watchInTurn(items: readonly FormatSample[], session: Record<string, string>): Promise<void> {
  const browser = await sharedBrowser();
  const viewer = await openSampleViewer(browser, session, product.url);
  let before: Promise<unknown> = Promise.resolve();
  for (const item of items) {
    const path = product.watchPath(item);
    const watched = before.then(() =>
      item.isWithoutPlayers === true
        ? watchAlone(browser, session, `${product.url}/#${path}`, item, withinMs)
        : viewer.watch(path, item, withinMs),
    );
    watching.set(item, watched);
    // A format sample (test video) that fails to play fails its own test only; the next sample is watched nevertheless.
    before = watched.catch(() => undefined);
  }
  void before.then(() => viewer.close());
}

const names = (plays: boolean) =>
  lanes
    .flat()
    .filter(({ expected }) => 'form' in expected === plays)
    .map((item) => [item.name, item] as const);

async function expectWatched(item: FormatSample): Promise<void> {
  const watched = await watching.get(item);
  if (watched === undefined) throw new Error(`nobody watches ${item.name}`);
  expect(judgeSample(item, watched), JSON.stringify(watched)).toEqual([]);
}

/**
 * The timeout is long because a test also waits for the format samples (test videos) that are watched before its own.
 */
describe('the watch page with a format sample', { timeout: 180_000 }, () => {
  it.each(names(true))('plays %s with video and sound', (_name, item) => expectWatched(item));

  it.each(names(false))('shows the expected message for %s', (_name, item) => expectWatched(item));
});
