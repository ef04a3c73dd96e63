/** Characters of rulers that belong to the names of channels and films too often to count. */
const ordinary: ReadonlySet<string> = new Set('.,;!?¡¿()[]{}"\'&%@«»“”‘’…'.split(''));

const letterOrDigit = /[\p{L}\p{N}]/u;
const invisible = /[\p{M}\p{Cf}]/u;
const emoji = /[\p{Regional_Indicator}\p{Emoji_Modifier}]/u;

/** A longer text is no heading, in characters. */
const maxLength = 200;

interface Edge {
  /** Where the name begins, or ends, behind the ruler. */
  at: number;
  /** The characters of the ruler, without blanks, emoji and ordinary punctuation. */
  ruler: string;
  hasBlank: boolean;
}

/**
 * Reads a heading that a list has among its entries: a name that is ruled on both sides, as `#### DEPORTES ####`,
 * `-- CINE --` or `★━━ NIÑOS ━━★`. A ruler is two ornaments or more, or one that a blank separates from the name
 * (`* CINE *`).
 *
 * @returns the name without its rulers; `undefined` for a text that is no heading
 */
export function readHeading(text: string): string | undefined {
  if (text.length > maxLength || letterOrDigit.test(text.charAt(0))) return undefined;
  const characters = Array.from(text);
  const left = readEdge(characters);
  const right = readEdge(characters.toReversed());
  const name = characters
    .slice(left.at, characters.length - right.at)
    .join('')
    .trim();
  if (name === '') return undefined;
  if (isSpacedBracket(text)) return name;
  if (left.ruler.length >= 2 && right.ruler.length >= 2) return name;
  const isPair = left.ruler.length === 1 && left.ruler === right.ruler && left.hasBlank && right.hasBlank;
  return isPair && !name.includes(left.ruler) ? name : undefined;
}

/** Whether brackets with blanks inside of them hold a whole text in capitals: `[ DEPORTES ]`. */
function isSpacedBracket(text: string): boolean {
  const inside = /^[[({«【] {1,5}([^\])}»】]{2,60}?) {1,5}[\])}»】]$/u.exec(text.trim())?.[1];
  return inside !== undefined && inside === inside.toUpperCase() && inside !== inside.toLowerCase();
}

/** Whether a text is nothing but a ruler, such as `##########`. */
export function isBareRuler(text: string): boolean {
  if (text.length > maxLength || letterOrDigit.test(text)) return false;
  return Array.from(text).filter((character) => isOrnament(character) && character !== ' ').length >= 3;
}

/** Reads the ruler at the start of a text. */
function readEdge(characters: readonly string[]): Edge {
  let ruler = '';
  let hasBlank = false;
  let at = 0;
  for (const character of characters) {
    if (letterOrDigit.test(character)) break;
    at += 1;
    if (/\s/u.test(character)) hasBlank = true;
    else if (isOrnament(character)) ruler += character;
  }
  return { at, ruler, hasBlank };
}

/** Whether a character rules a heading; emoji stand before many names of channels. */
function isOrnament(character: string): boolean {
  return (
    character.length === 1 && !ordinary.has(character) && !invisible.test(character) && !emoji.test(character)
  );
}
