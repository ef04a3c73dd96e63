/*
 * Names audio and subtitle tracks for the player's menus, in Spanish. Providers give a track a language tag
 * (`es-419`, `spa`), a name (`Latino`, `English 5.1`), both or neither. The language is read from the tag, or from
 * words of the name if the tag is absent or says only «Spanish» without a region. Other information in the name
 * (commentary, audio description) is appended to the language.
 */

/** What a stream says about one of its audio or subtitle tracks; both fields may be empty. */
export interface DescribedTrack {
  label?: string | undefined;
  /** The language of the audio or subtitle track as a BCP 47 tag, or in ISO 639-2 as in media files. */
  language?: string | undefined;
}

/**
 * Whether the language tag of an audio or subtitle track is private (`x-…`); such a track keeps its own name in the
 * menu.
 */
const isPrivate = (language: string | undefined): boolean => language?.startsWith('x-') === true;

const latinAmerica = 'es-419';
const spain = 'es-ES';

const wordsOfVariant: readonly [RegExp, string][] = [
  [/\b(?:latin\w*|latam|lat|hispanoamerica\w*|america|mexic\w*|mex|es-?419)\b/, latinAmerica],
  [/\b(?:castellano|cast|espana|spain|espanol europeo|european|peninsular|iberico|es-es)\b/, spain],
];

/** The languages whose names are searched for in the name of an audio or subtitle track without a language tag. */
const searchedLanguages = ['es', 'en', 'pt', 'fr', 'it', 'de', 'ja', 'ko', 'zh', 'ru', 'ca', 'gl', 'eu'];

const wordsOfExtra: readonly [RegExp, string][] = [
  [/\b(?:comentarios?|commentary|director)\b/, 'comentarios'],
  [/\b(?:audiodescripcion|audio description|descriptive|descriptivo|dvs)\b/, 'audiodescripción'],
  [/\b(?:forzados?|forced)\b/, 'forzados'],
  [/\b(?:sdh|cc|sordos|hearing)\b/, 'para sordos'],
];

const spanishNames = new Intl.DisplayNames(['es'], { type: 'language', languageDisplay: 'standard' });
const englishNames = new Intl.DisplayNames(['en'], { type: 'language' });

/**
 * Determines the language of an audio or subtitle track.
 *
 * @returns a canonical BCP 47 tag; `es-419` or `es-ES` where the name says the variety of Spanish; empty for an unknown
 * language
 */
export function readLanguage({ label = '', language = '' }: DescribedTrack): string {
  if (isPrivate(language)) return '';
  const tag = readTag(language);
  const words = fold(label);
  if (tag !== '' && tag !== 'es') return tag;
  const variant = wordsOfVariant.find(([pattern]) => pattern.test(words))?.[1];
  return variant ?? (tag === '' ? findLanguageWord(words) : tag);
}

/**
 * The Spanish menu name of an audio or subtitle track.
 *
 * @param preset - the menu name for a track with neither a name nor a known language
 */
export function nameTrack(track: DescribedTrack, preset: string): string {
  const label = track.label?.trim() ?? '';
  if (isPrivate(track.language)) return label;
  const language = readLanguage(track);
  if (language === '') return label === '' ? preset : label;
  const words = fold(label);
  const extras = wordsOfExtra.filter(([pattern]) => pattern.test(words)).map(([, extra]) => extra);
  return [nameLanguage(language), ...extras].join(' · ');
}

/** The menu names of several audio or subtitle tracks; equal names get a number, so that all differ. */
export function nameTracks(tracks: readonly DescribedTrack[], preset: string): string[] {
  const taken = new Set<string>();
  return tracks.map((track) => {
    const plain = nameTrack(track, preset);
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain} ${count}`;
    taken.add(name);
    return name;
  });
}

/**
 * Finds the audio or subtitle track whose language is nearest to the language that the person chose before: the same
 * tag; else Spanish of the same region (Spain or Latin America); else the same language in any region. Commentaries and
 * similar extra tracks are never chosen.
 */
export function findTrackFor<Track extends DescribedTrack>(
  tracks: readonly Track[],
  wanted: string,
): Track | undefined {
  const plain = tracks.filter(
    (track) => !wordsOfExtra.some(([words]) => words.test(fold(track.label ?? ''))),
  );
  const nearness: ((tag: string) => string)[] = [(tag) => tag, toVariant, (tag) => tag.split('-')[0] ?? tag];
  for (const reduce of nearness) {
    const found = plain.find((track) => reduce(readLanguage(track)) === reduce(wanted));
    if (found !== undefined) return found;
  }
  return undefined;
}

function toVariant(tag: string): string {
  return tag.startsWith('es-') && tag !== spain ? latinAmerica : tag;
}

/** The Spanish name of a language, such as `Español (Latinoamérica)`, from its BCP 47 tag. */
function nameLanguage(tag: string): string {
  const name = spanishNames.of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase('es') + name.slice(1);
}

/**
 * Reads the language tag that a stream gives to an audio or subtitle track.
 *
 * @returns the canonical BCP 47 tag; empty for a tag that names no language (`und`, `mul`, `qaa`) and for a word that
 * is not a tag
 */
function readTag(language: string): string {
  if (!/^[a-z]{2,3}(?:[-_]|$)/i.test(language)) return '';
  try {
    const [tag = ''] = Intl.getCanonicalLocales(language.replaceAll('_', '-'));
    return /^(?:und|mul|mis|zxx|q[a-t][a-z])(?:-|$)/.test(tag) ? '' : tag;
  } catch {
    return '';
  }
}

function findLanguageWord(words: string): string {
  return (
    searchedLanguages.find((language) =>
      [spanishNames, englishNames].some((names) => hasWord(words, fold(names.of(language) ?? ''))),
    ) ?? ''
  );
}

function hasWord(words: string, word: string): boolean {
  return word !== '' && ` ${words.replace(/[^a-z0-9]+/g, ' ')} `.includes(` ${word} `);
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
