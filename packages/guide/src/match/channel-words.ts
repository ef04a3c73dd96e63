/** The words of channel names that say little or nothing about which channel is meant. */

/** Parts of names that tell how a stream is coded, or that it is another one of the same channel. */
const decorations: ReadonlySet<string> = new Set(
  `sd hd hq lq fhd qhd uhd 4k 8k fullhd ultrahd hdr hdr10 hevc avc h264 h265 x264 x265 mpeg2 mpeg4 backup respaldo vip`.split(
    /\s+/,
  ),
);
const resolution = /^(?:\d{3,4}[pi]|\d{2}fps)$/;
/** `OP1`, `Opción2`. */
const countedGlued = /^(?:opcion|opc|opt|op)\d{1,2}$/;
/** Words before a number that only counts the addresses of a channel: `Opción 2`. */
const counted: ReadonlySet<string> = new Set(
  `opcion opcao option opc opt op alternativa alternativo alt servidor server fuente link backup respaldo`.split(
    ' ',
  ),
);
/** Phrases of two words that say nothing about which channel is meant. */
const phrases: ReadonlySet<string> = new Set([
  'full hd',
  'ultra hd',
  'alta definicion',
  'h 264',
  'h 265',
  'x 264',
  'x 265',
  'en vivo',
  'en directo',
]);
const highQualities: ReadonlySet<string> = new Set('hd fhd qhd uhd 4k 8k fullhd ultrahd'.split(' '));

/** `high` from HD on, `low` for SD; empty where the name says nothing. */
export type StatedQuality = 'high' | 'low' | '';

/** The parts of a folded name without those that tell how it is coded, and the quality that they tell. */
export function stripDecorations(parts: readonly string[]): {
  kept: readonly string[];
  quality: StatedQuality;
} {
  const kept: string[] = [];
  let quality: StatedQuality = '';
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] ?? '';
    const next = parts[index + 1] ?? '';
    if (highQualities.has(part) || (part === 'alta' && next === 'definicion')) quality = 'high';
    else if (part === 'sd') quality = 'low';
    if (phrases.has(`${part} ${next}`)) {
      if (next === 'hd') quality = 'high';
      index += 1;
    } else if (counted.has(part) && /^\d{1,2}$/.test(next)) index += 1;
    else if (/^\d{2}$/.test(part) && next === 'fps') index += 1;
    else if (decorations.has(part) || resolution.test(part) || countedGlued.test(part)) continue;
    else {
      // `ESPN2HD`: the quality is written without a blank.
      const glued = /^(.{3,})(?:fhd|uhd|hd)$/.exec(part)?.[1];
      if (glued !== undefined) quality = 'high';
      kept.push(glued ?? part);
    }
  }
  // A name such as «HD» has nothing else.
  return kept.length === 0 ? { kept: parts, quality: '' } : { kept, quality };
}

const bracketDecorations = new Set(
  `geo blocked|geoblocked|geobloqueado|geo bloqueado|not 24 7|no 24 7|offline|timed out|multi audio|multiaudio|dual|stereo
  |tdt|web|app|test|nuevo|new|lat|esp`
    .split('|')
    .map((text) => text.trim()),
);

/** Whether the folded text of a bracket says nothing about which channel is meant: `1080p`, `Not 24/7`, `Opción 2`. */
export function isDecoration(text: string): boolean {
  const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');
  if (parts.length === 0 || bracketDecorations.has(parts.join(' '))) return true;
  const { kept } = stripDecorations([...parts, 'x']);
  return kept.length === 1;
}

/** Words that are written in several ways, by the one for which they stand. */
const sameWords: Readonly<Record<string, string>> = {
  tv: 'television televisio televisao',
  canal: 'channel canales',
  junior: 'jr',
  internacional: 'int intl inter international',
  espanol: 'spanish esp castellano',
  ingles: 'english eng',
  cataluna: 'catalunya',
  satelite: 'satelital satellite sat',
  deportes: 'dep deporte',
  horas: 'h hs hrs hora',
  norte: 'north',
  sur: 'south sud',
  este: 'east',
  oeste: 'west',
  musica: 'music',
  y: 'and',
  1: 'uno',
  2: 'dos ii',
  3: 'tres iii',
  4: 'cuatro',
  5: 'cinco',
  6: 'seis',
  7: 'siete',
  8: 'ocho',
  9: 'nueve',
  10: 'diez',
  11: 'once',
  12: 'doce',
  13: 'trece',
};
const meant: ReadonlyMap<string, string> = new Map(
  Object.entries(sameWords).flatMap(([word, others]) => others.split(' ').map((other) => [other, word])),
);
/** Letters that stand for a word only behind a number: `24 h`. */
const behindNumbers: ReadonlySet<string> = new Set(['h', 'hs', 'hrs', 'hora']);

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);

