/*
 * A Matroska file consists of elements: an identifier, a size and that many bytes; the leading zeros of both numbers
 * give their length. An element is never read beyond the end of its parent, even when its size claims more: each byte is
 * read once per level, so the work is linear in the file size.
 * https://datatracker.ietf.org/doc/html/rfc8794
 */

/** The bytes of a Matroska file that are being read, and how many more elements may be read from them. */
export interface Reading {
  bytes: Uint8Array;
  elementsLeft: number;
}

export const createReading = (bytes: Uint8Array, elements: number): Reading => ({
  bytes,
  elementsLeft: elements,
});

/** The byte range of a Matroska element's content. */
export interface Extent {
  from: number;
  to: number;
}

export interface Element extends Extent {
  id: number;
  start: number;
}

/** Yields the child elements of a Matroska element, as far as they can be read. */
export function* elements(reading: Reading, { from, to }: Extent): Generator<Element> {
  let at = from;
  while (at < to) {
    const element = readElement(reading, at, to);
    if (element === undefined) return;
    yield element;
    at = element.to;
  }
}

/** Reads the header of the Matroska element that begins at byte `at`; the element's content is clipped to `end`. */
export function readElement(reading: Reading, at: number, end: number): Element | undefined {
  reading.elementsLeft -= 1;
  if (reading.elementsLeft < 0) return undefined;
  const id = readVint(reading, at, 4);
  const size = id === undefined ? undefined : readVint(reading, at + id.length, 8);
  if (id === undefined || size === undefined) return undefined;
  const from = at + id.length + size.length;
  // A Matroska size whose bits are all ones means that the writer did not know the size.
  const isUnknown = size.value === 2 ** (7 * size.length) - 1;
  const to = isUnknown ? end : Math.min(end, from + size.value);
  return from > end ? undefined : { id: id.value + 2 ** (7 * id.length), start: at, from, to };
}

/**
 * Reads a variable-length integer of Matroska: its leading zeros give its length, and the marker bit after them is
 * removed.
 */
function readVint(
  { bytes }: Reading,
  at: number,
  maxLength: number,
): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > maxLength || at + length > bytes.length) return undefined;
  let value = first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, length };
}

export function readNumber({ bytes }: Reading, { from, to }: Element): number {
  let value = 0;
  for (let at = from; at < Math.min(to, from + 8, bytes.length); at += 1)
    value = value * 256 + (bytes[at] ?? 0);
  return value;
}

export function findElement(reading: Reading, parent: Extent, id: number): Element | undefined {
  for (const element of elements(reading, parent)) if (element.id === id) return element;
  return undefined;
}

export function findNumber(reading: Reading, parent: Element, id: number): number | undefined {
  const element = findElement(reading, parent, id);
  return element && readNumber(reading, element);
}
