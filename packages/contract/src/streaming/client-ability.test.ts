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
])('the client abilities sent as %j are read as %j', (sent, abilities) => {
  expect([...abilitiesText.parse(sent)]).toEqual(abilities);
});

it('the list of client abilities has room for all of them', () => {
  expect([...abilitiesText.parse(clientAbilities.join(','))]).toEqual(clientAbilities);
});

it('the list of client abilities is refused when it is too long', () => {
  expect(abilitiesText.safeParse('mse,'.repeat(51)).success).toBe(false);
});
