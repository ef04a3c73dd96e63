import { auditActions } from '@butaca/contract';
import { expect, it } from 'vitest';
import { auditKinds, describeAction, describeValue, listChanges } from './audit-words.ts';

it('auditKinds has a word for the noun of every action', () => {
  const nouns = new Set(Object.keys(auditActions).map((action) => action.split('.')[0]));
  expect(new Set(Object.keys(auditKinds))).toEqual(nouns);
});

it('describeAction translates a known action, and returns an unknown one as it is', () => {
  expect(describeAction('user.plan')).toBe('Cambió el plan de');
  expect(describeAction('otra.cosa')).toBe('otra.cosa');
});

it.each([
  ['premium', 'plan', 'Premium'],
  [['gplay', 'premium'], 'plans', 'GPlay, Premium'],
  [['gplay', 'premium'], 'requiresPlan', 'GPlay, Premium'],
  ['premium', 'name', 'premium'],
  ['admin', 'role', 'administrador'],
  [true, 'isActive', 'sí'],
  [false, 'isActive', 'no'],
  [null, 'expiresAt', '—'],
  [[], 'genres', '—'],
  [12_500, 'added', '12.500'],
  [2024, 'releaseYear', '2024'],
  ['pelicula', 'tipo', 'Película'],
  ['CINE_2025', 'mainSection', 'Estrenos'],
  ['Serie', 'itemsModel', 'series'],
  [{ added: 12_500, changed: 0, removed: 1 }, 'chapters', '12.500 añadidos, 1 quitado'],
  [{ added: 3, otro: true }, 'other', 'Añadidos: 3, otro: sí'],
])('describeValue writes %j of the field %s as «%s»', (value, field, text) => {
  expect(describeValue(value, field)).toBe(text);
});

it('listChanges lists each changed field once, with its old and new value', () => {
  expect(listChanges({ before: { plan: 'gplay' }, after: { plan: 'premium', raro: 'x' } })).toEqual([
    { name: 'Plan', before: 'GPlay', after: 'Premium' },
    { name: 'raro', before: undefined, after: 'x' },
  ]);
  expect(listChanges({ before: null, after: null })).toEqual([]);
});

it('listChanges shows a count of active devices as a number, and an active VOD as sí', () => {
  expect(listChanges({ before: { active: 2 }, after: { active: 0 } })).toEqual([
    { name: 'Dispositivos activos', before: '2', after: '0' },
  ]);
  expect(listChanges({ before: { active: true }, after: { active: false } })).toEqual([
    { name: 'Activo', before: 'sí', after: 'no' },
  ]);
});

it('listChanges leaves out empty fields of a created item', () => {
  expect(listChanges({ before: null, after: { title: 'Cometa', genres: [], description: '' } })).toEqual([
    { name: 'Título', before: undefined, after: 'Cometa' },
  ]);
});

it('listChanges shows counts of added and changed chapters without an old value', () => {
  const chapters = { added: 1, changed: 2, removed: 0 };
  expect(listChanges({ before: { chapters: null }, after: { chapters } })).toEqual([
    { name: 'Capítulos', before: undefined, after: '1 añadido, 2 cambiados' },
  ]);
});
