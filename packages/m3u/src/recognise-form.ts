import { splitAddress } from './address.ts';
import { isBouquetLine } from './bouquet.ts';
import { sniffEncoding } from './decode-lines.ts';
import type { TextEncoding } from './decode-text.ts';
import { trimLine } from './line-reader.ts';
import { isComment, isNamedLine } from './named-lines.ts';

/** The forms in which lists are written. */
export type ListForm = 'm3u' | 'wiseplay' | 'xspf' | 'pls' | 'bouquet' | 'named_lines';

export interface RecognisedForm {
  /** `packed`: the file is compressed · `binary`: it is no text. */
  form: ListForm | 'packed' | 'binary';
  encoding: TextEncoding;
  /** Whether the beginning shows that it is a list; a text that shows nothing is read as M3U. */
  isSure: boolean;
}

/** How a program has packed a file: as `gzip` and `zip` are read, or in another way. */
export type Packing = 'gzip' | 'zip' | 'other';

const packings: readonly (readonly [Packing, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['zip', [0x50, 0x4b, 0x07, 0x08]],
  // RAR, 7z, xz, bzip2 and Zstandard.
  ['other', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['other', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['other', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['other', [0x42, 0x5a, 0x68]],
  ['other', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** How a file is packed, by its first bytes. @returns `undefined` for one that is not packed */
export function packingOf(first: Uint8Array): Packing | undefined {
  return packings.find(([, signature]) => signature.every((byte, index) => first[index] === byte))?.[0];
}

const headBytes = 4_096;
const extendedLine = /^[ \t]{0,20}#?[ \t]{0,20}EXT(?:M3U|INF)/im;
const json = /^(?:\{\s{0,200}["}]|\[\s{0,200}[{\]])/;
const xspf = /<(?:[a-z][\w.-]{0,40}:)?playlist[\s>]/i;
const xmlEncoding = /^[^>]{0,200}\sencoding\s{0,5}=\s{0,5}["'](?:iso-8859-1|latin-?1|windows-1252)["']/i;

/** Recognises the form of a list by its first bytes, whatever its file is called. */
export function recogniseForm(first: Uint8Array): RecognisedForm {
  const sniffed = sniffEncoding(first);
  if (packingOf(first) !== undefined) return { form: 'packed', encoding: 'utf-8', isSure: false };
  if (sniffed === 'binary') return { form: 'binary', encoding: 'utf-8', isSure: false };
  const text = trimLine(new TextDecoder(sniffed).decode(first.subarray(0, headBytes)));
  const sure = (form: ListForm, encoding: TextEncoding = sniffed): RecognisedForm => ({
    form,
    encoding,
    isSure: true,
  });
  if (text.startsWith('<')) {
    const encoding = sniffed === 'utf-8' && xmlEncoding.test(text) ? 'windows-1252' : sniffed;
    return xspf.test(text) ? sure('xspf', encoding) : { form: 'm3u', encoding: sniffed, isSure: false };
  }
  if (extendedLine.test(text)) return sure('m3u');
  if (/^\[playlist\]/i.test(text)) return sure('pls');
  if (json.test(text)) return sure('wiseplay');
  for (const each of text.split(/[\r\n]/)) {
    const line = trimLine(each);
    if (line === '') continue;
    if (isBouquetLine(line)) return sure('bouquet');
    if (isNamedLine(line)) return sure('named_lines');
    if (!isComment(line)) return { form: 'm3u', encoding: sniffed, isSure: splitAddress(line) !== undefined };
  }
  return { form: 'm3u', encoding: sniffed, isSure: false };
}