/** Replaces words that are written in several ways: `televisión` by `tv`, `jr` by `junior`, `once` by `11`. */
export function meanWords(words: readonly string[]): string[] {
  return words.map((word, index) => {
    if (isNumber(word)) return word.replace(/^0+(?=\d)/, '');
    if (behindNumbers.has(word) && !isNumber(words[index - 1] ?? '')) return word;
    return meant.get(word) ?? word;
  });
}

/** The numbers of a name, so that channels with different ones are kept apart. */
export function numbersIn(words: readonly string[]): string {
  const numbers = words.filter(isNumber);
  // «3/24» is also written «324».
  return numbers.length === words.length ? numbers.join('') : numbers.toSorted().join(',');
}

/** Words that say that something is a channel; any of them may be left out, or stand for another one. */
const channelWords: ReadonlySet<string> = new Set(['canal', 'tv']);
const articles: ReadonlySet<string> = new Set(['la', 'el', 'los', 'las']);
const smallWords: ReadonlySet<string> = new Set(['de', 'del', 'en', 'y', 'por', 'the', 'of']);
/** Broadcasters whose name is put before or behind that of their channels. */
const owners: ReadonlySet<string> = new Set(['tve', 'rtve']);

/** Which kinds of words were left out of a name, as bits. */
export const leftOut = { nothing: 0, channelWord: 1, article: 2 } as const;

/** What is left of a name without the words that may be missing. */
export interface Essence {
  words: readonly string[];
  /** The bits of {@link leftOut}. */
  without: number;
}

/** How many letters words have; numbers have none. */
export const lettersIn = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (isNumber(word) ? 0 : word.length), 0);

/** Takes the words out of a name that other spellings of it lack: «Canal de las Estrellas» and «Las Estrellas» are one. */
export function essenceOf(meaning: readonly string[]): Essence {
  const spoken = withoutPlus(meaning).filter((word) => !smallWords.has(word));
  const owned = spoken.filter((word) => !owners.has(word));
  const [first = '', second = ''] = spoken;
  if (spoken.length === 2 && isNumber(second)) {
    // «TVE 1» is «La 1», and «El 13» is «Canal 13».
    if (owners.has(first)) return { words: ['la', second], without: leftOut.nothing };
    if (first === 'el') return { words: ['canal', second], without: leftOut.nothing };
  }
  // «Once» is «Canal Once».
  if (spoken.length === 1 && isNumber(first)) return { words: ['canal', first], without: leftOut.nothing };
  const base = lettersIn(owned) === 0 ? spoken : owned;
  const words: string[] = [];
  let without: number = leftOut.nothing;
  for (const word of base) {
    if (channelWords.has(word)) without |= leftOut.channelWord;
    else if (words.length === 0 && articles.has(word)) without |= leftOut.article;
    else words.push(word);
  }
  // «Canal 5», «TV 5» and «La 5» are three channels, and so are names of which hardly a letter is left.
  return lettersIn(words) < 3 ? { words: base, without: leftOut.nothing } : { words, without };
}

/** «Movistar Plus+ Acción», «Acción por Movistar Plus+» and «Movistar Acción» are one; «Movistar Plus+» keeps its name. */
function withoutPlus(words: readonly string[]): readonly string[] {
  const single = words.filter((word, index) => word !== 'plus' || words[index - 1] !== 'plus');
  const at = single.indexOf('movistar');
  const others = single.filter((word) => !isNumber(word)).length;
  return at !== -1 && single[at + 1] === 'plus' && others > 2
    ? single.filter((_word, index) => index !== at + 1)
    : single;
}

/** How much a word says about which channel is meant, from 0 to 1. */
export function weightOf(word: string): number {
  if (smallWords.has(word)) return 0.05;
  if (articles.has(word)) return 0.1;
  return channelWords.has(word) || owners.has(word) ? 0.2 : 1;
}
