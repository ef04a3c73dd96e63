/**
 * Makes names of entries as people write them: public titles with a year, a chapter code, and tags at both ends in any
 * order. What each part says is known where it is put in, so the right fields are known without reading the name. The
 * same seed makes the same names.
 */
import { fieldsOf, type LabelledField, type LabelledName } from './labelled-names.ts';
import * as titles from './public-titles.ts';
import type { PublicTitle } from './public-titles.ts';

/** What a tag says; several tags of a name are read together. */
interface Tag {
  text: string;
  languages?: readonly string[];
  quality?: string;
  country?: string;
  edition?: string;
  isAdult?: boolean;
}

const tag = (text: string, said: Omit<Tag, 'text'> = {}): Tag => ({ text, ...said });
const spanish = (text: string): Tag => tag(text, { languages: ['es'], country: 'es' });
const mexican = (text: string): Tag => tag(text, { languages: ['es-419'], country: 'mx' });
const argentine = (text: string): Tag => tag(text, { languages: ['es-419'], country: 'ar' });
const latin = (text: string): Tag => tag(text, { languages: ['es-419'] });
const castilian = (text: string): Tag => tag(text, { languages: ['es-ES'] });

const frontTags: readonly Tag[] = [
  ...['ES - ', 'ES: ', 'ES | ', '|ES| ', '┃ES┃ ', '[ES] ', '(ES) ', 'ESP - ', '🇪🇸 ', 'ES • ', '【ES】'].map(
    spanish,
  ),
  ...['MX | ', 'MX: ', '|MX| ', '▎MX▎ ', '[MX] ', 'MEX | ', '🇲🇽 '].map(mexican),
  ...['AR - ', '┃AR┃ ', '(AR) ', 'AR: ', '🇦🇷 '].map(argentine),
  ...['LAT | ', 'LAT - ', '[LAT] ', '|LAT| ', 'LATINO | ', '[Latino] ', '(LAT) ', 'LATAM: '].map(latin),
  ...['CAST - ', '[Castellano] ', 'CASTELLANO | '].map(castilian),
  ...['4K | ', '[4K] ', '4K: ', 'UHD - '].map((text) => tag(text, { quality: '4K' })),
  tag('[1080p] ', { quality: 'FHD' }),
  ...['NETFLIX | ', 'NETFLIX - ', '[Netflix] ', 'HBO | ', 'PRIME VIDEO: ', 'DISNEY+ - '].map((text) =>
    tag(text),
  ),
  ...['VOD | ', 'CINE | ', '★ ', '🎬 ', '🔥', '⭐ ', '» '].map((text) => tag(text)),
  ...['🔞 ', '[+18] ', '+18 | '].map((text) => tag(text, { isAdult: true })),
];

/** Tags that a name has behind its title even without a year: each is set off, or in no title. */
const setOffTags: readonly Tag[] = [
  ...['[LAT]', '(LAT)', '(Latino)', '[LATINO]', '- Latino', 'Audio Latino', '[Español Latino]', '| LAT'].map(
    latin,
  ),
  ...['[Castellano]', '(Castellano)', '- Castellano', '[Español Castellano]', '[CAST]'].map(castilian),
  ...['[Español]', '(Español)'].map((text) => tag(text, { languages: ['es'] })),
  ...['[Dual]', '(Dual)'].map((text) => tag(text, { languages: ['dual'] })),
  ...['[Dual Latino-Inglés]', '[Dual Latino Inglés]'].map((text) =>
    tag(text, { languages: ['dual', 'es-419', 'en'] }),
  ),
  ...['VOSE', '[VOSE]', '(VOSE)'].map((text) => tag(text, { languages: ['vo', 'sub-es'] })),
  ...['(Subtitulada)', '[SUB]', '[Sub Español]', '| SUB'].map((text) => tag(text, { languages: ['sub-es'] })),
  ...['[ENG]', '(Inglés)'].map((text) => tag(text, { languages: ['en'] })),
  ...['1080p', '(1080p)', '[1080p]', '[FHD]', '1080p BluRay'].map((text) => tag(text, { quality: 'FHD' })),
  ...['720p', '[720p]', '(HD)', '[HDTV 720p]'].map((text) => tag(text, { quality: 'HD' })),
  ...['2160p', '[4K]', '(4K)', '[4K UHD]', '[4K][HDR]'].map((text) => tag(text, { quality: '4K' })),
  tag('[8K]', { quality: '8K' }),
  tag('480p', { quality: 'SD' }),
  ...['BluRay', '[BluRay]', 'WEB-DL', 'HDTV', 'DVDRip', 'x265', 'HEVC', '[x264]', 'BDRip', '[AC3 5.1]'].map(
    (text) => tag(text),
  ),
  ...['Versión extendida', 'Remastered', 'Unrated', "Director's Cut", 'Montaje del director'].flatMap(
    (edition) => [tag(`(${edition})`, { edition }), tag(`[${edition}]`, { edition })],
  ),
  ...['[Netflix]', '(HBO)', '🔥', '★', '[G]'].map((text) => tag(text)),
  mexican('🇲🇽'),
];

