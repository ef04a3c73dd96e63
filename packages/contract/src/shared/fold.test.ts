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

  it.each([
    ['CAFÉ', 'cafe\u0301'],
    ['El Niño', 'el  nino'],
    ['¡Aló!', 'alo!'],
    ['Straße', 'straße'],
    ['Ａ１', 'a1'],
  ])('folds %j and %j to one text', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it('returns no capitals or accents, no blanks at the ends, and no double blanks for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldText(text);
        expect(folded).toBe(folded.trim());
        expect(folded).not.toMatch(/\s\s|[A-ZÁÉÍÓÚÑ¿¡]|\p{M}/u);
      }),
    );
  });

  it('folds text without accents as it folds text with accents', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(foldText(`${text} á`)).toBe(foldText(`${text} a`));
      }),
    );
  });

  it('leaves folded text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => foldText(foldText(text)) === foldText(text)),
    );
  });
});
