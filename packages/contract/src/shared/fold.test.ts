import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';

describe('foldText', () => {
  it.each([
    ['Acción', 'accion'],
    ['¿Qué pasó, ÑANDÚ?', 'que paso, nandu?'],
    ['  TV\u00a0 en\tVivo ', 'tv en vivo'],
    ['Ⅳ ﬁn', 'iv fin'],
  ])('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('folds a folded text to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => foldText(foldText(text)) === foldText(text)),
    );
  });
});
