/**
 * `npm run bench -- titles`: how well and how fast names of entries are read.
 *
 * It prints the share of right fields of the labelled corpus, the share of fields and names on which independent sets
 * agree, and the time for a hundred thousand and for a million names beside that of a loop which only splits them into
 * words. `--differences` prints each difference to the independent sets; other arguments are numbers of names.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { readName } from '../packages/titles/src/index.ts';
import { generateNames } from '../packages/titles/test/generated-names.ts';
import {
  describeScore,
  readHandLabelled,
  scoreNames,
  shareRight,
} from '../packages/titles/test/labelled-names.ts';
import { printMachine, reportLeast, reportMost } from './goal.mjs';
import { readGuessitCases, readParserCases } from './names/independent-sets.mjs';

const { values, positionals } = parseArgs({
  options: { differences: { type: 'boolean' } },
  allowPositionals: true,
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [100_000, 1_000_000];
/** The most seconds for a hundred thousand names: a third of the six that their whole import may take. */
const secondsGoal = 2;

printMachine();
const met = [...scoreCorpus()];
compare('@ctrl/video-filename-parser', await readParserCases());
const cases = await readGuessitCases();
if (cases === undefined) console.log('guessit: omitted, because pip could not download its cases');
else compare('guessit', cases);
for (const size of sizes) met.push(measure(size));
process.exitCode = met.every(Boolean) ? 0 : 1;

/** Prints the figures of the corpus. @returns {boolean[]} whether each goal is met */
function scoreCorpus() {
  const parts = { 'by hand': readHandLabelled(), generated: generateNames(2_600, 20_261_129) };
  return Object.entries(parts).flatMap(([name, labelled]) => {
    const score = scoreNames(labelled);
    console.log(`corpus, ${name}: ${describeScore(score)}`);
    const share = shareRight(score.fields - score.wrong.length, score.fields);
    return [
      reportLeast(`corpus, ${name}: right fields`, Math.floor(share), ' %', 99),
      reportMost(`corpus, ${name}: lost films`, score.lostFilms.length, '', 0),
    ];
  });
}

/**
 * Prints on how many names and fields a set of another project agrees with the reader. Fields that the set does not state
 * are not compared.
 *
 * @param {string} name @param {readonly import('./names/independent-sets.mjs').ForeignName[]} cases
 */
function compare(name, cases) {
  let agreed = 0;
  /** @type {Record<string, { stated: number, equal: number }>} */
  const counts = {};
  const differences = [];
  for (const each of cases) {
    const { title, year, chapter } = readName(each.name, { mayHaveChapter: each.isChapter });
    const read = { title, year, season: chapter?.season, chapter: chapter?.first, last: chapter?.last };
    const other = [];
    for (const [field, ours] of Object.entries(read)) {
      const theirs = each[field];
      if (theirs === undefined) continue;
      const count = (counts[field] ??= { stated: 0, equal: 0 });
      count.stated += 1;
      if (simple(ours) === simple(theirs)) count.equal += 1;
      else other.push(`${field}: theirs «${theirs}», ours «${ours ?? ''}»`);
    }
    if (other.length === 0) agreed += 1;
    else differences.push(`  ${each.name}\n    ${other.join('; ')}`);
  }
  const share = (/** @type {number} */ part, /** @type {number} */ all) =>
    `${shareRight(part, all).toFixed(1)} % of ${all}`;
  const shares = Object.entries(counts).map(
    ([field, { equal, stated }]) => `${field} ${share(equal, stated)}`,
  );
  console.log(`${name}: agrees on ${share(agreed, cases.length)} names; ${shares.join(', ')}`);
  if (values.differences === true) console.log(differences.join('\n'));
}

/** A field as it is compared: titles without case, accents and signs. @param {string | number | undefined} field */
function simple(field) {
  return String(field ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Measures the time to read names. @param {number} size @returns {boolean} whether the goal is met */
function measure(size) {
  const made = generateNames(20_000, 3);
  const names = Array.from({ length: size }, (_none, index) => made[index % made.length]?.name ?? '');
  // The first reading compiles the code.
  for (const { name } of made) readName(name);
  const split = (/** @type {string} */ name) => name.split(/[\s._\-()[\]|]+/u).length;
  const rounds = size > 200_000 ? 1 : 3;
  const limit = seconds(rounds, () => names.reduce((sum, name) => sum + split(name), 0));
  const reading = seconds(rounds, () => names.reduce((sum, name) => sum + readName(name).title.length, 0));
  const ratio = (limit / reading).toFixed(3);
  console.log(
    `${size} names: only split ${limit.toFixed(2)} s, read ${reading.toFixed(2)} s, ratio ${ratio}`,
  );
  return reportMost(`  reading ${size} names`, reading, ' s', (secondsGoal * size) / 100_000);
}

/**
 * @param {number} rounds
 * @param {() => number} work
 * @returns {number} how many seconds of this process's time it takes in the fastest round
 */
function seconds(rounds, work) {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  });
  return Math.min(...times);
}
