/**
 * Decodes what makers of lists escape: entities of HTML (`A&amp;E`, `Ni&#241;os`) and, in names that come from an
 * address, escapes of URLs (`El%20Padrino`).
 */

const namedEntities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    iexcl: '¡',
    iquest: '¿',
    laquo: '«',
    raquo: '»',
    ordf: 'ª',
    ordm: 'º',
    deg: '°',
    middot: '·',
    times: '×',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bull: '•',
    euro: '€',
    copy: '©',
    reg: '®',
    trade: '™',
    frac12: '½',
    szlig: 'ß',
    aelig: 'æ',
    AElig: 'Æ',
    oslash: 'ø',
    Oslash: 'Ø',
  }),
);

/** The accents that entities name, each with the combining mark that a letter gets by it. */
const accents: ReadonlyMap<string, string> = new Map([
  ['acute', '\u0301'],
  ['grave', '\u0300'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['uml', '\u0308'],
  ['cedil', '\u0327'],
  ['ring', '\u030a'],
]);

const entity = /&(?:amp;|#38;)*(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{1,8}\d{0,2});/g;

/** Decodes the entities in a text, also those that were escaped twice: `&amp;ntilde;`. Unknown ones stay. */
export function decodeEntities(text: string): string {
  if (!text.includes('&') || !text.includes(';')) return text;
  return text.replace(entity, (whole, name: string) => characterOf(name) ?? whole);
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return namedEntities.get(name) ?? accentedLetter(name);
  const isHex = name.charAt(1) === 'x' || name.charAt(1) === 'X';
  const point = isHex ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isCharacter = point > 0x1f && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : ' ';
}

function accentedLetter(name: string): string | undefined {
  const accent = accents.get(name.slice(1));
  return accent === undefined ? undefined : (name.charAt(0) + accent).normalize('NFC');
}

const escapedBytes = /(?:%[\da-fA-F]{2})+/g;
/** The escape of a letter with an accent, in UTF-8. */
const twoBytes = /%[cC]3%[89abAB][\da-fA-F]/;
const strayPercent = /%(?![\da-fA-F]{2})/;

/**
 * Decodes the URL escapes in a name. A name has some if it contains `%20` or a letter of two bytes (`Caf%C3%A9`), or if it has
 * no blank and each of its percent signs begins an escape: `100% lobo` has none.
 */
export function decodeUrlEscapes(text: string): string {
  if (!text.includes('%')) return text;
  const isWhole = !text.includes(' ') && !strayPercent.test(text);
  if (!isWhole && !text.includes('%20') && !twoBytes.test(text)) return text;
  const decoded = text.replace(escapedBytes, decodeBytes);
  return isWhole && decoded !== text && text.includes('+') ? decoded.replaceAll('+', ' ') : decoded;
}

function decodeBytes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    // Bytes that are no UTF-8 are Latin-1: `%F1` for ñ.
    return escapes
      .split('%')
      .slice(1)
      .map((hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .join('');
  }
}
