/**
 * Collects the first bytes of a file, however small its chunks are.
 *
 * @returns the first bytes, at least as many as asked for unless the file ends before, and all bytes including these
 */
export async function peekBytes(
  chunks: AsyncIterable<Uint8Array>,
  least: number,
): Promise<{ first: Buffer; all: AsyncGenerator<Uint8Array> }> {
  const source = chunks[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < least) {
    const next = await source.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  const first = Buffer.concat(parts, length);

  async function* readAll(): AsyncGenerator<Uint8Array> {
    try {
      if (first.length > 0) yield first;
      for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
    } finally {
      await source.return?.();
    }
  }
  return { first, all: readAll() };
}