/** Tags that count behind a year in brackets or a chapter code only: alone they could be words of a title. */
const looseTags: readonly Tag[] = [
  ...['LATINO', 'Latino', 'LAT', 'lat'.toUpperCase()].map(latin),
  ...['CASTELLANO', 'Castellano', 'CAST'].map(castilian),
  ...['Español', 'ESPAÑOL', 'ESP'].map((text) =>
    tag(text, text === 'ESP' ? { languages: ['es'], country: 'es' } : { languages: ['es'] }),
  ),
  ...['Dual', 'DUAL'].map((text) => tag(text, { languages: ['dual'] })),
  tag('Dual Latino', { languages: ['dual', 'es-419'] }),
  tag('LAT-ENG', { languages: ['es-419', 'en'] }),
  ...['Subtitulada', 'SUB'].map((text) => tag(text, { languages: ['sub-es'] })),
  ...['HD', 'HD 720p'].map((text) => tag(text, { quality: 'HD' })),
  ...['FHD', 'Full HD'].map((text) => tag(text, { quality: 'FHD' })),
  ...['4K', 'UHD', '4K HDR'].map((text) => tag(text, { quality: '4K' })),
  tag('CAM'),
  ...['Versión extendida', 'Extended', 'Remastered'].map((edition) => tag(edition, { edition })),
  mexican('MX'),
];

/** What a chapter code says, and how it is written; the season may be absent. */
interface Code {
  text: string;
  season: number | undefined;
  first: number;
  last: number;
}

type CodeForm = (season: number, chapter: number) => string;

const two = (value: number): string => String(value).padStart(2, '0');
const ordinals = [
  'Primera',
  'Segunda',
  'Tercera',
  'Cuarta',
  'Quinta',
  'Sexta',
  'Séptima',
  'Octava',
  'Novena',
];
const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'];

const codeForms: readonly CodeForm[] = [
  (s, c) => `S${two(s)}E${two(c)}`,
  (s, c) => `S${two(s)}E${two(c)}`,
  (s, c) => `S${two(s)} E${two(c)}`,
  (s, c) => `s${two(s)}e${two(c)}`,
  (s, c) => `S${s}E${c}`,
  (s, c) => `S${two(s)} - E${two(c)}`,
  (s, c) => `S${two(s)}.E${two(c)}`,
  (s, c) => `S${s}:E${c}`,
  (s, c) => `S${two(s)} Ep. ${c}`,
  (s, c) => `[S${two(s)}E${two(c)}]`,
  (s, c) => `${s}x${two(c)}`,
  (s, c) => `${s}x${two(c)}`,
  (s, c) => `${two(s)}x${two(c)}`,
  (s, c) => `${s}X${two(c)}`,
  (s, c) => `${s} x ${two(c)}`,
  (s, c) => `${s}×${two(c)}`,
  (s, c) => `[${s}x${two(c)}]`,
  (s, c) => `(${s}x${two(c)})`,
  (s, c) => `T${s} E${c}`,
  (s, c) => `T${two(s)}E${two(c)}`,
  (s, c) => `T${s}-E${two(c)}`,
  (s, c) => `T${s}:E${c}`,
  (s, c) => `T${s}C${two(c)}`,
  (s, c) => `T${s} Cap ${c}`,
  (s, c) => `T${s} Cap. ${two(c)}`,
  (s, c) => `T${s} - Capítulo ${c}`,
  (s, c) => `(T${s}) Capítulo ${c}`,
  (s, c) => `Temporada ${s} Capítulo ${c}`,
  (s, c) => `Temporada ${s} - Capítulo ${c}`,
  (s, c) => `Temporada ${s}, Episodio ${c}`,
  (s, c) => `(Temporada ${s}) Episodio ${c}`,
  (s, c) => `Temp ${s} Cap ${c}`,
  (s, c) => `Temp. ${s} Cap. ${c}`,
  (s, c) => `${s}ª Temporada Capítulo ${c}`,
  (s, c) => `${s}ª temporada - Episodio ${c}`,
  (s, c) => `${ordinals[s - 1]} temporada Capítulo ${c}`,
  (s, c) => `Temporada ${romans[s - 1]} Capítulo ${c}`,
  (s, c) => `Season ${s} Episode ${c}`,
  (s, c) => `Capítulo ${c} (Temporada ${s})`,
  (s, c) => `Libro ${s} Capítulo ${c}`,
  (s, c) => `T${s}x${two(c)}`,
  (s, c) => `s${two(s)}.e${two(c)}`,
  (s, c) => `S${s} Capítulo ${c}`,
  (s, c) => `Cap. ${c} T${s}`,
  (s, c) => `Temporada ${s} / Capítulo ${c}`,
  (s, c) => `Temporada ${s} - ${two(c)}`,
  (s, c) => `TEMPORADA ${s} CAPÍTULO ${c}`,
  (s, c) => `T. ${s} Cap. ${c}`,
  (s, c) => `T.${s} E.${c}`,
  (s, c) => `${s}ra temporada ep ${c}`,
  (s, c) => `Temporada ${s}: Capítulo ${c}`,
  (s, c) => `[T${s}] [E${two(c)}]`,
  (s, c) => `{S${two(s)}E${two(c)}}`,
  (s, c) => `S${two(s)} | E${two(c)}`,
];

