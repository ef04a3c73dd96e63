import { expect, it } from 'vitest';
import { matchChannels } from './match-channels.ts';
import { readMatchReason } from './match-reason.ts';

it.each([
  ['LaUno.es', 'LaUno.es', 'La Uno', 'tvg-id'],
  ['launo.es', 'LaUno.es@HD', 'La Uno', 'similar-id'],
  ['otro.es', 'LaUno.es', 'La Uno', 'name'],
  [null, 'LaUno.es', 'La Uno', 'name'],
  ['', 'LaUno.es', 'La Uno', 'name'],
])('a channel with the tvg-id %s is matched with %s by: %s → %s', (tvgId, guideId, name, reason) => {
  const channel = { id: 'c', tvgId, name, names: [], country: 'ES' };
  const { certain } = matchChannels([channel], [{ id: guideId, names: ['La Uno'] }]);
  expect(certain.get('c')).toBe(guideId);
  expect(readMatchReason(tvgId, guideId)).toBe(reason);
});
