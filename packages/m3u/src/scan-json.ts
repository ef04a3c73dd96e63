/**
 * Scans a JSON text as it arrives, piece by piece, and tells a handler of each value. Nothing is kept but the value that is
 * being read and one bit for each open bracket, so that a text of any size needs little memory.
 *
 * The scanner is lenient, because people write such texts by hand: superfluous or missing commas and line breaks inside
 * of texts are accepted. What is too deep, has brackets that do not match, or ends early is not.
 */

/** The text is not JSON to its end, or its brackets are too deep in each other. */
export class JsonUnreadableError extends Error {
  override readonly name = 'JsonUnreadableError';
  readonly reason: 'damaged' | 'too_deep';

  constructor(reason: 'damaged' | 'too_deep') {
    super(reason);
    this.reason = reason;
  }
}

/** What a scanner tells of a text. The key is `undefined` for items of arrays and for the outermost value. */
export interface JsonHandler {
  open(key: string | undefined, isArray: boolean, lineNumber: number): void;
  close(): void;
  /** @param value - a text without its quotes; of other values (`true`, `12`, `null`) the text as it is written */
  value(key: string | undefined, value: string): void;
}

export interface JsonScanner {
  /** @throws JsonUnreadableError */
  push(text: string): void;
  /** @throws JsonUnreadableError when the text has ended early */
  end(): void;
}

const maxDepth = 64;
/** Of a longer text or word only the beginning is kept, in characters. */
const maxTextLength = 16_384;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const isBlank = (code: number): boolean => code <= 0x20 || code === 0xfeff || code === 0xa0;
const isSign = (code: number): boolean =>
  code === quote ||
  code === comma ||
  code === colon ||
  code === openBracket ||
  code === closeBracket ||
  code === openBrace ||
  code === closeBrace;

export function createJsonScanner(handler: JsonHandler): JsonScanner {
  /** For each open bracket, whether it is one of an array. */
  const brackets: boolean[] = [];
  let reading: 'between' | 'text' | 'word' = 'between';
  let isEscaped = false;
  let kept = '';
  let key: string | undefined;
  /** Whether a text in an object is a key, not a value. */
  let isKeyNext = false;
  let lineNumber = 1;
  let hasBegun = false;

  const isOver = (): boolean => hasBegun && brackets.length === 0;

  function keep(part: string): void {
    if (kept.length < maxTextLength) kept += part.slice(0, maxTextLength - kept.length);
  }

  function take(value: string): void {
    if (isKeyNext) {
      key = value;
      isKeyNext = false;
      return;
    }
    if (brackets.length === 0) throw new JsonUnreadableError('damaged');
    handler.value(key, value);
    key = undefined;
    // A missing comma is accepted: what follows a value in an object is a key.
    isKeyNext = brackets.at(-1) === false;
  }

  function openBracketOf(isArray: boolean): void {
    if (brackets.length >= maxDepth) throw new JsonUnreadableError('too_deep');
    hasBegun = true;
    handler.open(key, isArray, lineNumber);
    brackets.push(isArray);
    key = undefined;
    isKeyNext = !isArray;
  }

  function closeBracketOf(isArray: boolean): void {
    if (brackets.pop() !== isArray) throw new JsonUnreadableError('damaged');
    handler.close();
    key = undefined;
    isKeyNext = brackets.at(-1) === false;
  }

  function readSign(code: number): void {
    if (code === quote) {
      reading = 'text';
      kept = '';
    } else if (code === openBrace || code === openBracket) openBracketOf(code === openBracket);
    else if (code === closeBrace || code === closeBracket) closeBracketOf(code === closeBracket);
    else if (code === comma) isKeyNext = brackets.at(-1) === false;
  }

  /** Reads a text from an offset on. @returns the offset behind it, or behind the piece */
  function readText(piece: string, from: number): number {
    let at = from;
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (code === 0x0a) lineNumber += 1;
      if (isEscaped) isEscaped = false;
      else if (code === backslash) isEscaped = true;
      else if (code === quote) {
        keep(piece.slice(from, at));
        reading = 'between';
        take(unescape(kept));
        return at + 1;
      }
    }
    keep(piece.slice(from));
    return at;
  }

  function readWord(piece: string, from: number): number {
    let at = from;
    for (; at < piece.length; at += 1) {
      const code = piece.charCodeAt(at);
      if (!isBlank(code) && !isSign(code)) continue;
      keep(piece.slice(from, at));
      reading = 'between';
      take(kept);
      return at;
    }
    keep(piece.slice(from));
    return at;
  }

  return {
    push(piece) {
      for (let at = 0; at < piece.length && !isOver();) {
        if (reading === 'text') at = readText(piece, at);
        else if (reading === 'word') at = readWord(piece, at);
        else {
          const code = piece.charCodeAt(at);
          if (code === 0x0a) lineNumber += 1;
          if (isSign(code)) {
            readSign(code);
            at += 1;
          } else if (isBlank(code)) at += 1;
          else {
            reading = 'word';
            kept = '';
          }
        }
      }
    },
    end() {
      if (!isOver()) throw new JsonUnreadableError('damaged');
    },
  };
}

/** Decodes the escapes of a JSON text; one with wrong escapes is taken as it is written. */
function unescape(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return JSON.parse(`"${written.replace(/[\u0000-\u001f]/g, ' ')}"`) as string;
  } catch {
    return written.replaceAll('\\/', '/');
  }
}
