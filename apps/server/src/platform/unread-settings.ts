import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { variableNames } from './config.ts';

/** The shortest name that is compared: shorter ones are near too many names of other programs. */
const shortestName = 6;

/**
 * Finds settings that an operator has written and that the server does not read: environment variables whose names are
 * one or two slips away from a name that it reads, and a file `.env` in the folder where it was started.
 *
 * @param folder - where the server was started
 * @returns Spanish sentences for the operator, without the variables' values
 */
export function findUnreadSettings(
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): string[] {
  const found: string[] = [];
  for (const name of Object.keys(env)) {
    if (name.length < shortestName || name.length > 100 || variableNames.includes(name)) continue;
    const meant = variableNames.find((known) => known.length >= shortestName && isSlipOf(name, known));
    if (meant !== undefined)
      found.push(`${name} no es un ajuste de Butaca y no se lee: ¿querías decir ${meant}?`);
  }
  const file = join(folder, '.env');
  if (existsSync(file)) {
    found.push(`${file} no se lee: para que valga, arranca con «set -a; . ./.env; set +a; npm start».`);
  }
  return found;
}

/** Whether a name is another one with at most two letters added, left out, replaced or exchanged, or in other case. */
function isSlipOf(name: string, known: string): boolean {
  if (name.toUpperCase() === known) return true;
  return Math.abs(name.length - known.length) <= 2 && editDistance(name, known) <= 2;
}

/**
 * The optimal string alignment distance.
 *
 * @see https://en.wikipedia.org/wiki/Damerau%E2%80%93Levenshtein_distance
 */
function editDistance(a: string, b: string): number {
  let [beforeLast, last] = [[0], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= a.length; row += 1) {
    const present = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const steps = [
        (last[column] ?? 0) + 1,
        (present[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      ];
      const isExchanged =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isExchanged) steps.push((beforeLast[column - 2] ?? 0) + 1);
      present.push(Math.min(...steps));
    }
    [beforeLast, last] = [last, present];
  }
  return last[b.length] ?? 0;
}
