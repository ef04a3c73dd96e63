import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tellRatio } from './kept-ratios.mjs';

it('a ratio more than 15 % below the kept one is said to be slower', () => {
  expect(tellRatio('x', { ratio: 0.84, ratios: [0.8, 0.84, 0.9] }, 1)).toBe(
    'MÁS LENTO: x: 0,84 (0,80 · 0,84 · 0,90); guardada 1,00, −16 %',
  );
});

it('a ratio within 15 % of the kept one, or above it, is only printed', () => {
  expect(tellRatio('x', { ratio: 0.86, ratios: [0.86] }, 1)).toBe('x: 0,86 (0,86); guardada 1,00, −14 %');
  expect(tellRatio('x', { ratio: 2, ratios: [2] }, 1)).toBe('x: 2,00 (2,00); guardada 1,00, +100 %');
});

it('each ratio that is measured is kept', () => {
  const kept = JSON.parse(readFileSync(new URL('ratios.json', import.meta.url), 'utf8')) as object;
  expect(kept).toMatchObject({
    'segment.ts': expect.any(Number),
    'film.ts': expect.any(Number),
    answer: expect.any(Number),
  });
});
