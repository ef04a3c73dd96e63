import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLines, sniffEncoding, type Line } from './decode-lines.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(
  bytes: Uint8Array,
  size = 65_536,
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' = 'utf-8',
): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const batch of decodeLines(inPieces(bytes, size), encoding)) lines.push(...batch);
  return lines;
}

const textsOf = async (...given: Parameters<typeof linesOf>) =>
  (await linesOf(...given)).map(({ text }) => text);

describe('sniffEncoding', () => {
  it.each([
    ['a text', utf8('#EXTM3U\n'), 'utf-8'],
    ['a text with the mark of UTF-8', utf8('\ufeff#EXTM3U\n'), 'utf-8'],
    ['nothing', new Uint8Array(), 'utf-8'],
    ['the mark of UTF-16, low byte first', Uint8Array.of(0xff, 0xfe, 0x23, 0), 'utf-16le'],
    ['the mark of UTF-16, high byte first', Uint8Array.of(0xfe, 0xff, 0, 0x23), 'utf-16be'],
    ['a program', latin1('\u007fELF'), 'binary'],
    ['a PNG', latin1('\u0089PNG\r\n'), 'binary'],
    ['a ZIP', latin1('PK\u0003\u0004'), 'binary'],
    ['a gzip', latin1('\u001f\u008b\b'), 'binary'],
    ['a JPEG', latin1('\u00ff\u00d8\u00ff\u00e0'), 'binary'],
    ['a PDF', latin1('%PDF-1.7'), 'binary'],
    ['a text with a NUL', utf8('#EXTM3U\n\0'), 'binary'],
    ['the first two letters of a ZIP alone', utf8('PK en casa'), 'utf-8'],
  ])('recognises %s', (_what, bytes, encoding) => {
    expect(sniffEncoding(bytes)).toBe(encoding);
  });

  it('looks for NUL in the first 4096 bytes alone', () => {
    const bytes = new Uint8Array(5_000).fill(0x61);
    bytes[4_096] = 0;
    expect(sniffEncoding(bytes)).toBe('utf-8');
    bytes[4_095] = 0;
    expect(sniffEncoding(bytes)).toBe('binary');
  });
});

describe('decodeLines', () => {
  it('numbers lines from 1, including empty ones', async () => {
    expect(await linesOf(utf8('uno\n\ntres'))).toEqual([
      { number: 1, text: 'uno' },
      { number: 2, text: '' },
      { number: 3, text: 'tres' },
    ]);
  });

  it.each([
    ['', []],
    ['\n', ['']],
    ['uno', ['uno']],
    ['uno\n', ['uno']],
    ['uno\r\ndos\rtres\n', ['uno', 'dos', 'tres']],
    ['uno\r\r\ndos', ['uno', '', 'dos']],
    ['uno\n\rdos', ['uno', '', 'dos']],
    ['uno\r', ['uno']],
  ])('splits %j into %j, wherever the chunks end', async (text, lines) => {
    for (const size of [1, 2, 3, 100]) expect(await textsOf(utf8(text), size)).toEqual(lines);
  });

  it('reads a line that is not UTF-8 as Windows-1252, and its neighbours as UTF-8', async () => {
    const mixed = Buffer.concat([utf8('año\n'), latin1('ca\u00f1\u00f3n \u0080\r\n'), utf8('niño\rñu')]);
    expect(await textsOf(mixed)).toEqual(['año', 'cañón €', 'niño', 'ñu']);
    expect(await textsOf(mixed, 1)).toEqual(['año', 'cañón €', 'niño', 'ñu']);
  });

  it('drops a byte order mark at the beginning of the file, and keeps it elsewhere', async () => {
    expect(await textsOf(utf8('\ufeffuno\n\ufeffdos'))).toEqual(['uno', '\ufeffdos']);
  });

  it('drops NUL characters, and composes accents', async () => {
    expect(await textsOf(utf8('u\0no\nan\u0303o'))).toEqual(['uno', 'año']);
  });

  it.each([
    ['utf-16le', false],
    ['utf-16be', true],
  ] as const)('reads %s in pieces of any size', async (encoding, isBigEndian) => {
    const bytes = Buffer.from('\ufeffaño\r\n🎬\nfin', 'utf16le');
    const file = isBigEndian ? bytes.swap16() : bytes;
    for (const size of [1, 3, 100]) {
      expect(await textsOf(file, size, encoding)).toEqual(['año', '🎬', 'fin']);
    }
  });

  it('keeps a line of 65,536 characters, and reports only the number of a longer one', async () => {
    const longest = 'x'.repeat(65_536);
    expect(await linesOf(utf8(`${longest}\nfin`))).toEqual([
      { number: 1, text: longest },
      { number: 2, text: 'fin' },
    ]);
    for (const size of [1_000, 65_536, 1_000_000]) {
      expect(await linesOf(utf8(`uno\n${longest}x\nfin\n`), size)).toEqual([
        { number: 1, text: 'uno' },
        { number: 2, text: undefined },
        { number: 3, text: 'fin' },
      ]);
    }
  });

  it('reports a last line that is too long, even without a line end', async () => {
    for (const size of [1_000, 1_000_000]) {
      expect(await linesOf(utf8(`uno\n${'x'.repeat(200_000)}`), size)).toEqual([
        { number: 1, text: 'uno' },
        { number: 2, text: undefined },
      ]);
    }
  });

  it('yields the same lines however the bytes are split', async () => {
    const fragment = fc.constantFrom('a', 'ñ', '\r', '\n', '\r\n', '\u00ff', '🎬', '\0', '\ufeff');
    await fc.assert(
      fc.asyncProperty(fc.array(fragment, { maxLength: 30 }), fc.nat(6), async (parts, size) => {
        const bytes = Buffer.concat(parts.map((part) => (part === '\u00ff' ? latin1(part) : utf8(part))));
        expect(await linesOf(bytes, size + 1)).toEqual(await linesOf(bytes));
      }),
    );
  });
});
