/** Controls, marks without width, directions of writing, halves of characters: nothing that a person reads. */
const unread = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0]+/gu;

/** A text on one line with only what people read of it, cut after `max` places, never inside of a character. */
export function cleanText(text: string, max: number): string {
  const plain = text
    // What is far too long is not looked through.
    .slice(0, max * 4)
    .replace(unread, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  return plain
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
