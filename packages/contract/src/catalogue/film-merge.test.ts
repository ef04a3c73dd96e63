import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { executeFilmMerge } from './film-merge.ts';

describe('the series names sent with a merge of films', () => {
  const body = executeFilmMerge.input.body;

  it('are optional, and an empty one leaves its films unmerged', () => {
    expect(body.parse({})).toEqual({});
    expect(body.parse({ names: { reis: ' ', duna: ' Duna ' } })).toEqual({
      names: { reis: '', duna: 'Duna' },
    });
  });

  it('are at most ten thousand, each of limited length', () => {
    const names = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`k${index}`, 'x']));
    expect(faultsOf(body, { names })).toEqual(['names: Son demasiados nombres.']);
    expect(faultsOf(body, { names: { reis: 'x'.repeat(301) } })).toEqual([
      'names.reis: Admite como máximo 300 caracteres.',
    ]);
    expect(faultsOf(body, { names: { ['x'.repeat(401)]: 'Reis' } })).toHaveLength(1);
  });
});
