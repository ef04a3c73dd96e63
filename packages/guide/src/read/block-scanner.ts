/**
 * Finds the elements `channel` and `programme` of a guide in its bytes, before anything is decoded: of a large guide most
 * programmes belong to channels that nobody carries, and finding the end of a block by `Buffer.indexOf` is many times
 * faster than parsing it.
 *
 * The bytes are in an encoding whose first 128 characters are those of ASCII. Comments, CDATA sections, processing
 * instructions and the document type are passed over, between blocks and inside of them. A block that is not well formed
 * on the outside, has another block inside or is too long is broken: it is counted, and reading goes on at the next text
 * that looks like the beginning of a block.
 *
 * At most one block is held, so memory is bounded by the longest block. Each search is remembered until bytes are added
 * (`createFinder`), so that a guide of many beginnings without an end is not searched anew for each of them.
 */

import { createTagAttributes, readTag } from './read-tag.ts';
import { endsName, greaterThan, isBlank, lessThan, slash, startsWith } from './xml-bytes.ts';

/** What the scanner found: a whole block, one that is broken, or nothing before more bytes are pushed. */
export type Found = 'channel' | 'programme' | 'broken' | undefined;

const bang = 0x21;
const questionMark = 0x3f;

/** As many bytes as are needed to see what a `<` begins. */
const lookaheadBytes = 12;

const commentStart = Buffer.from('<!--');
const cdataStart = Buffer.from('<![CDATA[');
const doctypeStart = Buffer.from('<!DOCTYPE');
const rootStart = Buffer.from('<tv');
const rootEnd = Buffer.from('</tv');
const blocks = {
  channel: { start: Buffer.from('<channel'), end: Buffer.from('</channel') },
  programme: { start: Buffer.from('<programme'), end: Buffer.from('</programme') },
} as const;

/** Where the scanner passes over bytes until this text. */
const skippedUntil = {
  comment: Buffer.from('-->'),
  cdata: Buffer.from(']]>'),
  instruction: Buffer.from('?>'),
};

/** Remembers where a text is found next, so that the same bytes are not searched twice. */
function createFinder(text: Buffer) {
  let found = -1;
  return {
    /** @returns the first place from `from` on, `Infinity` when there is none; `from` never decreases without a reset */
    find(buffer: Buffer, from: number): number {
      if (found >= from) return found;
      const at = buffer.indexOf(text, from);
      found = at === -1 ? Infinity : at;
      return found;
    },
    reset(): void {
      found = -1;
    },
  };
}

