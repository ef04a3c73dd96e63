/** What a text has in it that has to be cleaned; most texts have nothing of that. */
const uneven = /[\u0300-\uffff\0-\u001f\u007f-\u00a0]|  |^ | $/;
const spaces = /[ \t\n\r\u00a0]+/g;
/** Control characters and others that XML forbids. */
const forbidden = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
/** Characters below U+0300 are the same in all forms of Unicode that compose. */
const mayDecompose = /[^\0-\u02ff]/;

/**
 * Trims a text, makes each run of white space one space, drops control characters, composes letters (NFC), and cuts a
 * text that is too long, never inside of a character.
 */
export function cleanText(text: string, mostLength: number): string {
  if (text.length <= mostLength && !uneven.test(text)) return text;
  let cleaned = cutText(text, mostLength * 4)
    .replace(forbidden, '')
    .replace(spaces, ' ');
  if (mayDecompose.test(cleaned)) cleaned = cleaned.normalize('NFC');
  return cutText(cleaned.trim(), mostLength).trimEnd();
}

function cutText(text: string, mostLength: number): string {
  if (text.length <= mostLength) return text;
  const last = text.charCodeAt(mostLength - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? mostLength - 1 : mostLength);
}

const webForm = /^https?:\/\/[^\s/]/i;

/** An address as it is written, if it is one of the web and not too long to be one. */
export function webAddress(text: string | undefined, mostLength: number): string | undefined {
  const address = text?.trim() ?? '';
  return address.length <= mostLength && webForm.test(address) ? address : undefined;
}
