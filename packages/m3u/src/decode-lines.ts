/**
 * Decodes the bytes of a file into lines, in constant memory.
 *
 * A byte-order mark tells UTF-16 or UTF-8. Without a mark, each run of whole lines is decoded as strict UTF-8; where
 * that fails, the lines of the run are decoded one by one, and lines that are not UTF-8 are read as Windows-1252, which
 * old M3U lists use. Lines end in LF, CRLF or a lone CR; a run is cut after its last line end, never between a CR and
 * its LF.
 */

/**
 * A line of a text file with its line number; `text` is `undefined` for a line longer than the limit, whose content is
 * dropped.
 */
export interface Line {
  number: number;
  text: string | undefined;
}

/** The longest line of an M3U file that is read, in bytes; the content of a longer line is dropped. */
const maxLineBytes = 65_536;

const lf = 10;
const cr = 13;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder('windows-1252');

type Bytes = Uint8Array;

/** Detects the text encoding of an M3U file from its first bytes, or that the file is binary. */
export function sniffEncoding(first: Bytes): 'utf-8' | 'utf-16le' | 'utf-16be' | 'binary' {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le';
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be';
  return looksBinary(first) ? 'binary' : 'utf-8';
}

/**
 * The first bytes by which common binary files are recognised when they are uploaded as an M3U file: ELF, PNG, ZIP,
 * gzip, JPEG and PDF.
 */
const signatures = [
  [0x7f, 0x45, 0x4c, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0x50, 0x4b, 0x03, 0x04],
  [0x1f, 0x8b],
  [0xff, 0xd8, 0xff],
  [0x25, 0x50, 0x44, 0x46],
];

function looksBinary(first: Bytes): boolean {
  return (
    first.subarray(0, 4_096).includes(0) ||
    signatures.some((signature) => signature.every((byte, index) => first[index] === byte))
  );
}

/**
 * Splits the bytes of a text file into decoded lines, and yields one batch of lines for each chunk of bytes.
 *
 * @param encoding - the file's text encoding, found by {@link sniffEncoding}
 */
export async function* decodeLines(
  chunks: AsyncIterable<Bytes>,
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be',
): AsyncGenerator<Line[]> {
  const splitter = createSplitter();
  const text = encoding === 'utf-8' ? chunks : toUtf8(chunks, encoding);
  for await (const chunk of text) {
    const lines = splitter.push(chunk);
    if (lines.length > 0) yield lines;
  }
  const last = splitter.end();
  if (last.length > 0) yield last;
}

async function* toUtf8(
  chunks: AsyncIterable<Bytes>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Bytes> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

function createSplitter() {
  let rest: Bytes[] = [];
  let restBytes = 0;
  let isSkipping = false;
  let lineNumber = 0;
  let isFirst = true;

  function take(run: Bytes): Line[] {
    const lines: Line[] = [];
    for (const text of splitRun(run)) {
      lineNumber += 1;
      if (isSkipping) {
        isSkipping = false;
        lines.push({ number: lineNumber, text: undefined });
      } else {
        const isFit = text.length <= maxLineBytes;
        lines.push({ number: lineNumber, text: isFit ? clean(text, isFirst) : undefined });
      }
      isFirst = false;
    }
    return lines;
  }

  return {
    push(chunk: Bytes): Line[] {
      const cut = endOfLastLine(chunk);
      if (cut === 0) {
        keep(chunk);
        return [];
      }
      const run = join([...rest, chunk.subarray(0, cut)]);
      rest = [];
      restBytes = 0;
      const lines = take(run);
      keep(chunk.subarray(cut));
      return lines;
    },
    end(): Line[] {
      // A last line that is too long has no bytes left to be split, so it is reported here.
      if (isSkipping) return [{ number: lineNumber + 1, text: undefined }];
      return take(join(rest));
    },
  };

  /**
   * Keeps the start of a line whose end has not arrived yet. Once the line exceeds the limit, its bytes are dropped and
   * only the fact that it was too long is kept.
   */
  function keep(part: Bytes): void {
    if (part.length === 0) return;
    if (isSkipping || restBytes + part.length > maxLineBytes + 2) {
      isSkipping = true;
      rest = [];
      restBytes = 0;
      return;
    }
    rest.push(part.slice());
    restBytes += part.length;
  }
}

/**
 * The offset in a chunk of bytes after its last whole line. A CR as the very last byte does not count as a line end,
 * because the next chunk may begin with the LF of a CRLF.
 */
function endOfLastLine(chunk: Bytes): number {
  const afterLf = chunk.lastIndexOf(lf) + 1;
  const afterCr = chunk.subarray(0, Math.max(0, chunk.length - 1)).lastIndexOf(cr) + 1;
  return Math.max(afterLf, afterCr);
}

function join(parts: readonly Bytes[]): Bytes {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

const lineEnd = /\r\n|\n|\r/;

function splitRun(run: Bytes): string[] {
  const lines = decodeRun(run).split(lineEnd);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function decodeRun(run: Bytes): string {
  try {
    return utf8.decode(run);
  } catch {
    let text = '';
    let start = 0;
    for (let index = 0; index <= run.length; index += 1) {
      if (index < run.length && run[index] !== lf && run[index] !== cr) continue;
      text += decodeLine(run.subarray(start, index));
      if (index < run.length) text += run[index] === lf ? '\n' : '\r';
      start = index + 1;
    }
    return text;
  }
}

function decodeLine(line: Bytes): string {
  try {
    return utf8.decode(line);
  } catch {
    // `TextDecoder` needs the option `stream` in Node 20: without it, a faster decoder reads the bytes 0x80 to 0x9f (€,
    // “, ”, –, …) as control characters.
    return windows1252.decode(line, { stream: true });
  }
}

/** Removes NUL characters and, from the first line, the byte-order mark; normalises the line to Unicode NFC. */
function clean(text: string, isFirst: boolean): string {
  const bare = isFirst && text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
  return (bare.includes('\0') ? bare.replaceAll('\0', '') : bare).normalize('NFC');
}
