/** How many bytes are looked at to recognise the form and the text encoding of a list. */
const peekedBytes = 4_096;

/**
 * Collects the first 4,096 bytes of a file, however small its chunks are: enough to recognise its form and text encoding.
 *
 * @returns the first bytes; all bytes including these; and what closes the source of a file that is not read any further
 */
export async function peekBytes(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; all: AsyncGenerator<Uint8Array>; close(): Promise<void> }> {
  const source = chunks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < peekedBytes) {
    const next = await source.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  const first = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    first.set(part, offset);
    offset += part.length;
  }

  async function* readAll(): AsyncGenerator<Uint8Array> {
    try {
      if (first.length > 0) yield first;
      for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
    } finally {
      await close();
    }
  }
  async function close(): Promise<void> {
    await source.return?.();
  }
  return { first, all: readAll(), close };
}
