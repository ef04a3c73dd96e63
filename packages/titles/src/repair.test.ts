import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairText } from './repair.ts';

describe('repairText', () => {
  it.each([
    ['UTF-8 read as Windows-1252', 'EspaÃ±a Directo', 'España Directo'],
    ['the same twice', 'EspaÃƒÂ±a', 'España'],
    ['a broken dash', 'Roma â€“ 2018', 'Roma – 2018'],
    ['named entities', 'Series &amp; Cine', 'Series & Cine'],
    ['entities of accents', 'Ni&ntilde;os', 'Niños'],
    ['numbered entities', 'Ni&#241;os &#xD1;', 'Niños Ñ'],
    ['entities escaped twice', 'A&amp;amp;E', 'A&E'],
    ['escapes of URLs', 'El%20Padrino', 'El Padrino'],
    ['escapes that are no UTF-8', 'Espa%F1a%20Directo', 'España Directo'],
    ['blanks that do not break', 'La\u00a02', 'La 2'],
    ['blanks and marks that nobody sees', '\ufeff\u200bLa 2\u200e', 'La 2'],
    ['raised letters', 'Duna ᴴᴰ', 'Duna HD'],
    ['raised letters of another block', 'Duna ᶠᴴᴰ', 'Duna fHD'],
    ['escapes of letters with accents among blanks', 'Caf%C3%A9 con aroma', 'Café con aroma'],
    ['small capitals', 'ᴅᴜɴᴀ', 'DUNA'],
    ['full-width letters', 'ＨＤ', 'HD'],
    ['circled letters in a word', 'ⒽⒹ', 'HD'],
    ['one circled letter', 'La 1 Ⓖ', 'La 1 [G]'],
    ['an accent apart from its letter', 'Cafe\u0301', 'Café'],
  ])('mends %s', (_what, text, mended) => {
    expect(repairText(text)).toBe(mended);
  });

  it.each([
    '100% lobo',
    'Ley & Orden',
    'CORAÇÃO',
    'SÃO PAULO',
    'Él',
    'Alien³',
    'AT&T;',
    'Ã',
    'La vida â',
    'Niños',
  ])('leaves %s as it is', (text) => {
    expect(repairText(text)).toBe(text);
  });

  it('changes nothing in what it has mended', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const once = repairText(text);
        expect(repairText(once)).toBe(once);
      }),
    );
  });
});
