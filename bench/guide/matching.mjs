import process from 'node:process';
import { matchChannels } from '../../packages/guide/src/index.ts';
import {
  matchLabelled,
  readLabelledChannels,
  scoreMatching,
  sharesOf,
} from '../../packages/guide/test/labelled-channels.ts';
import { reportLeast, reportMost } from '../goal.mjs';
import { createRandom } from '../random.mjs';

const sizes = { channels: 5_000, guideChannels: 20_000 };
const goals = { precision: 99.5, recall: 90, seconds: 5 };
const countries = ['mx', 'ar', 'es', 'co', 'cl', 'pe'];

/**
 * Prints how well labelled names are matched, and how long matching takes: with names of the same words, and with names that
 * are all the same, which is the worst for lists of candidates.
 *
 * @returns {boolean[]} whether each goal is met
 */
export function measureMatching() {
  const labelled = readLabelledChannels();
  const score = scoreMatching(matchLabelled(labelled));
  const { precision, recall } = sharesOf(score);
  console.log(
    `matching ${labelled.length} labelled names: ${score.right} of ${score.wanted} right, ${score.wrong.length} wrong; precision ${precision.toFixed(2)} %, recall ${recall.toFixed(2)} %`,
  );
  const random = createRandom(39);
  const words = [...new Set(labelled.flatMap(({ name }) => name.split(' ')))];
  const makeName = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => words[Math.floor(random() * words.length)],
    ).join(' ');
  return [
    reportLeast('  precision, in hundredths', Math.floor(precision * 100), ' ‱', goals.precision * 100),
    reportLeast('  recall', Math.floor(recall), ' %', goals.recall),
    measure('names of several words', makeName),
    measure('one name for all', () => 'Canal Uno'),
  ];
}

/** @param {string} what @param {() => string} makeName @returns {boolean} whether the goal is met */
function measure(what, makeName) {
  const countryOf = (/** @type {number} */ index) => countries[index % countries.length] ?? '';
  const channels = Array.from({ length: sizes.channels }, (_none, index) => ({
    id: String(index),
    tvgId: null,
    name: makeName(),
    names: [],
    country: index % 2 === 0 ? null : countryOf(index),
  }));
  const guideChannels = Array.from({ length: sizes.guideChannels }, (_none, index) => ({
    id: `Canal${index}.${countryOf(index)}`,
    names: [makeName(), `${makeName()} HD`],
  }));
  const before = process.cpuUsage();
  const { certain, unsure } = matchChannels(channels, guideChannels);
  const { user, system } = process.cpuUsage(before);
  return reportMost(
    `  ${what}, ${sizes.channels} × ${sizes.guideChannels}: ${certain.size} certain, ${unsure.size} asked, processor`,
    (user + system) / 1_000_000,
    ' s',
    goals.seconds,
  );
}
