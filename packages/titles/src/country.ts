import { foldTitle } from './fold-title.ts';

/** The names of countries, folded, by their code (ISO 3166 alpha-2, lower case). */
const names: Readonly<Record<string, string>> = {
  ad: 'andorra',
  ar: 'argentina',
  bo: 'bolivia',
  br: 'brasil|brazil',
  ca: 'canada',
  cl: 'chile',
  co: 'colombia',
  cr: 'costa rica|costarica',
  cu: 'cuba',
  de: 'alemania|germany|deutschland',
  do: 'republica dominicana|rep dominicana|dominicana|dominican republic',
  ec: 'ecuador',
  es: 'espana|spain',
  fr: 'francia|france',
  gb: 'reino unido|united kingdom|uk|inglaterra',
  gq: 'guinea ecuatorial',
  gt: 'guatemala',
  hn: 'honduras',
  it: 'italia|italy',
  ma: 'marruecos|morocco',
  mx: 'mexico|mejico',
  ni: 'nicaragua',
  pa: 'panama',
  pe: 'peru',
  pr: 'puerto rico|puertorico',
  pt: 'portugal',
  py: 'paraguay',
  sv: 'el salvador|salvador',
  us: 'estados unidos|eeuu|ee uu|usa|united states',
  uy: 'uruguay',
  ve: 'venezuela',
};

/** The countries of which groups, channels and ids of programme guides give the name. */
export const writtenCountries: readonly string[] = Object.keys(names);

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([code, text]) => text.split('|').map((name) => [name, code] as const)),
);

/** Codes that lists write for countries besides those of ISO 3166. */
const otherCodes: ReadonlyMap<string, string> = new Map([
  ['arg', 'ar'],
  ['bra', 'br'],
  ['chi', 'cl'],
  ['col', 'co'],
  ['dom', 'do'],
  ['ecu', 'ec'],
  ['esp', 'es'],
  ['mex', 'mx'],
  ['per', 'pe'],
  ['por', 'pt'],
  ['uru', 'uy'],
  ['ven', 've'],
  ['uk', 'gb'],
]);

/** The country that a folded name means: `mx` for `mexico`. */
export const countryOfName = (name: string): string | undefined => byName.get(name);

/** The country that a folded word before a bar or hyphen means: a name or a code. */
export function countryOfWord(word: string): string | undefined {
  return byName.get(word) ?? otherCodes.get(word) ?? (Object.hasOwn(names, word) ? word : undefined);
}

const spanishNames = new Intl.DisplayNames('es', { type: 'region' });

/** The Spanish name of a country: `República Dominicana` for `do`. */
export const nameOfCountry = (code: string): string => spanishNames.of(code.toUpperCase()) ?? code;

const guideIdEnd = /\.([a-z]{2})(?:@[a-z0-9]{1,10})?$/;

/** The country in a channel's id in a programme guide: `mx` for `Canal5.mx` and `Canal5.mx@SD`. */
export function countryOfGuideId(id: string): string | undefined {
  const code = guideIdEnd.exec(foldTitle(id.slice(-40)))?.[1];
  return code === undefined ? undefined : countryOfWord(code);
}

const flagStart = 0x1f1e6;

/** The two letters, in lower case, of the flag with which a text begins; a flag has two characters of two halves each. */
export function codeOfFlag(text: string): string | undefined {
  const letters = [text.codePointAt(0) ?? 0, text.codePointAt(2) ?? 0].map((point) => point - flagStart);
  if (!letters.every((letter) => letter >= 0 && letter < 26)) return undefined;
  return letters.map((letter) => String.fromCharCode(97 + letter)).join('');
}

/** The country of the flag with which a text begins. */
export function countryOfFlag(text: string): string | undefined {
  const code = codeOfFlag(text);
  return code === undefined ? undefined : countryOfWord(code);
}
