import { isAscii, isUtf8 } from 'node:buffer';

/** How many bytes are looked at to find the encoding and the form of a file. */
export const peekedBytes = 4_096;

const declaration = /^<\?xml[^>]{0,200}?\sencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/i;

/** What the beginning of a text says of its encoding. */
export interface SniffedEncoding {
  /**
   * `ascii`: its first 128 characters are those of ASCII, so that the scanner can read it · `other`: it has to be
   * converted to UTF-8 first.
   */
  family: 'ascii' | 'other';
  /** A label of the Encoding Standard. */
  label: string;
  /** Whether the declaration cannot be right: it says UTF-16 of a text of single bytes, or names what is none. */
  isWrong: boolean;
}

/** Encodings of single bytes, and UTF-8: a byte below 128 is always that character of ASCII. */
const asciiFamily =
  /^(?:utf-8|windows-\d{3,4}|iso-8859-\d{1,2}(?:-i)?|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/;

/**
 * Finds the encoding of a text by its byte-order mark, by where the zero bytes of UTF-16 are, or by what its XML
 * declaration says.
 *
 * @param first - its first bytes
 * @returns `undefined` for what is no text
 */
export function sniffTextEncoding(first: Uint8Array): SniffedEncoding | undefined {
  const [one, two, three, four] = first;
  if (one === 0xff && two === 0xfe) return { family: 'other', label: 'utf-16le', isWrong: false };
  if (one === 0xfe && two === 0xff) return { family: 'other', label: 'utf-16be', isWrong: false };
  if (one === 0x3c && two === 0 && three !== 0 && four === 0) {
    return { family: 'other', label: 'utf-16le', isWrong: false };
  }
  if (one === 0 && two === 0x3c && three === 0 && four !== 0) {
    return { family: 'other', label: 'utf-16be', isWrong: false };
  }
  if (first.includes(0)) return undefined;
  const text = Buffer.from(first)
    .toString('latin1', 0, 400)
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s{0,200}/, '');
  const declared = declaration.exec(text)?.[1];
  if (declared === undefined) return { family: 'ascii', label: 'utf-8', isWrong: false };
  const label = standardLabel(declared);
  if (label === undefined || label.startsWith('utf-16')) {
    return { family: 'ascii', label: 'utf-8', isWrong: true };
  }
  return { family: asciiFamily.test(label) ? 'ascii' : 'other', label, isWrong: false };
}

function standardLabel(declared: string): string | undefined {
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return undefined;
  }
}

/** Converts bytes in any encoding to UTF-8. */
export async function* convertToUtf8(
  chunks: AsyncIterable<Uint8Array>,
  label: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(label);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

/**
 * Decodes parts of a text by themselves. A part that is UTF-8 is read as that whatever the declaration says, because no
 * other encoding gives valid UTF-8 by chance; another one is read in the declared encoding, or as Windows-1252 when the
 * declared one is UTF-8.
 *
 * @param label - the declared encoding, of the family of ASCII
 */
export function createPartDecoder(label: string) {
  const single = new TextDecoder(label === 'utf-8' ? 'windows-1252' : label);
  let isAllUtf8 = false;
  let isAllAscii = false;
  const decoder = {
    /** Whether a part was read in another encoding than the declared one. */
    hasWrongEncoding: false,
    /** Takes the bytes of which parts will be decoded; they are judged at once where that is possible. */
    look(buffer: Buffer): void {
      // No part reaches beyond the last `>`, and no character is cut there.
      const whole = buffer.subarray(0, buffer.lastIndexOf(0x3e) + 1);
      isAllUtf8 = isUtf8(whole);
      isAllAscii = isAllUtf8 && isAscii(whole);
    },
    decode(buffer: Buffer, from: number, to: number): string {
      if (isAllAscii) return buffer.toString('latin1', from, to);
      if (isAllUtf8 || isUtf8(buffer.subarray(from, to))) {
        const text = buffer.toString('utf8', from, to);
        if (label !== 'utf-8' && text.length !== to - from) decoder.hasWrongEncoding = true;
        return text;
      }
      if (label === 'utf-8') decoder.hasWrongEncoding = true;
      // `TextDecoder` needs the option `stream` in Node 20: without it, a faster decoder reads the bytes 0x80 to 0x9f (€,
      // “, ”, –, …) as control characters.
      return single.decode(buffer.subarray(from, to), { stream: true });
    },
  };
  return decoder;
}
