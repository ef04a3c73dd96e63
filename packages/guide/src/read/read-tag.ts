import { greaterThan, isSpace, lessThan, slash, startsWith } from './xml-bytes.ts';

const equalsSign = 0x3d;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const ampersand = 0x26;

/** The attributes of a start tag, as places in its bytes; used again for each tag, because there are millions. */
export interface TagAttributes {
  /** Of each attribute, where its name begins and ends, and where its value does. */
  readonly offsets: Int32Array;
  count: number;
}

/** @param most - the most attributes of a tag */
export function createTagAttributes(most: number): TagAttributes {
  return { offsets: new Int32Array(most * 4), count: 0 };
}

/** Where a value begins and ends. */
export type ByteRange = readonly [from: number, to: number];

/** Finds the value of an attribute. */
export function findAttribute(
  buffer: Buffer,
  { offsets, count }: TagAttributes,
  name: Buffer,
): ByteRange | undefined {
  for (let index = 0; index < count * 4; index += 4) {
    const [nameStart = 0, nameEnd = 0] = [offsets[index], offsets[index + 1]];
    if (nameEnd - nameStart !== name.length || !startsWith(buffer, nameStart, name)) continue;
    return [offsets[index + 2] ?? 0, offsets[index + 3] ?? 0];
  }
  return undefined;
}

/**
 * Reads the attributes of a start tag, from the end of its name on.
 *
 * @returns the offset after the tag, `cut` when the bytes end before it does, `broken` when it is not well formed
 */
export function readTag(buffer: Buffer, from: number, attributes: TagAttributes): number | 'cut' | 'broken' {
  const { length } = buffer;
  const { offsets } = attributes;
  let offset = 0;
  let index = from;
  for (;;) {
    const before = index;
    index = afterSpace(buffer, index);
    if (index >= length) return 'cut';
    const byte = buffer[index];
    if (byte === greaterThan) break;
    if (byte === slash) {
      if (index + 1 >= length) return 'cut';
      if (buffer[index + 1] !== greaterThan) return 'broken';
      index += 1;
      break;
    }
    if (index === before || offset === offsets.length) return 'broken';
    offsets[offset] = index;
    index = afterName(buffer, index);
    offsets[offset + 1] = index;
    if (offsets[offset] === index && index < length) return 'broken';
    index = afterSpace(buffer, index);
    if (index >= length) return 'cut';
    if (buffer[index] !== equalsSign) return 'broken';
    index = afterSpace(buffer, index + 1);
    if (index >= length) return 'cut';
    const quote = buffer[index];
    if (quote !== doubleQuote && quote !== singleQuote) return 'broken';
    index += 1;
    offsets[offset + 2] = index;
    for (; index < length && buffer[index] !== quote; index += 1) {
      if (buffer[index] === lessThan) return 'broken';
    }
    if (index >= length) return 'cut';
    offsets[offset + 3] = index;
    offset += 4;
    index += 1;
  }
  attributes.count = offset / 4;
  return index + 1;
}

function afterSpace(buffer: Buffer, from: number): number {
  let index = from;
  while (index < buffer.length && isSpace(buffer[index])) index += 1;
  return index;
}

function afterName(buffer: Buffer, from: number): number {
  let index = from;
  while (index < buffer.length && isNameByte(buffer[index])) index += 1;
  return index;
}

/** Whether a byte may be part of a name: everything but white space, quotes and the signs of markup. */
function isNameByte(byte: number | undefined): boolean {
  return (
    byte !== undefined &&
    byte > 0x20 &&
    byte !== greaterThan &&
    byte !== slash &&
    byte !== equalsSign &&
    byte !== lessThan &&
    byte !== doubleQuote &&
    byte !== singleQuote &&
    byte !== ampersand
  );
}
