import { formatSamples, sumZoo, zooSamples, type ZooLine } from '@butaca/testing';
import { launchBrowser } from '../browser.ts';
import { judgeSample, watchAlone, type Watched } from './watch-sample.ts';
import { startSampleProduct } from './sample-product.ts';
import { adviseZooSample, mustPlay, watchZooSample, type ZooResult } from './watch-zoo-sample.ts';

/** How long a sample of formats may take to play, or to say why it does not. */
const withinMs = { plays: 90_000, told: 15_000 };
const words = { plays: 'se ve', told: 'frase cierta', mistold: 'frase falsa', nothing: 'nada' } as const;

/**
 * Plays all samples of formats and of the zoo, or the named ones, in a real Chromium, and prints the results as a table
 * with their counts.
 *
 * @param wanted - parts of the names of samples to play; empty plays all samples
 * @param say - receives the table, line by line
 * @returns whether each sample plays or shows the expected sentence, and enough of them play soon
 */
export async function runFormatSamples(
  wanted: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const isWanted = ({ name }: { name: string }) =>
    wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase()));
  const zoo = zooSamples.filter(isWanted);
  const product = await startSampleProduct({ zoo });
  const session = await product.registerViewer();
  const administrator = await product.signInAdministrator();
  const browser = await launchBrowser();
  const lines: ZooLine[] = [];
  const add = (line: ZooLine, ...cells: readonly string[]): void => {
    lines.push(line);
    const { isRight, outcome, firstMs } = line;
    const time = outcome === 'plays' ? `${firstMs} ms` : '';
    say([isRight ? '✓' : '✗', words[outcome].padEnd(12), time.padEnd(8), ...cells].join('  ').trimEnd());
  };
  try {
    for (const sample of formatSamples.filter(isWanted)) {
      const address = `${product.url}/#${product.watchPath(sample)}`;
      const { expected } = sample;
      const limitMs =
        'sentence' in expected ? withinMs.told + (expected.playsSeconds ?? 0) * 1_000 : withinMs.plays;
      const watched = await watchAlone(browser, session, address, sample, limitMs);
      const complaints = judgeSample(sample, watched);
      const result = resultOf(watched, complaints, !('sentence' in expected));
      const isRight = complaints.length === 0;
      add({ ...result, isRight, mustPlay: !('sentence' in expected) }, sample.name, complaints.join(', '));
    }
    for (const sample of zoo) {
      const watching = { productUrl: product.url, path: product.watchPath(sample), sample };
      const failed = (error: unknown): ZooResult => ({ outcome: 'nothing', sentence: String(error) });
      let result = await watchZooSample(browser, session, watching).catch(failed);
      // What a viewer read is right: an administrator must read besides what to change.
      if (result.outcome === 'told') {
        result = await adviseZooSample(browser, administrator, watching).catch(failed);
      }
      const isRight = result.outcome === (mustPlay(sample) ? 'plays' : 'told');
      add({ ...result, isRight, mustPlay: mustPlay(sample) }, sample.name, result.sentence ?? '');
    }
  } finally {
    await browser.close();
    await product[Symbol.asyncDispose]();
  }
  const { told, isMet } = sumZoo(lines);
  for (const line of ['', ...told]) say(line);
  return isMet;
}

/**
 * What a person got from a sample whose expectation names its form, in the terms of the zoo. A sample that plays may show a
 * notice beside the picture, such as that seeking is not possible.
 */
function resultOf(watched: Watched, complaints: readonly string[], isToPlay: boolean): ZooResult {
  const { firstFrameMs, sentence } = watched;
  if (sentence === undefined || (isToPlay && firstFrameMs !== undefined)) {
    return firstFrameMs === undefined || complaints.length > 0
      ? { outcome: 'nothing' }
      : { outcome: 'plays', firstMs: firstFrameMs };
  }
  return { outcome: complaints.length === 0 ? 'told' : 'mistold', sentence };
}
