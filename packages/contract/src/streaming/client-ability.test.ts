import { expect, it } from 'vitest';
import { abilitiesText, clientAbilities } from './client-ability.ts';

it.each([
  ['mse,hevc', ['mse', 'hevc']],
  [' MSE , Hevc-TS ', ['mse', 'hevc-ts']],
  ['mse mse,,mse', ['mse']],
  ['vvc,holograma,av1', ['av1']],
  ['hevc-', []],
  ['constructor', []],
  ['', []],
])('reads %j as what a client plays: %j', (sent, abilities) => {
  expect([...abilitiesText.parse(sent)]).toEqual(abilities);
});

it('has room for a client that plays everything', () => {
  expect([...abilitiesText.parse(clientAbilities.join(','))]).toEqual(clientAbilities);
});

it('refuses an endless list', () => {
  expect(abilitiesText.safeParse('mse,'.repeat(51)).success).toBe(false);
});
