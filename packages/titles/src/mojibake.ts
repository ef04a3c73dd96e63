/**
 * Mends UTF-8 that was read as Windows-1252: `EspaÃ±a`.
 *
 * Each letter of Windows-1252 stands for one byte. A letter that can begin a UTF-8 character, followed by letters for
 * exactly the bytes that continue it, is replaced by that character; no other letter changes, so nothing is lost. Text
 * that was broken twice (`EspaÃƒÂ±a`) is mended twice. Each round at least halves what is broken, so the rounds are few.
 */

/** The characters that Windows-1252 has at the bytes 0x80 to 0x9f, in the order of the bytes; a blank where it has none. */
const upperControls = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const byteOfCharacter = new Map(
  Array.from(upperControls, (character, index) => [character.charCodeAt(0), 0x80 + index] as const).filter(
    ([code]) => code !== 0x20,
  ),
);

/**
 * Bytes that begin the UTF-8 characters which names contain: Latin letters, punctuation, symbols, emoji. Other bytes
 * would also match text that is right: `É™` is no Cyrillic or phonetic letter.
 */
const firstBytes: ReadonlyMap<number, number> = new Map([
  [0xc2, 2],
  [0xc3, 2],
  [0xc4, 2],
  [0xc5, 2],
  [0xe2, 3],
  [0xe3, 3],
  [0xef, 3],
  [0xf0, 4],
]);

/** @returns the byte that a UTF-16 code unit stands for in Windows-1252; -1 for none */
function byteOf(code: number): number {
  return code <= 0xff ? code : (byteOfCharacter.get(code) ?? -1);
}

/** Mends the broken characters of a text, as often as it was broken. */
export function mendMojibake(text: string): string {
  let mended = text;
  for (;;) {
    const next = mendOnce(mended);
    if (next === mended) return mended;
    mended = next;
  }
}

function mendOnce(text: string): string {
  let mended = '';
  let copied = 0;
  for (let index = 0; index < text.length; index += 1) {
    const length = firstBytes.get(byteOf(text.charCodeAt(index)));
    if (length === undefined) continue;
    const character = decode(text, index, length);
    if (character === undefined) continue;
    mended += text.slice(copied, index) + character;
    index += length - 1;
    copied = index + 1;
  }
  return copied === 0 ? text : mended + text.slice(copied);
}

/** @returns the character whose `length` bytes stand at `start`; `undefined` where these are no bytes of one */
function decode(text: string, start: number, length: number): string | undefined {
  const first = byteOf(text.charCodeAt(start));
  let point = first & (0xff >> (length + 1));
  for (let index = start + 1; index < start + length; index += 1) {
    const byte = index < text.length ? byteOf(text.charCodeAt(index)) : -1;
    if (byte < 0x80 || byte > 0xbf) return undefined;
    point = (point << 6) | (byte & 0x3f);
  }
  const isShortest = point >= (length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000);
  const isCharacter = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isShortest && isCharacter ? String.fromCodePoint(point) : undefined;
}
