import { auditActions } from '@butaca/contract';
import { expect, it } from 'vitest';
import { auditKinds, describeAction, describeValue, listChanges } from './audit-words.ts';

it('has a word for the noun of every action', () => {
  const nouns = new Set(Object.keys(auditActions).map((action) => action.split('.')[0]));
  expect(new Set(Object.keys(auditKinds))).toEqual(nouns);
});

it('says what was done, and names what it does not know', () => {
  expect(describeAction('user.plan')).toBe('Cambió el plan de');
  expect(describeAction('otra.cosa')).toBe('otra.cosa');
});

it.each([
  ['premium', 'plan', 'Premium'],
  [['gplay', 'premium'], 'requiresPlan', 'GPlay, Premium'],
  ['premium', 'name', 'premium'],
  ['admin', 'role', 'administrador'],
  [true, 'isActive', 'sí'],
  [false, 'isActive', 'no'],
  [null, 'expiresAt', '—'],
  [[], 'genres', '—'],
  [12_500, 'added', '12.500'],
  [{ a: 1 }, 'other', '{"a":1}'],
])('reads %j of %s as %s', (value, field, text) => {
  expect(describeValue(value, field)).toBe(text);
});

it('lists each field once, with what it was and what it is', () => {
  expect(listChanges({ before: { plan: 'gplay' }, after: { plan: 'premium', raro: 'x' } })).toEqual([
    { name: 'Plan', before: 'GPlay', after: 'Premium' },
    { name: 'raro', before: undefined, after: 'x' },
  ]);
  expect(listChanges({ before: null, after: null })).toEqual([]);
});
