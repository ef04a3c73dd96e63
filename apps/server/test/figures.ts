import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Notes a figure that a test of several servers has measured, in Spanish, for `npm run bench -- cluster`, which prints all
 * figures at its end. The test itself judges the figure. In other runs nothing is noted.
 *
 * @param goal - such as `≤ 1 000 ms`
 */
export function noteFigure(what: string, value: string, goal: string): void {
  const file = process.env['BUTACA_FIGURES'];
  if (file !== undefined) appendFileSync(file, `${what}: ${value} (${goal})\n`);
}

/**
 * Notes a time as a figure. `npm run bench -- cluster`, which measures on a quiet machine, fails where it is longer than its goal;
 * with `--quick`, as `.ci/run` calls it on a machine of which nothing is known, it fails only if the event never happens.
 */
export function judgeTime(what: string, ms: number, goalMs: number): void {
  noteFigure(what, `${Math.round(Math.max(0, ms))} ms`, `≤ ${goalMs} ms`);
  expect(ms).toBeLessThan(process.env['BUTACA_JUDGE_TIMES'] === 'true' ? goalMs : Infinity);
}
