import { expect, it } from 'vitest';
import { adviseWait } from './provider-wait.ts';

it.each([
  [0, '1 segundo'],
  [1, '1 segundo'],
  [5, '5 segundos'],
  [60, '60 segundos'],
  [61, '2 minutos'],
  [120, '2 minutos'],
  [3_600, '60 minutos'],
  [86_400, '24 horas'],
])('a wait of %i s is named «%s»', (seconds, named) => {
  expect(adviseWait(seconds * 1_000)).toBe(`Vuelve a intentarlo dentro de ${named}.`);
});
