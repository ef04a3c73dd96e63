import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { executeFilmMerge } from './film-merge.ts';

describe('the names for a merge of films', () => {
  const body = executeFilmMerge.input.body;

  it('may be left out, and one may be empty, which leaves its films as they are', () => {
    expect(body.parse({})).toEqual({});
    expect(body.parse({ names: { reis: ' ', duna: ' Duna ' } })).toEqual({
      names: { reis: '', duna: 'Duna' },
    });
  });

  it('are at most ten thousand, none too long', () => {
    const names = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`k${index}`, 'x']));
    expect(faultsOf(body, { names })).toEqual(['names: Son demasiados nombres.']);
    expect(faultsOf(body, { names: { reis: 'x'.repeat(301) } })).toEqual([
      'names.reis: Admite como máximo 300 caracteres.',
    ]);
    expect(faultsOf(body, { names: { ['x'.repeat(401)]: 'Reis' } })).toHaveLength(1);
  });
});
