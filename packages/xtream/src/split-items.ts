/**
 * Reads the items of a long JSON array while it arrives, so that only one item is in memory as text at a time. Some
 * servers write an object whose values are the items, which is read in the same way.
 *
 * A scanner counts brackets outside of texts: at depth 1 it is between items, and each value that begins with `{` there
 * is an item. Other values between items (numbers, texts, keys) are passed over.
 */

/** The answer is neither an array nor an object of items, or it ended before its last bracket. */
export class ItemsUnreadableError extends Error {
  override readonly name = 'ItemsUnreadableError';
}

/** A longer item is passed over: real ones have a few thousand bytes. */
const itemMaxBytes = 262_144;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

const isBlank = (byte: number): boolean => byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;

/**
 * @param chunks - the bytes of the answer, in UTF-8
 * @returns the parsed items of each chunk; an item that is no valid JSON is passed over
 * @throws ItemsUnreadableError
 */
export async function* splitItems(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown[], undefined> {
  let depth = 0;
  let hasEnded = false;
  let isText = false;
  let isEscaped = false;
  /** The bytes of an item that began in an earlier chunk, and whether the present item is too long to keep. */
  let begun: Buffer[] = [];
  let begunBytes = 0;

  for await (const chunk of chunks) {
    const items: unknown[] = [];
    let from = begunBytes > 0 ? 0 : -1;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isText = false;
        continue;
      }
      if (byte === quote) isText = true;
      else if (byte === openBrace || byte === openBracket) {
        if (hasEnded) throw new ItemsUnreadableError('more than one value');
        if (depth === 1 && byte === openBrace) from = at;
        depth += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth === 1 && from !== -1) {
          const last = chunk.subarray(from, at + 1);
          if (begunBytes + last.length <= itemMaxBytes)
            items.push(...parse(begunBytes === 0 ? last : Buffer.concat([...begun, last])));
          begun = [];
          begunBytes = 0;
          from = -1;
        }
        if (depth === 0) hasEnded = true;
      }
      if (depth === 0 && !hasEnded && !isBlank(byte)) throw new ItemsUnreadableError('no array of items');
      if (depth < 0) throw new ItemsUnreadableError('one bracket too many');
    }
    if (from !== -1) {
      const rest = chunk.subarray(from);
      // What is too long is only counted.
      if (begunBytes + rest.length <= itemMaxBytes) begun.push(Buffer.from(rest));
      else begun = [];
      begunBytes += rest.length;
    }
    if (items.length > 0) yield items;
  }
  if (!hasEnded) throw new ItemsUnreadableError('the answer ended early');
}

function parse(bytes: Buffer): unknown[] {
  try {
    return [JSON.parse(bytes.toString()) as unknown];
  } catch {
    return [];
  }
}