/** @param limits - `blockBytes`: the longest block; `attributes`: the most of one element */
export function createBlockScanner(limits: { blockBytes: number; attributes: number }) {
  const finders = {
    markup: createFinder(Buffer.from('<!')),
    comment: createFinder(skippedUntil.comment),
    cdata: createFinder(skippedUntil.cdata),
    rootEnd: createFinder(rootEnd),
    channel: createFinder(blocks.channel.start),
    programme: createFinder(blocks.programme.start),
    channelEnd: createFinder(blocks.channel.end),
    programmeEnd: createFinder(blocks.programme.end),
  };
  const everyFinder = Object.values(finders);
  const scanner = {
    /** The bytes in which the offsets of the present block are; they change with each `push`. */
    buffer: Buffer.alloc(0) as Buffer,
    /** The attributes of the present block. */
    attributes: createTagAttributes(limits.attributes),
    /** Where the content of the present block begins and ends. */
    contentStart: 0,
    contentEnd: 0,
    hasRoot: false,
    /** Whether the element `tv` has ended. */
    isClosed: false,
    push,
    end,
    next,
  };
  let at = 0;
  let hasEnded = false;
  let skipping: Buffer | undefined;
  let isRecovering = false;
  /** Whether a document type may follow no more, because the root or a block has begun. */
  let hasContent = false;

  return scanner;

  function push(chunk: Buffer): void {
    const rest = scanner.buffer.subarray(at);
    scanner.buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    at = 0;
    for (const finder of everyFinder) finder.reset();
  }

  /** Says that no more bytes will come. */
  function end(): void {
    hasEnded = true;
  }

  function next(): Found {
    const { buffer } = scanner;
    for (;;) {
      if (skipping !== undefined && !skip(skipping)) return undefined;
      if (isRecovering && !recover()) return undefined;
      const open = buffer.indexOf(lessThan, at);
      if (open === -1) {
        at = buffer.length;
        return undefined;
      }
      at = open;
      if (buffer.length - open < lookaheadBytes && !hasEnded) return undefined;
      const kind = startsBlock(open);
      if (kind !== undefined) {
        hasContent = true;
        const outcome = readBlock(kind, open);
        if (outcome !== 'broken') return outcome;
        isRecovering = true;
        return 'broken';
      }
      if (!passOver(open)) return undefined;
    }
  }

  /** Passes over bytes up to the end of a comment and the like. @returns whether the end was there */
  function skip(until: Buffer): boolean {
    const { buffer } = scanner;
    const found = buffer.indexOf(until, at);
    if (found === -1) {
      // The beginning of the searched text may be at the end of the bytes.
      at = Math.max(at, buffer.length - until.length + 1);
      return false;
    }
    at = found + until.length;
    skipping = undefined;
    return true;
  }

  /** Goes to what looks like the beginning of the next block, or the end of all. @returns whether there is one */
  function recover(): boolean {
    const { buffer } = scanner;
    const found = Math.min(
      finders.channel.find(buffer, at),
      finders.programme.find(buffer, at),
      finders.rootEnd.find(buffer, at),
    );
    if (found === Infinity) {
      at = Math.max(at, buffer.length - lookaheadBytes);
      return false;
    }
    at = found;
    isRecovering = false;
    return true;
  }

  function startsBlock(open: number): 'channel' | 'programme' | undefined {
    if (startsElement(open, blocks.programme.start)) return 'programme';
    return startsElement(open, blocks.channel.start) ? 'channel' : undefined;
  }

  function startsElement(open: number, start: Buffer): boolean {
    return startsWith(scanner.buffer, open, start) && endsName(scanner.buffer[open + start.length]);
  }

  /** Passes over what is no block. @returns whether the bytes are there */
  function passOver(open: number): boolean {
    const { buffer } = scanner;
    const second = buffer[open + 1];
    if (second === bang) {
      if (startsWith(buffer, open, commentStart)) {
        skipping = skippedUntil.comment;
        at = open + commentStart.length;
      } else if (startsWith(buffer, open, cdataStart)) {
        skipping = skippedUntil.cdata;
        at = open + cdataStart.length;
      } else if (!hasContent && startsWith(buffer, open, doctypeStart)) {
        const found = endOfDoctype(buffer, open + doctypeStart.length);
        if (found === -1 && !hasEnded && buffer.length - open <= limits.blockBytes) return false;
        at = found === -1 ? open + doctypeStart.length : found;
        isRecovering = found === -1;
      } else at = open + 2;
    } else if (second === questionMark) {
      skipping = skippedUntil.instruction;
      at = open + 2;
    } else {
      if (startsElement(open, rootStart)) {
        scanner.hasRoot = true;
        hasContent = true;
      } else if (startsElement(open, rootEnd)) scanner.isClosed = true;
      at = open + 1;
    }
    return true;
  }

  /** @returns `undefined` when the block is not whole yet; `at` is then at its beginning */
  function readBlock(kind: 'channel' | 'programme', open: number): Found {
    const { buffer } = scanner;
    const { start, end: close } = blocks[kind];
    const isTooLong = hasEnded || buffer.length - open > limits.blockBytes;
    const broken = (resumeAt: number): Found => {
      at = resumeAt;
      return 'broken';
    };
    const afterName = open + start.length;
    const tagEnd = readTag(buffer, afterName, scanner.attributes);
    if (tagEnd === 'cut') return isTooLong ? broken(afterName) : undefined;
    if (tagEnd === 'broken') return broken(afterName);
    if (buffer[tagEnd - 2] === slash) {
      scanner.contentStart = tagEnd;
      scanner.contentEnd = tagEnd;
      at = tagEnd;
      return kind;
    }
    const contentEnd = findClose(kind, tagEnd);
    if (contentEnd === 'broken') return broken(afterName);
    if (contentEnd === 'cut') return isTooLong ? broken(afterName) : undefined;
    const closed = buffer.indexOf(greaterThan, contentEnd + close.length);
    if (closed === -1 || closed - contentEnd > close.length + 16) {
      const isCut = closed === -1 && buffer.length - contentEnd <= close.length + 16;
      return isCut && !isTooLong ? undefined : broken(afterName);
    }
    if (closed - open > limits.blockBytes || !isBlank(buffer, contentEnd + close.length, closed)) {
      return broken(afterName);
    }
    scanner.contentStart = tagEnd;
    scanner.contentEnd = contentEnd;
    at = closed + 1;
    return kind;
  }

  /** Where the end tag of a block begins that is neither in a comment nor in a CDATA section. */
  function findClose(kind: 'channel' | 'programme', from: number): number | 'cut' | 'broken' {
    const { buffer } = scanner;
    const finder = kind === 'channel' ? finders.channelEnd : finders.programmeEnd;
    let cursor = from;
    for (;;) {
      const close = finder.find(buffer, cursor);
      const markup = finders.markup.find(buffer, cursor);
      const stop = Math.min(close, markup);
      const inner = Math.min(finders.channel.find(buffer, cursor), finders.programme.find(buffer, cursor));
      if (inner < stop && isNameEnd(inner)) return 'broken';
      if (stop === Infinity) return 'cut';
      if (close < markup) return close;
      const isComment = startsWith(buffer, markup, commentStart);
      if (!isComment && !startsWith(buffer, markup, cdataStart)) {
        return buffer.length - markup < lookaheadBytes && !hasEnded ? 'cut' : 'broken';
      }
      const inside = markup + (isComment ? commentStart : cdataStart).length;
      const ending = (isComment ? finders.comment : finders.cdata).find(buffer, inside);
      if (ending === Infinity) return 'cut';
      cursor = ending + 3;
    }
  }

  /** Whether a found beginning of a block is one, and not that of a longer name. */
  function isNameEnd(found: number): boolean {
    const length = startsWith(scanner.buffer, found, blocks.programme.start)
      ? blocks.programme.start.length
      : blocks.channel.start.length;
    return endsName(scanner.buffer[found + length]);
  }
}

/** The end of a document type, whose internal subset is passed over without being read. @returns -1 when it is not there */
function endOfDoctype(buffer: Buffer, from: number): number {
  let depth = 0;
  let quote = 0;
  for (let index = from; index < buffer.length; index += 1) {
    const byte = buffer[index];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
    } else if (byte === 0x22 || byte === 0x27) quote = byte;
    else if (byte === 0x5b) depth += 1;
    else if (byte === 0x5d) depth -= 1;
    else if (byte === lessThan && startsWith(buffer, index, commentStart)) {
      const end = buffer.indexOf(skippedUntil.comment, index + commentStart.length);
      if (end === -1) return -1;
      index = end + 2;
    } else if (byte === greaterThan && depth <= 0) return index + 1;
  }
  return -1;
}
