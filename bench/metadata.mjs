/**
 * `npm run bench -- metadata`: how well titles of lists are matched with the works of a source of film data, for the part of
 * the labelled titles that matching was tuned on and for the part that is kept apart. `--misses` prints what is wrong or
 * missed in the first part.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { makeLabelledTitles, scoreTitles } from '../packages/facts/test/labelled-titles.ts';
import { printMachine } from './goal.mjs';

const { values } = parseArgs({ options: { misses: { type: 'boolean' } } });
const precisionGoal = 99.5;
const recallGoal = 85;

printMachine();
const labelled = makeLabelledTitles();
const met = [false, true].map((isApart) => {
  const part = labelled.filter((each) => each.isApart === isApart);
  const score = scoreTitles(part);
  const name = isApart ? 'kept apart' : 'tuned on';
  const isMet = score.precision >= precisionGoal && score.recall >= recallGoal;
  console.log(
    `${name}: ${score.titles} titles, precision ${score.precision.toFixed(2)} % (goal ≥ ${precisionGoal} %), recall ${score.recall.toFixed(2)} % (goal ≥ ${recallGoal} %) ${isMet ? 'ok' : 'MISSED'}`,
  );
  if (values.misses === true && !isApart) {
    for (const { text, id } of score.wrong) console.log(`  wrong: ${text} (${id ?? 'not in the source'})`);
    for (const { text, id } of score.missed) console.log(`  missed: ${text} (${id})`);
  }
  return isMet;
});
const begun = process.cpuUsage();
scoreTitles(labelled);
const { user, system } = process.cpuUsage(begun);
console.log(
  `matching: ${((user + system) / labelled.length).toFixed(0)} µs for each title, search of the made source included`,
);
process.exitCode = met.every(Boolean) ? 0 : 1;