const rangeForms: readonly ((season: number, first: number, last: number) => string)[] = [
  (s, c, last) => `S${two(s)}E${two(c)}-E${two(last)}`,
  (s, c, last) => `S${two(s)}E${two(c)}E${two(last)}`,
  (s, c, last) => `${s}x${two(c)}-${s}x${two(last)}`,
  (s, c, last) => `${s}x${two(c)}-${two(last)}`,
  (s, c, last) => `T${s} Cap ${c} y ${last}`,
];

const chapterForms: readonly ((chapter: number) => string)[] = [
  (c) => `Cap ${c}`,
  (c) => `Cap. ${c}`,
  (c) => `Capítulo ${c}`,
  (c) => `- Capítulo ${c}`,
  (c) => `Cap ${String(c).padStart(3, '0')}`,
  (c) => `Ep ${c}`,
  (c) => `Ep. ${two(c)}`,
  (c) => `E${two(c)}`,
  (c) => `Episodio ${c}`,
  (c) => `CAPÍTULO ${c}`,
];

const chapterTitles = [
  'La desaparición',
  'El regreso',
  'Final',
  'Piloto',
  'Mentiras',
  'Cara a cara',
  'Winter Is Coming',
];

/** Random choices that are the same for the same seed (mulberry32). */
function createChooser(seed: number) {
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (share: number): boolean => random() < share,
    upTo: (most: number): number => 1 + Math.floor(random() * most),
    // The index is below the length, and no list is empty.
    of: <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!,
  };
}
type Chooser = ReturnType<typeof createChooser>;

/** Makes `count` different names. */
export function generateNames(count: number, seed: number): LabelledName[] {
  const choose = createChooser(seed);
  const made = new Map<string, LabelledName>();
  // Some names come twice; the limit ends a run that the forms are too few for.
  for (let round = 0; round < count * 20 && made.size < count; round += 1) {
    const labelled = makeOne(choose);
    const key = `${labelled.name}\n${labelled.address}`;
    if (!made.has(key)) made.set(key, labelled);
  }
  return [...made.values()];
}

function makeOne(choose: Chooser): LabelledName {
  const kind = choose.upTo(100);
  if (kind <= 46) return makeFilm(choose);
  if (kind <= 76) return makeChapter(choose);
  if (kind <= 86) return makeNovelaChapter(choose);
  if (kind <= 94) return makeAnimeChapter(choose);
  return makeChannel(choose);
}

/** The parts of a name from its left to its right, and the fields that they say. */
interface Parts {
  front: readonly Tag[];
  back: readonly Tag[];
}

