import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['puts lines on one line', 'uno\r\ndos\n\n\ttres', 'uno dos tres'],
    ['drops space around the text', '  \u00a0 uno \u2003', 'uno'],
    ['takes out direction marks', 'a\u202eb\u2066c', 'a b c'],
    ['takes out zero-width characters', 'pa\u200bla\ufeffbra', 'pa la bra'],
    ['takes out Hangul fillers', 'uno\u3164\u115f\uffa0dos', 'uno dos'],
    ['takes out half a character', 'uno\ud83c dos', 'uno dos'],
    ['takes out characters for private use', 'uno\ue000dos', 'uno dos'],
    ['keeps accents, signs and emoji', '¿Qué? «Ñandú» 🎬', '¿Qué? «Ñandú» 🎬'],
    ['is empty for a text that nobody sees', '\u200b\u0000 \u2060', ''],
  ])('%s', (_what, text, cleaned) => {
    expect(cleanText(text, 100)).toBe(cleaned);
  });

  it('cuts a long text without leaving half a character or a space at its end', () => {
    expect(cleanText('abc 🎬 def', 5)).toBe('abc');
    expect(cleanText('abc 🎬 def', 6)).toBe('abc 🎬');
    expect(cleanText('abc def', 4)).toBe('abc');
  });

  it('reads at most four times the wanted length of a longer text', () => {
    expect(cleanText(`${' '.repeat(39)}abc`, 10)).toBe('a');
    expect(cleanText(`${' '.repeat(40)}abc`, 10)).toBe('');
  });

  it('makes one line of visible characters within the limit from any text, and is idempotent', () => {
    const given = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cleaned = cleanText(text, max);
        expect(cleaned.length).toBeLessThanOrEqual(max);
        expect(cleaned).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\s\s|^\s|\s$/u);
        expect(cleanText(cleaned, max)).toBe(cleaned);
      }),
    );
  });
});
