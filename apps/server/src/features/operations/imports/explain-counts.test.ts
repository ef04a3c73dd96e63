import { expect, it } from 'vitest';
import { explainCounts } from './explain-counts.ts';

const none = {
  status: 'done' as const,
  entries: 0,
  added: 0,
  updated: 0,
  duplicates: 0,
  skipped: 0,
  channels: 0,
  movies: 0,
  series: 0,
  other_sources: 0,
  other_versions: 0,
};

it.each([
  [
    { entries: 77, added: 73, updated: 4, channels: 73, other_sources: 4 },
    '77 entradas: 73 canales; 4 son otra fuente de un canal de la misma lista.',
  ],
  [
    {
      entries: 12_500,
      added: 12_496,
      updated: 1,
      duplicates: 1,
      skipped: 2,
      channels: 1,
      movies: 2,
      series: 1,
    },
    '12.500 entradas: 1 canal, 2 películas y 1 serie; 1 se repite o ya estaba en el catálogo; 2 no se importan.',
  ],
  [
    { entries: 3, added: 1, updated: 2, movies: 1, other_versions: 2 },
    '3 entradas: 1 película; 2 son otra versión de una película o de un capítulo.',
  ],
  [{ entries: 1, duplicates: 1 }, '1 entrada: nada nuevo; 1 se repite o ya estaba en el catálogo.'],
])('explains %o', (counts, sentence) => {
  expect(explainCounts({ ...none, ...counts })).toBe(sentence);
});

it.each([
  ['an import that failed', { status: 'failed' as const, entries: 4 }],
  ['an import from before channels were counted', { entries: 4, added: 4 }],
])('does not explain the counts of %s', (_what, counts) => {
  expect(explainCounts({ ...none, ...counts })).toBeNull();
});
