/** Splits a name into runs of letters and runs of digits, between which chapter codes are looked for: `S`, `02`, `E`, `15`. */
import { foldWord } from './fold-word.ts';

export interface Atom {
  isNumber: boolean;
  /** Letters in lower case and without accents; digits as they are. */
  text: string;
  start: number;
  end: number;
  /** What stands between the atom before it (or the beginning) and it. */
  gap: string;
}

const otherLetter = /[\p{L}\p{M}\p{N}]/u;

function kindOf(text: string, index: number): 'letter' | 'digit' | 'other' {
  const code = text.charCodeAt(index);
  if (code >= 0x30 && code <= 0x39) return 'digit';
  const isAscii = code < 0x80;
  const lower = code | 0x20;
  if (isAscii) return lower >= 0x61 && lower <= 0x7a ? 'letter' : 'other';
  // The sign of multiplication stands for an x: `1×03`.
  return code === 0xd7 || otherLetter.test(text.charAt(index)) ? 'letter' : 'other';
}

export function splitAtoms(text: string): Atom[] {
  const atoms: Atom[] = [];
  let last = 0;
  let index = 0;
  while (index < text.length) {
    const kind = kindOf(text, index);
    const start = index;
    index += 1;
    if (kind === 'other') continue;
    while (index < text.length && kindOf(text, index) === kind) index += 1;
    const slice = text.slice(start, index);
    const isNumber = kind === 'digit';
    const folded = isNumber ? slice : slice === '×' ? 'x' : foldWord(slice);
    atoms.push({ isNumber, text: folded, start, end: index, gap: text.slice(last, start) });
    last = index;
  }
  return atoms;
}
