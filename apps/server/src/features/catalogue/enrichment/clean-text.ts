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
    // A text of the model that is much too long is cut before regular expressions clean it, to bound the cost of that.
    .slice(0, max * 4)
    .replace(unread, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return plain
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
