import { appendFileSync } from 'node:fs';

/**
 * Notes a figure that a test of several servers has measured, in Spanish, for `npm run cluster:test`, which prints all
 * figures at its end. The test itself judges the figure. In other runs nothing is noted.
 *
 * @param goal - such as `≤ 1 000 ms`
 */
export function noteFigure(what: string, value: string, goal: string): void {
  const file = process.env['BUTACA_FIGURES'];
  if (file !== undefined) appendFileSync(file, `${what}: ${value} (${goal})\n`);
}
