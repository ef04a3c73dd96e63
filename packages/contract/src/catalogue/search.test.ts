import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { search } from './search.ts';

describe('the query of a search', () => {
  it.each([
    [{}, 'q: Debe ser un texto.'],
    [{ q: ' ' }, 'q: Este dato es obligatorio.'],
    [{ q: '%' }, 'q: Escribe al menos una letra o un número.'],
    [{ q: 'x'.repeat(101) }, 'q: Admite como máximo 100 caracteres.'],
  ])('refuses %o', (value, sentence) => {
    expect(faultsOf(search.input.query, value)).toEqual([sentence]);
  });
});