function sayings({ front, back }: Parts): Partial<Record<LabelledField, string>> {
  const all = [...front, ...back];
  const spoken = [...new Set(all.flatMap(({ languages }) => languages ?? []))];
  const isSpecific = spoken.includes('es-419') || spoken.includes('es-ES');
  const rank = ['SD', 'HD', 'FHD', 'QHD', '4K', '8K'];
  const said = all.flatMap(({ quality }) => quality ?? []);
  return {
    languages: spoken.filter((language) => language !== 'es' || !isSpecific).join(','),
    quality: said.toSorted((one, other) => rank.indexOf(other) - rank.indexOf(one))[0] ?? '',
    country: all.find(({ country }) => country !== undefined)?.country ?? '',
    edition: all.find(({ edition }) => edition !== undefined)?.edition ?? '',
    adult: all.some(({ isAdult }) => isAdult === true) ? 'x' : '',
  };
}

function chooseTags(choose: Chooser, { mayBeLoose }: { mayBeLoose: boolean }): Parts {
  const front = choose.chance(0.45) ? [choose.of(frontTags)] : [];
  const second = choose.of(frontTags);
  // A second tag in front says something else than the first: `ES - 4K - `.
  if (front[0]?.languages !== undefined && second.quality !== undefined && choose.chance(0.3))
    front.push(second);
  const back: Tag[] = [];
  const says = (each: Tag, field: 'languages' | 'edition' | 'country'): boolean => each[field] !== undefined;
  for (let left = choose.chance(0.75) ? choose.upTo(3) : 0; left > 0; left -= 1) {
    const next = choose.of(mayBeLoose && choose.chance(0.5) ? looseTags : setOffTags);
    // Two languages, or two editions, in one name would contradict each other.
    const others = [...front, ...back];
    const isSaid = (field: 'languages' | 'edition' | 'country'): boolean =>
      says(next, field) && others.some((each) => says(each, field));
    if (!isSaid('languages') && !isSaid('edition') && !isSaid('country')) back.push(next);
  }
  return { front, back };
}

const fronts = (tags: readonly Tag[]): string => tags.map(({ text }) => text).join('');

const texts = (tags: readonly Tag[]): string => tags.map(({ text }) => ` ${text}`).join('');

function makeFilm(choose: Chooser): LabelledName {
  const isCounterExample = choose.chance(0.26);
  const film = choose.of(isCounterExample ? titles.counterFilms : titles.films);
  if (choose.chance(0.14) && isPlainTitle(film)) return makeFilmFile(choose, film, isCounterExample);
  const hasYear = film.needsYear || choose.chance(0.8);
  const isBracketed = film.needsYear || choose.chance(0.75);
  const year = film.year ?? 0;
  const parts = chooseTags(choose, { mayBeLoose: hasYear && isBracketed });
  const front = fronts(parts.front);
  const back = texts(parts.back);
  let named = film.title;
  if (!hasYear) named += back;
  else if (isBracketed) {
    const bracketed = choose.of([`(${year})`, `(${year})`, `(${year})`, `[${year}]`, `{${year}}`]);
    const place = film.needsYear ? 100 : choose.upTo(100);
    const isSetOff = parts.back.every((each) => setOffTags.includes(each));
    if (place <= 6 && parts.back.length === 0) named = `${bracketed} ${named}`;
    else if (place <= 20 && isSetOff) named = `${named}${back} ${bracketed}`;
    else if (place <= 26 && isSetOff) named = `${named}${bracketed}${back.replaceAll(' [', '[')}`;
    else named = `${named} ${bracketed}${back}`;
  } else named += choose.of([` - ${year}`, ` ${year}`, `, ${year}`, ` - ${year}`]) + back;
  const address =
    film.needsYear && film.title.includes('Capítulo') ? 'film' : choose.of(['', 'film'] as const);
  return finish(choose, {
    name: front + named,
    address,
    isCounterExample,
    said: { ...sayings(parts), kind: 'film', title: film.title, year: hasYear ? String(year) : '' },
  });
}

/** Whether a title has only letters, digits and blanks, so that dots or underscores may stand for its blanks. */
const isPlainTitle = ({ title }: PublicTitle): boolean => /^[\p{L}\d ]+$/u.test(title);

const releases: readonly Tag[] = [
  tag('1080p BluRay x264-GRUPO', { quality: 'FHD' }),
  tag('SPANISH 1080p BluRay x264-GRUPO', { quality: 'FHD', languages: ['es'] }),
  tag('LATINO 720p WEB-DL H264-ABC', { quality: 'HD', languages: ['es-419'] }),
  tag('2160p UHD BluRay x265-GRUPO', { quality: '4K' }),
  tag('DVDRip Castellano', { languages: ['es-ES'] }),
  tag('1080p NF WEB-DL DDP5.1 H.264-GRUPO', { quality: 'FHD' }),
];

