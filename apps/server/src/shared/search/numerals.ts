/*
 * Reads the numbers of titles and searches as people write them: digits («2»), Roman numerals («II»), Spanish words
 * («dos», «treinta y tres», «ciento uno», «dos mil uno») and the English words up to twenty. All spellings of a number
 * are equal to a search, so that «rocky 2» finds «Rocky II».
 */

const spanishSmall =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const spanishTens = 'treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const spanishHundreds =
  'ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );
const english =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const romanUnits = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
/** The Roman numerals below 40, each at the index that it states; the first item stands for no number. */
const roman = ['', 'x', 'xx', 'xxx'].flatMap((ten) => romanUnits.map((unit) => ten + unit));

/** «doscientas» for «doscientos» */
const feminine = (word: string): string => word.replace(/os$/, 'as');
const isHundreds = (word: string): boolean => spanishHundreds.indexOf(word) > 0;

/** The greatest number whose spellings are listed. */
const largest = 9_999;

const valuesOf = (words: readonly string[], first: number, step = 1): [string, number][] =>
  words.map((word, index) => [word, first + index * step]);

/** The numbers that one word states alone, by the folded word (lower case, no accents). */
const oneWord: ReadonlyMap<string, number> = new Map([
  ...valuesOf(roman.slice(1), 1),
  ...valuesOf(english, 0),
  ...valuesOf(spanishSmall, 0),
  ...valuesOf(spanishTens, 30, 10),
  ...valuesOf(spanishHundreds, 100, 100),
  ['cien', 100],
  ['mil', 1_000],
]);
/** The forms of «uno» before a noun, which alone are articles. */
const oneBeforeNoun = ['un', 'una'];
const ones = oneBeforeNoun.map((word): [string, number] => [word, 1]);
const units: ReadonlyMap<string, number> = new Map([...valuesOf(spanishSmall.slice(1, 10), 1), ...ones]);
const small: ReadonlyMap<string, number> = new Map([
  ...valuesOf(spanishSmall, 0),
  ...ones,
  ['veintiun', 21],
  ['veintiuna', 21],
]);
const tens: ReadonlyMap<string, number> = new Map(valuesOf(spanishTens, 30, 10));
const hundreds: ReadonlyMap<string, number> = new Map([
  ...valuesOf(spanishHundreds, 100, 100),
  ...valuesOf(spanishHundreds.slice(1).map(feminine), 200, 100),
  ['cien', 100],
]);

/** A number in a sequence of words: its value, and how many words state it. */
export interface NumberRead {
  value: number;
  length: number;
}

/**
 * Reads the number that begins at a position of a sequence of words.
 *
 * @param words - folded (lower case, no accents), digits apart from letters
 * @returns `undefined` where no number from 0 to 9,999 begins
 */
export function readNumber(words: readonly string[], at: number): NumberRead | undefined {
  const word = words[at] ?? '';
  if (/^\d+$/.test(word)) {
    const value = Number(word);
    return value <= largest ? { value, length: 1 } : undefined;
  }
  const phrase = readSpanish(words, at);
  if (phrase !== undefined && (phrase.length > 1 || !oneBeforeNoun.includes(word))) return phrase;
  const value = oneWord.get(word);
  return value === undefined ? undefined : { value, length: 1 };
}

/** Reads a Spanish number of up to four digits. */
function readSpanish(words: readonly string[], at: number): NumberRead | undefined {
  const before = words[at] === 'mil' ? { value: 1, length: 0 } : readBelowThousand(words, at);
  if (before === undefined) return undefined;
  if (words[at + before.length] !== 'mil' || before.value === 0 || before.value > 9) return before;
  // «Las mil y una noches»
  const isJoined =
    words[at + before.length + 1] === 'y' && oneBeforeNoun.includes(words[at + before.length + 2] ?? '');
  const length = before.length + (isJoined ? 2 : 1);
  const rest = readBelowThousand(words, at + length);
  return { value: before.value * 1_000 + (rest?.value ?? 0), length: length + (rest?.length ?? 0) };
}

function readBelowThousand(words: readonly string[], at: number): NumberRead | undefined {
  const value = hundreds.get(words[at] ?? '');
  if (value === undefined) return readBelowHundred(words, at);
  const rest = words[at] === 'cien' ? undefined : readBelowHundred(words, at + 1);
  return { value: value + (rest?.value ?? 0), length: 1 + (rest?.length ?? 0) };
}

function readBelowHundred(words: readonly string[], at: number): NumberRead | undefined {
  const value = tens.get(words[at] ?? '');
  if (value !== undefined) {
    const unit = words[at + 1] === 'y' ? units.get(words[at + 2] ?? '') : undefined;
    return unit === undefined ? { value, length: 1 } : { value: value + unit, length: 3 };
  }
  const alone = small.get(words[at] ?? '');
  return alone === undefined ? undefined : { value: alone, length: 1 };
}

/**
 * Lists the spellings of a number, each as a sequence of folded words: digits, Roman below 40, Spanish, also as before a
 * noun («ciento un», «veintiuna»), and English up to 20.
 *
 * @param value - from 0 to 9,999
 */
export function spellNumber(value: number): string[][] {
  const romanWord = roman[value];
  const englishWord = english[value];
  const spanish = spellSpanish(value);
  return [
    [String(value)],
    ...(romanWord === undefined || romanWord === '' ? [] : [[romanWord]]),
    spanish,
    ...spellBeforeNoun(spanish),
    ...(spanish.some(isHundreds) ? [spanish.map((word) => (isHundreds(word) ? feminine(word) : word))] : []),
    ...(englishWord === undefined ? [] : [[englishWord]]),
  ];
}

/** The forms of a Spanish number that ends with «uno» before a noun: «treinta y un», «veintiuna», «mil y una». */
function spellBeforeNoun(spanish: readonly string[]): string[][] {
  const last = spanish.at(-1) ?? '';
  if (!/^(?:veinti)?uno$/.test(last)) return [];
  const before = spanish.slice(0, -1);
  return oneBeforeNoun.flatMap((one) => {
    const word = last.replace('uno', one);
    return before.at(-1) === 'mil'
      ? [
          [...before, word],
          [...before, 'y', word],
        ]
      : [[...before, word]];
  });
}

function spellSpanish(value: number): string[] {
  if (value >= 1_000) {
    const thousands = Math.floor(value / 1_000);
    return [
      ...(thousands === 1 ? [] : spellSpanish(thousands)),
      'mil',
      ...(value % 1_000 === 0 ? [] : spellSpanish(value % 1_000)),
    ];
  }
  if (value === 100) return ['cien'];
  if (value > 100) {
    const hundred = spanishHundreds[Math.floor(value / 100) - 1] ?? '';
    return [hundred, ...(value % 100 === 0 ? [] : spellSpanish(value % 100))];
  }
  if (value < 30) return [spanishSmall[value] ?? ''];
  const ten = spanishTens[Math.floor(value / 10) - 3] ?? '';
  return [ten, ...(value % 10 === 0 ? [] : ['y', ...spellSpanish(value % 10)])];
}
