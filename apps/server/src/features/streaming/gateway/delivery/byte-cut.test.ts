import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteCut } from './byte-cut.ts';

const mark = Buffer.from('#EXTM3U');

/**
 * Passes the chunks of a body through the filter for forbidden bytes (`#EXTM3U`, say); returns what the filter passed
 * on, and whether it cut the body.
 */
function passAll(pieces: readonly string[]): { passed: string; isCut: boolean } {
  const cut = createByteCut(mark);
  let passed = '';
  for (const piece of pieces) {
    const allowed = cut.pass(Buffer.from(piece, 'latin1'));
    if (allowed === undefined) return { passed, isCut: true };
    passed += allowed.toString('latin1');
  }
  const rest = cut.rest();
  return { passed: passed + (rest?.toString('latin1') ?? ''), isCut: rest === undefined };
}

it('the byte cut passes a body without the forbidden bytes unchanged, in chunks of any size', () => {
  const piece = fc.string({ unit: fc.constantFrom('#', 'E', 'X', 'M', '3', 'a') });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(passAll(pieces)).toEqual({ passed: pieces.join(''), isCut: false });
    }),
  );
});

it.each([
  ['ends with much of the beginning', 'video#EXT', true],
  ['ends with little of the beginning', 'video#EX', false],
  ['begins with much of the end', 'TM3U\nhttp', true],
  ['begins with little of the end', 'M3U\nhttp', false],
])('a body that %s of the forbidden bytes (%j) is cut: %s', (_what, body, isCut) => {
  for (const pieces of [[body], body.split('')]) expect(passAll(pieces).isCut).toBe(isCut);
});

it('the byte cut passes none of the forbidden bytes, wherever they begin, in chunks of any size', () => {
  const text = fc.string({ unit: fc.constantFrom('#', 'E', 'X', 'T', 'a') });
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (before, after, sizes) => {
      const body = `${before}#EXTM3U${after}`;
      const pieces: string[] = [];
      for (let at = 0; at < body.length;) {
        const { value } = sizes.next();
        pieces.push(body.slice(at, at + value));
        at += value;
      }
      const { passed, isCut } = passAll(pieces);
      expect(isCut).toBe(true);
      expect(before.startsWith(passed)).toBe(true);
    }),
  );
});