function makeFilmFile(choose: Chooser, film: PublicTitle, isCounterExample: boolean): LabelledName {
  const release = choose.of(releases);
  const year = choose.of([`${film.year}`, `(${film.year})`]);
  const hasRelease = choose.chance(0.7) || !year.startsWith('(');
  const extension = choose.of(['', '', '.mkv', '.mp4', '.avi']);
  const spaced = `${film.title} ${year}${hasRelease ? ` ${release.text}` : ''}`;
  const name = writeFile(choose, spaced) + extension;
  const said = sayings({ front: [], back: hasRelease ? [release] : [] });
  return label(name, choose.of(['', 'film'] as const), isCounterExample, {
    ...said,
    kind: 'film',
    title: film.title,
    year: String(film.year ?? ''),
  });
}

const writeFile = (choose: Chooser, spaced: string): string =>
  choose.of([
    spaced.replaceAll(' ', '.'),
    spaced.replaceAll(' ', '.'),
    spaced.replaceAll(' ', '_'),
    encodeURIComponent(spaced),
  ]);

function chooseCode(choose: Chooser): Code {
  const season = choose.upTo(9);
  const first = choose.upTo(24);
  if (choose.chance(0.08)) {
    const last = first + choose.upTo(2);
    return { text: choose.of(rangeForms)(season, first, last), season, first, last };
  }
  return { text: choose.of(codeForms)(season, first), season, first, last: first };
}

const codeFields = ({ season, first, last }: Code): Partial<Record<LabelledField, string>> => ({
  kind: 'chapter',
  season: String(season ?? ''),
  chapter: String(first),
  last: String(last),
});

