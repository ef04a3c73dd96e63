import { describe, expect, it } from 'vitest';
import { findMarks, holdsEvery, wordsOf } from './find-marks.ts';

const marked = (text: string, term: string): string[] =>
  findMarks(text, wordsOf(term)).map(({ start, end }) => text.slice(start, end));

describe('findMarks', () => {
  it.each([
    ['Acción en Bogotá', 'accion', ['Acción']],
    ['Accio\u0301n total', 'accion', ['Accio\u0301n']],
    ['El año del ÑANDÚ', 'nandu', ['ÑANDÚ']],
    ['¿Quién apagó la luna?', 'quien LUNA', ['Quién', 'luna']],
    ['Viaje   a la luna', 'luna viaje', ['Viaje', 'luna']],
    ['Ánimas y animales', 'anima', ['Ánima', 'anima']],
    ['Ocean’s ﬁlm 4K 🎬', 'film', ['ﬁlm']],
    ['🎬 Cine de barrio', 'cine', ['Cine']],
    ['Marea', 'mare area', ['Marea']],
    ['Nada de eso', 'luna', []],
    ['', 'luna', []],
    ['Luna', '¿¡ ', []],
  ])('marks in %j for the term %j the parts %j', (text, term, expected) => {
    expect(marked(text, term)).toEqual(expected);
  });

  it('marks one or two letters at the beginning of words, or anywhere when no word begins with them', () => {
    expect(marked('La casa de Ana', 'a')).toEqual(['A']);
    expect(marked('Brújula', 'u')).toEqual(['ú', 'u']);
  });
});

describe('a text that has to hold every word of a term', () => {
  it.each([
    ['Viaje a la Luna', 'luna viaje', true],
    ['Viaje a la Luna', 'luna sol', false],
    ['Marea', 'a', false],
    ['Marea alta', 'a', true],
  ])('%j for the term %j: %s', (text, term, expected) => {
    expect(holdsEvery(text, wordsOf(term))).toBe(expected);
  });
});
