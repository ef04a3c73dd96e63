/** The longest line of an HLS playlist that is read, in characters. */
export const lineLimit = 32_768;

/** Whether a line of an HLS playlist is longer than the product reads. Costs one pass over the text. */
export function hasLongLine(text: string): boolean {
  let from = 0;
  while (text.length - from > lineLimit) {
    const end = text.indexOf('\n', from);
    if ((end === -1 ? text.length : end) - from > lineLimit) return true;
    from = end + 1;
  }
  return false;
}
