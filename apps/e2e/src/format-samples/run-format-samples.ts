import { formatSamples } from '@butaca/testing';
import { launchBrowser } from '../browser.ts';
import { judgeSample, watchAlone, type Watched } from './watch-sample.ts';
import { startSampleProduct } from './sample-product.ts';

const withinMs = 90_000;
const headings = ['', 'elemento', 'forma', '1.er fotograma', 'imagen', 'sonido', 'avanza', 'frase'];

/**
 * Plays all format samples (test videos of every format, and failing providers), or the named ones, in a real Chromium,
 * and prints the results as a table.
 *
 * @param wanted - parts of the names of samples to play; empty plays all samples
 * @param say - receives the table, line by line
 * @returns whether each sample plays or shows the expected sentence
 */
export async function runFormatSamples(
  wanted: readonly string[],
  say: (line: string) => void,
): Promise<boolean> {
  const items = formatSamples.filter(
    ({ name }) =>
      wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase())),
  );
  const product = await startSampleProduct();
  const session = await product.registerViewer();
  const browser = await launchBrowser();
  const width = Math.max(...items.map(({ name }) => name.length));
  const widths = [1, width, 9, 14, 6, 6, 6, 0];
  const print = (cells: readonly string[]) =>
    say(cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '));
  let isAllRight = true;
  try {
    print(headings);
    for (const item of items) {
      const address = `${product.url}/#${product.watchPath(item)}`;
      const watched = await watchAlone(browser, session, address, item, withinMs);
      const complaints = judgeSample(item, watched);
      isAllRight &&= complaints.length === 0;
      print([complaints.length === 0 ? '✓' : '✗', item.name, ...describe(watched)]);
      for (const complaint of complaints) say(`     ${complaint}`);
    }
  } finally {
    await browser.close();
    await product[Symbol.asyncDispose]();
  }
  return isAllRight;
}

function describe(watched: Watched): string[] {
  const yes = (fact: boolean) => (fact ? 'sí' : 'no');
  return [
    watched.form ?? '–',
    watched.firstFrameMs === undefined ? '–' : `${watched.firstFrameMs} ms`,
    yes(watched.hasVideo),
    yes(watched.hasSound),
    `${watched.playedSeconds.toFixed(1)} s`,
    watched.sentence ?? '',
  ];
}
