import { expect, it } from 'vitest';
import { nameForm } from './name-form.ts';

it.each([
  ['Titanic (1997)', '… (año)'],
  ['Érase una vez en América (1984)', '… (año)'],
  ['¿Qué pasó, Mary? (1968)', '… (año)'],
  ['Mi serie - 05', '… - #'],
  ['Mi serie - 137', '… - #'],
  ['La casa S01E02', '… s#e#'],
  ['La casa 1x02', '… #x#'],
  ['Cosas Capítulo 12', '… capitulo #'],
  ['Rocky 2', '… #'],
  ['ES | Canal Sur', '… | …'],
])('reads the form of «%s» as «%s»', (name, form) => {
  expect(nameForm(name)).toBe(form);
});

it.each(['Titanic', 'La vida es bella', '', '¡Átame!', 'a - '.repeat(100)])(
  'finds no form in «%s»',
  (name) => {
    expect(nameForm(name)).toBeUndefined();
  },
);
