/**
 * Matches invisible characters: control characters, zero-width characters, direction marks, lone surrogates and
 * unassigned code points.
 */
const unread = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]+/gu;

/**
 * Puts a text on one line without invisible characters and cuts it after `max` UTF-16 units, never inside a character.
 */
export function cleanText(text: string, max: number): string {
  const plain = text
    // A generative model's text that is much too long is cut first, because the cost of the regular expressions that
    // clean it grows with its length.
    .slice(0, max * 4)
    .replace(unread, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return plain
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
