import { expect, it } from 'vitest';
import { initialsOf } from './initials.ts';

it.each([
  ['La hora azul', 'HA'],
  ['Cénit 24', 'C2'],
  ['órbita', 'Ó'],
  ['El', 'E'],
  ['(24/7) Música', '27'],
  ['𝔸bc', '𝔸'],
  ['···', '?'],
  ['', '?'],
])('a name without an image gets initials: «%s»', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
