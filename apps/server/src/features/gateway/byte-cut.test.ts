import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteCut } from './byte-cut.ts';

const mark = Buffer.from('#EXTM3U');

/** What is passed on of a body that comes in these pieces, and whether it was cut. */
function passAll(pieces: readonly string[]): { passed: string; isCut: boolean } {
  const cut = createByteCut(mark);
  let passed = '';
  for (const piece of pieces) {
    const allowed = cut.pass(Buffer.from(piece, 'latin1'));
    if (allowed === undefined) return { passed, isCut: true };
    passed += allowed.toString('latin1');
  }
  return { passed: passed + cut.rest().toString('latin1'), isCut: false };
}

it('passes a body without the forbidden bytes as it is, however it is cut into chunks', () => {
  const piece = fc.string({ unit: fc.constantFrom('#', 'E', 'X', 'T', 'M', '3', 'a') });
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(passAll(pieces)).toEqual({ passed: pieces.join(''), isCut: false });
    }),
  );
});

it('passes nothing of the forbidden bytes, wherever they begin and however they are cut into chunks', () => {
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

it('does not send the beginning of the forbidden bytes where a body breaks off inside them', () => {
  const cut = createByteCut(mark);
  expect(cut.pass(Buffer.from('video#EXT'))?.toString()).toBe('video');
  expect(cut.rest().toString()).toBe('#EXT');
});
