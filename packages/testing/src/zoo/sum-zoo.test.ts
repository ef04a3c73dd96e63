import { expect, it } from 'vitest';
import { sumZoo, type ZooLine } from './sum-zoo.ts';

const plays = (firstMs: number): ZooLine => ({ isRight: true, mustPlay: true, outcome: 'plays', firstMs });
const told: ZooLine = { isRight: true, mustPlay: false, outcome: 'told' };
const quick = Array.from({ length: 18 }, () => plays(500));

it('meets the goal when 95 of 100 samples that can be played begin within two seconds', () => {
  const { told: lines, isMet } = sumZoo([...quick, plays(2_000), plays(9_000), told]);
  expect(isMet).toBe(true);
  expect(lines).toEqual([
    '21 formas: 19 se ven en ≤ 2 s, 1 más tarde, 1 con frase cierta, 0 con frase falsa, 0 sin imagen, sonido o frase a tiempo',
    'hasta la primera imagen: mediana 500 ms, percentil 95 2000 ms',
    '21 de 21 se ven o dicen la causa cierta (objetivo: todas)',
    'de las 20 que pueden reproducirse, 95,0 % en ≤ 2 s (objetivo: 95 %)',
  ]);
});

it.each<[string, ZooLine[]]>([
  ['too many samples begin late', [...quick, plays(2_001), plays(9_000), told]],
  [
    'a sample that can be played shows a sentence instead',
    [...quick, plays(500), { isRight: false, mustPlay: true, outcome: 'mistold' }],
  ],
  ['a sentence is not the true one', [...quick, { ...told, isRight: false, outcome: 'mistold' }]],
])('misses the goal when %s', (_why, lines) => {
  expect(sumZoo(lines).isMet).toBe(false);
});

it('meets the goal without samples that can be played', () => {
  expect(sumZoo([told]).isMet).toBe(true);
});
