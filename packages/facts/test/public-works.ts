/**
 * Films and series that anybody can look up: their names in Spain, in Mexico and in the original, their years, and their
 * running times in minutes or their numbers of seasons. A made source (`made-source.ts`) knows them. `left-out.txt` has works
 * that this source does not know, most of them of the same name as one that it knows.
 */
import { readFileSync } from 'node:fs';
import type { Candidate, WorkKind } from '../src/index.ts';

export interface PublicWork extends Candidate {
  /** The name in Mexico where it is another one than in Spain. */
  mexican: string | undefined;
  original: string;
  spanish: string;
}

const readLines = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('|'));

function readWorks(file: string, kind: WorkKind): PublicWork[] {
  return readLines(file).map(
    ([year, length, original = '', spanish = '', mexican = '', more = ''], index) => {
      const names = [spanish, mexican, original, ...more.split(';')].filter((name) => name !== '');
      return {
        id: `${kind}-${index + 1}`,
        kind,
        names: [...new Set(names)],
        year: Number(year),
        runtime: kind === 'film' ? Number(length) : undefined,
        seasons: kind === 'series' ? Number(length) : undefined,
        poster: undefined,
        isDetailed: true,
        mexican: mexican === '' ? undefined : mexican,
        original,
        spanish,
      };
    },
  );
}

export const publicWorks: readonly PublicWork[] = [
  ...readWorks('films.txt', 'film'),
  ...readWorks('series.txt', 'series'),
];

export interface LeftOutWork {
  kind: WorkKind;
  year: number;
  name: string;
}

export const leftOutWorks: readonly LeftOutWork[] = readLines('left-out.txt').map(
  ([kind, year, name = '']) => ({ kind: kind === 'series' ? 'series' : 'film', year: Number(year), name }),
);