function makeChapter(choose: Chooser): LabelledName {
  const isCounterExample = choose.chance(0.26);
  const show = choose.of(isCounterExample ? titles.counterSeries : titles.series);
  const code = chooseCode(choose);
  const said = { ...codeFields(code), title: show.title };
  const address = choose.of(['', 'series'] as const);
  const form = choose.upTo(100);
  if (form <= 8 && isPlainTitle(show) && /^S\d\dE\d\d$/.test(code.text)) {
    const release = choose.of(releases);
    const name = `${show.title} ${code.text} ${release.text}`.replaceAll(' ', '.');
    return label(name, address, isCounterExample, { ...said, ...sayings({ front: [], back: [release] }) });
  }
  if (form <= 16 && code.season !== undefined && code.first === code.last) {
    // `Fariña - Temporada 1 [HDTV 720p][Cap.101][AC3 5.1 Español Castellano]`
    const glued = `Cap.${code.season}${two(code.first)}`;
    const name = choose.of([
      `${show.title} - Temporada ${code.season} [HDTV 720p][${glued}][AC3 5.1 Español Castellano]`,
      `${show.title} Temporada ${code.season} [HDTV 720p][${glued}][Castellano]`,
    ]);
    return label(name, address, isCounterExample, { ...said, quality: 'HD', languages: 'es-ES' });
  }
  if (form <= 24 && /^[ST[]?\d/.test(code.text) && !/[- :]/.test(code.text)) {
    const name = `${code.text}${choose.of([' - ', ' '])}${show.title}`;
    return label(name, address, isCounterExample, said);
  }
  const hasOwnTitle = choose.chance(0.2);
  const parts = chooseTags(choose, { mayBeLoose: !hasOwnTitle });
  const front = fronts(parts.front);
  const isYearKnown = show.year !== undefined && choose.chance(0.25);
  const isYearBehind = isYearKnown && choose.chance(0.5);
  const ended = choose.chance(0.2) ? `-${(show.year ?? 0) + 3}` : '';
  const year = isYearKnown ? ` (${show.year}${ended})` : '';
  const joined = code.text.startsWith('-') ? ' ' : choose.of([' ', ' ', ' ', ' - ']);
  const ownTitle = !isYearBehind && hasOwnTitle ? ` - ${choose.of(chapterTitles)}` : '';
  const named =
    show.title +
    (isYearBehind ? '' : year) +
    joined +
    code.text +
    ownTitle +
    (isYearBehind ? year : '') +
    texts(parts.back);
  return finish(choose, {
    name: front + named,
    address,
    isCounterExample,
    said: { ...sayings(parts), ...said, year: isYearKnown ? String(show.year) : '' },
  });
}

function makeNovelaChapter(choose: Chooser): LabelledName {
  const show = choose.of(titles.novelas);
  const chapter = choose.upTo(250);
  const parts = chooseTags(choose, { mayBeLoose: true });
  const front = fronts(parts.front);
  const name = `${show.title} ${choose.of(chapterForms)(chapter)}${texts(parts.back)}`;
  const code: Code = { text: '', season: undefined, first: chapter, last: chapter };
  return finish(choose, {
    name: front + name,
    address: choose.of(['', 'series'] as const),
    isCounterExample: false,
    said: { ...sayings(parts), ...codeFields(code), title: show.title },
  });
}

function makeAnimeChapter(choose: Chooser): LabelledName {
  const isCounterExample = choose.chance(0.3);
  const show = choose.of(isCounterExample ? titles.counterAnimes : titles.animes);
  const chapter = choose.upTo(400);
  const group = choose.of(['[Grupo]', '[HorribleSubs]', '[SubsPlease]', '[Fansub]']);
  const height = choose.of([tag('[1080p]', { quality: 'FHD' }), tag('[720p]', { quality: 'HD' }), tag('')]);
  const sum = choose.of(['', ' [A1B2C3D4]', ' [5F6E7D8C]']);
  const written = chapter < 100 ? two(chapter) : String(chapter);
  const name = `${group} ${show.title} - ${written}${choose.of(['', 'v2'])} ${height.text}${sum}`.trim();
  const code: Code = { text: '', season: undefined, first: chapter, last: chapter };
  return label(name, choose.of(['', 'series'] as const), isCounterExample, {
    ...codeFields(code),
    title: show.title,
    quality: height.quality ?? '',
  });
}

const channelTags: readonly Tag[] = [
  ...['ES: ', 'ES | ', '|ES| ', 'ES - ', '[ES] ', '🇪🇸 ', '┃ES┃ '].map(spanish),
  ...['MX: ', '|MX| ', 'MX| ', '(MX) ', '🇲🇽 '].map(mexican),
  ...['AR | ', 'AR: '].map(argentine),
  ...['LAT | ', 'LAT: '].map(latin),
  tag(''),
];

function makeChannel(choose: Chooser): LabelledName {
  const { title } = choose.of(titles.channels);
  const prefix = choose.of(channelTags);
  const named = title + choose.of(['', '', ' HD', ' FHD', ' 4K', ' SD']);
  const country = prefix.country ?? '';
  return label(prefix.text + named, '', false, { kind: 'channel', title: named, country });
}

interface Draft {
  name: string;
  address: LabelledName['address'];
  isCounterExample: boolean;
  said: Partial<Record<LabelledField, string>>;
}

/** Breaks or decorates some names as lists do; their fields stay the same. */
function finish(choose: Chooser, { name, address, isCounterExample, said }: Draft): LabelledName {
  const way = choose.upTo(40);
  const isAscii = /^[\u0000-\u007f]*$/.test(name);
  let written = name;
  if (way === 1 && !isAscii) written = brokenLetters(name);
  else if (way === 2 && !isAscii) written = escapedLetters(name);
  else if (way === 3) written = `${name} `.replaceAll(' ', '\u00a0');
  else if (way === 4) written = `\u200b${name}\u200e`;
  else if (way === 5) written = name.replaceAll(' ', '  ');
  else if (way === 6) written = `★ ${name} ★`;
  else if (way === 7) written = `${name}.`;
  else if (way <= 11 && !isCounterExample && (said.edition ?? '') === '') {
    const title = said.title ?? '';
    return label(name.toUpperCase(), address, false, { ...said, title: title.toUpperCase() });
  }
  return label(written, address, isCounterExample, said);
}

/** The characters that Windows-1252 has at the bytes 0x80 to 0x9f. */
const upperControls = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** UTF-8 read as Windows-1252: `EspaÃ±a`. */
function brokenLetters(text: string): string {
  let broken = '';
  for (const byte of new TextEncoder().encode(text)) {
    broken += byte >= 0x80 && byte <= 0x9f ? upperControls.charAt(byte - 0x80) : String.fromCharCode(byte);
  }
  return broken;
}

const escapedLetters = (text: string): string =>
  Array.from(text, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return point > 0x7f ? `&#${point};` : character;
  }).join('');

function label(
  name: string,
  address: LabelledName['address'],
  isCounterExample: boolean,
  said: Partial<Record<LabelledField, string>>,
): LabelledName {
  return { name, address, isCounterExample, fields: fieldsOf((field) => said[field] ?? '') };
}
