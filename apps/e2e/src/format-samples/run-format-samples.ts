import { formatSamples, zooSamples } from '@butaca/testing';
import { launchBrowser } from '../browser.ts';
import { judgeSample, watchAlone, type Watched } from './watch-sample.ts';
import { startSampleProduct } from './sample-product.ts';
import { adviseZooSample, mustPlay, watchZooSample, type ZooResult } from './watch-zoo-sample.ts';

/** How long a sample of formats may take to play, or to say why it does not. */
const withinMs = { plays: 90_000, told: 15_000 };
const quickMs = 2_000;
const words = { plays: 'se ve', told: 'frase cierta', mistold: 'frase falsa', nothing: 'nada' } as const;

/** A sample that was watched: whether it was a success, and its line in the table. */
interface Line {
  isRight: boolean;
  /** How a sample ended, and after how long it played. */
  result: ZooResult;
  cells: readonly string[];
}

/**
 * Plays all samples of formats and of the zoo, or the named ones, in a real Chromium, and prints the results as a table
 * with their counts.
 *
 * @param wanted - parts of the names of samples to play; empty plays all samples
 * @param say - receives the table, line by line
 * @returns whether each sample plays or shows the expected sentence
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
  const lines: Line[] = [];
  const add = (line: Line): void => {
    lines.push(line);
    const { outcome, firstMs } = line.result;
    const time = outcome === 'plays' ? `${firstMs} ms` : '';
    const cells = [line.isRight ? '✓' : '✗', words[outcome].padEnd(12), time.padEnd(8), ...line.cells];
    say(cells.join('  ').trimEnd());
  };
  try {
    for (const sample of formatSamples.filter(isWanted)) {
      const address = `${product.url}/#${product.watchPath(sample)}`;
      const { expected } = sample;
      const limitMs =
        'sentence' in expected ? withinMs.told + (expected.playsSeconds ?? 0) * 1_000 : withinMs.plays;
      const watched = await watchAlone(browser, session, address, sample, limitMs);
      const complaints = judgeSample(sample, watched);
      const result = resultOf(watched, complaints);
      add({ isRight: complaints.length === 0, result, cells: [sample.name, complaints.join(', ')] });
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
      add({ isRight, result, cells: [sample.name, result.sentence ?? ''] });
    }
  } finally {
    await browser.close();
    await product[Symbol.asyncDispose]();
  }
  for (const line of sum(lines)) say(line);
  return lines.every((line) => line.isRight);
}

/** What a person got from a sample whose expectation names its form, in the terms of the zoo. */
function resultOf(watched: Watched, complaints: readonly string[]): ZooResult {
  const { firstFrameMs, sentence } = watched;
  if (sentence === undefined) {
    return firstFrameMs === undefined || complaints.length > 0
      ? { outcome: 'nothing' }
      : { outcome: 'plays', firstMs: firstFrameMs };
  }
  return { outcome: complaints.length === 0 ? 'told' : 'mistold', sentence };
}

/** Counts the results, with the time within which 95 of 100 samples that play have begun. */
function sum(lines: readonly Line[]): string[] {
  const times = lines
    .flatMap(({ result }) => (result.outcome === 'plays' ? [result.firstMs ?? Infinity] : []))
    .toSorted((a, b) => a - b);
  const quick = times.filter((ms) => ms <= quickMs).length;
  const count = (outcome: ZooResult['outcome']) =>
    lines.filter(({ result }) => result.outcome === outcome).length;
  const at = (part: number) => times[Math.min(times.length - 1, Math.ceil(times.length * part) - 1)];
  return [
    '',
    `${lines.length} formas: ${quick} se ven en ≤ 2 s, ${times.length - quick} más tarde, ${count('told')} con frase cierta, ` +
      `${count('mistold')} con frase falsa, ${count('nothing')} sin imagen, sonido o frase a tiempo`,
    ...(times.length === 0
      ? []
      : [`hasta la primera imagen: mediana ${at(0.5)} ms, percentil 95 ${at(0.95)} ms`]),
  ];
}
