/**
 * Replaces letters that look like others by those, and removes what nobody sees: full-width, circled, squared,
 * superscript and small capital letters (`ᴴᴰ`, `Ⓛⓐ`, `ＨＤ`), blanks of all widths, marks of direction, joiners.
 */

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ';
const ofSmallCapitals = 'ABCDEFGHIJKLMNOPQRSTUVWYZ';
const capitalOf = new Map(
  Array.from(smallCapitals, (letter, index) => [letter, ofSmallCapitals.charAt(index)]),
);

const invisible =
  /\u034f|[\ufe00-\ufe0f]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const blank = /[\t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]/gu;
/** Letters and digits in other shapes, for which the compatibility form of Unicode has the plain ones. */
const shaped =
  /[\u02b0-\u02b8\u1d2c-\u1d6a\u1d9b-\u1dbf\u2070-\u209c\u2160-\u217f\u2460-\u24ff\ufb00-\ufb06\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/gu;
/** White letters on black, circled or squared, for which Unicode names no plain ones: `🅷🅳`. */
const negative = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu;
const smallCapital = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]/gu;
/** Superscript digits of Latin-1 belong to titles (`Alien³`) unless they stand beside further raised characters. */
const raisedDigits =
  /[¹²³](?=[¹²³\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u209c])|(?<=[\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u209c])[¹²³]/gu;
/**
 * One circled letter alone, by which lists mark channels (`La 1 Ⓖ` cannot be seen abroad). It becomes a note in
 * brackets, because a bare G would be read as part of the name.
 */
const loneMark = /(?<![^ ])[\u24b6-\u24e9\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}](?![^ ])/gu;

const plainOf = (character: string): string => character.normalize('NFKC');

/** Gives the letters of a text their plain shape, makes all blanks plain ones and removes what is invisible. */
export function plainLetters(text: string): string {
  return text
    .replace(blank, ' ')
    .replace(invisible, '')
    .replace(loneMark, (mark) => `[${plainOf(letterOf(mark)).toUpperCase()}]`)
    .replace(raisedDigits, plainOf)
    .replace(shaped, plainOf)
    .replace(negative, letterOf)
    .replace(smallCapital, (letter) => capitalOf.get(letter) ?? letter)
    .normalize('NFC');
}

function letterOf(mark: string): string {
  const point = mark.codePointAt(0) ?? 0;
  if (point < 0x1f150) return mark;
  return String.fromCharCode(0x41 + (point < 0x1f170 ? point - 0x1f150 : point - 0x1f170));
}
