/*
 * The words and phrases that are tags in names. How certain each is decides where it is taken for a tag: see `peel.ts`.
 */
import type { Quality } from './name-reading.ts';

/**
 * How certainly a word is a tag:
 *
 * - `hard`: in no title (`1080p`, `x264`);
 * - `quality`: at an end of a name (`HD`, `4K`);
 * - `clear`: at the end of a name, unless it is written in lower case as a word of the title is (`Latino`);
 * - `vague`: only beside other tags, in brackets or set off by a bar or dash (`Dual`, `Inglés`, `ES`);
 * - `heading`: only before a bar (`CINE |`).
 */
export type TagStrength = 'hard' | 'quality' | 'clear' | 'vague' | 'heading';

export interface Tag {
  strength: TagStrength;
  /** A code of two or three letters, which counts in capitals only: `ES` is a tag and «es» a word. */
  isCode?: boolean;
  languages?: readonly string[];
  quality?: Quality;
  is60Fps?: boolean;
  isHdr?: boolean;
  country?: string;
  isEdition?: boolean;
  network?: string;
  /** A word that may also be the title's own even beside tags on its right: «El paciente inglés 1080p». */
  isAdjective?: boolean;
}

const tags = new Map<string, Tag>();
const add = (words: string, tag: Tag): void => {
  for (const word of words.split(',')) tags.set(word.trim(), tag);
};

const hardWords = `bluray, blurayrip, bdrip, brrip, bdremux, bdmux, dvdrip, dvdscr, dvd5, dvd9, dvdr, webdl, webrip, webdlrip,
  webmux, hdrip, hdtv, hdtvrip, pdtv, dsrip, tvrip, satrip, vhsrip, uhdrip, microhd, remux, x264, x265, h264, h265, avc, av1,
  hevc, xvid, divx, ac3, eac3, dts, dtshd, dtsx, truehd, ddp, ddp51, ddp20, dd51, dd20, dd5, ddp5, aac20, aac51, aac2, aac5,
  aac, flac, mp3, hdcam, hdts, camrip, telesync, screener, hardsub, softsub, blu ray, web dl, web rip, bd rip, dvd rip,
  hd rip, 10bit, 10bits, 8bit, 12bit, bd25, bd50, xvidrip, dvdfull, bluray rip, ts screener, hdtc, tc screener, vc1,
  x 264, x 265, h 264, h 265`;
add(hardWords, { strength: 'hard' });
add('uhd, ultrahd, ultra hd, 4k uhd, uhd 4k', { strength: 'quality', quality: '4K' });
add('4k', { strength: 'quality', quality: '4K' });
add('8k', { strength: 'quality', quality: '8K' });
add('fhd, fullhd, full hd', { strength: 'quality', quality: 'FHD' });
add('2k, qhd', { strength: 'quality', quality: 'QHD' });
add('hd, hq hd, alta definicion, calidad hd', { strength: 'quality', quality: 'HD' });
add('sd, lq', { strength: 'quality', quality: 'SD' });
add('hq, dvd, calidad cine, calidad dvd, calidad alta, alta calidad, calidad baja', { strength: 'quality' });
add('hdr, hdr10, hdr10+, hdr10plus, dolby vision, hlg', { strength: 'quality', isHdr: true });
add('60fps, 60 fps', { strength: 'hard', is60Fps: true });
add('50fps, 50 fps, 30fps, 30 fps, 25fps, 25 fps, 24fps, 24 fps', { strength: 'hard' });
add('2160', { strength: 'vague', quality: '4K' });
add('1080', { strength: 'vague', quality: 'FHD' });
add('720', { strength: 'vague', quality: 'HD' });
add('480', { strength: 'vague', quality: 'SD' });
add('dv, dovi', { strength: 'vague', isHdr: true });
add('cam, ts, hc', { strength: 'vague', isCode: true });
add('web, raw, atmos, proper, repack, internal, limited, complete, 5.1, 2.0, 7.1, line, rip, bd, br', {
  strength: 'vague',
});
add('estreno, estrenos, nuevo, nueva, new, vip, exclusivo, exclusiva, online, backup, full, +18, 18+, xxx', {
  strength: 'vague',
});
add(
  'pelicula, peliculas, pelis, serie, series, cine, movie, movies, film, films, vod, ppv, anime, animes, novelas',
  {
    strength: 'heading',
  },
);

const language = (words: string, strength: 'clear' | 'vague', ...languages: string[]): void =>
  add(words, { strength, languages });
language(
  'latino, latam, audio latino, latino audio, idioma latino, espanol latino, esp latino, esp lat',
  'clear',
  'es-419',
);
language(
  'latino espanol, spanish latino, latin spanish, spanish latin, doblada latino, doblado latino',
  'clear',
  'es-419',
);
language('latinoamericano, espanol latam, doblaje latino, en latino, espanol lat', 'clear', 'es-419');
language(
  'castellano, audio castellano, espanol castellano, castellano espanol, idioma castellano',
  'clear',
  'es-ES',
);
language(
  'espanol espana, espanol de espana, doblaje castellano, esp cast, en castellano, espanol cast',
  'clear',
  'es-ES',
);
language(
  'audio espanol, espanol audio, doblada al espanol, doblado al espanol, idioma espanol',
  'clear',
  'es',
);
language('vose, vostes, vo sub esp, version original subtitulada, vo subtitulada', 'clear', 'vo', 'sub-es');
language('vos, vostfr, vosi', 'clear', 'vo');
language(
  'subtitulado, subtitulada, subtitulados, subtituladas, sub espanol, sub esp, subs espanol',
  'clear',
  'sub-es',
);
language('sub espanol, subtitulos espanol, subtitulos en espanol, subtitulado espanol', 'clear', 'sub-es');
language(
  'subtitulada en espanol, subtitulado en espanol, subtitulado al espanol, espanol subtitulado',
  'clear',
  'sub-es',
);
language('subespanol, subesp', 'clear', 'sub-es');
language('ingles subtitulado, ingles subtitulada, ingles sub, ingles sub espanol', 'clear', 'en', 'sub-es');
add('dublado, dublada, dublados, audio dublado, dublado pt br', { strength: 'clear', languages: ['pt'] });
language('legendado, legendada, legendas, legendado pt br', 'clear', 'sub-pt');
add('leg', { strength: 'vague', isCode: true, languages: ['sub-pt'] });
add('dub', { strength: 'vague', isCode: true });
add('pt-br', { strength: 'vague', languages: ['pt'], country: 'br' });
add('bn, b/n', { strength: 'vague', isCode: true });
add('blanco y negro, muda', { strength: 'vague' });
language('sub ingles, english sub, english subs, subs english, eng sub', 'clear', 'sub-en');
language('version original, audio original, idioma original', 'clear', 'vo');
language('audio dual, dual audio, doble audio, audio doble, dual lat', 'clear', 'dual');
language('dual latino, audio dual latino, latino dual', 'clear', 'dual', 'es-419');
language('dual castellano, castellano dual', 'clear', 'dual', 'es-ES');
language(
  'multi audio, multiaudio, audio multi, multilenguaje, multi lenguaje, multi idioma',
  'clear',
  'multi',
);
language('audio ingles, ingles audio, english audio, audio english', 'clear', 'en');
language('audio portugues, audio japones, audio coreano', 'clear');
tags.set('dual lat', { strength: 'clear', languages: ['dual', 'es-419'] });
tags.set('audio portugues', { strength: 'clear', languages: ['pt'] });
tags.set('audio japones', { strength: 'clear', languages: ['ja'] });
tags.set('audio coreano', { strength: 'clear', languages: ['ko'] });
add('lat', { strength: 'clear', isCode: true, languages: ['es-419'] });
add('la', { strength: 'vague', isCode: true, languages: ['es-419'] });
add('cast, cas', { strength: 'clear', isCode: true, languages: ['es-ES'] });
language('dual', 'vague', 'dual');
language('multi', 'vague', 'multi');
language('sub, subs, subt, subtitulos', 'vague', 'sub-es');
language('vo', 'vague', 'vo');
language('original', 'vague', 'vo');
language('spanish, espanol', 'vague', 'es');
add('doblado, doblada, doblaje, audio, idioma', { strength: 'vague' });

const adjectives: readonly (readonly [string, string])[] = [
  ['ingles, inglesa, english', 'en'],
  ['portugues, portuguese, brasileno', 'pt'],
  ['frances, french', 'fr'],
  ['italiano, italian', 'it'],
  ['aleman, german', 'de'],
  ['japones, japanese', 'ja'],
  ['coreano, korean', 'ko'],
  ['catalan, catala', 'ca'],
  ['euskera, basque, vasco', 'eu'],
  ['gallego, galego', 'gl'],
  ['turco, turkish', 'tr'],
  ['ruso, russian', 'ru'],
  ['chino, chinese, mandarin', 'zh'],
  ['arabe, arabic', 'ar'],
  ['hindi', 'hi'],
];
for (const [words, code] of adjectives)
  add(words, { strength: 'vague', languages: [code], isAdjective: true });

/** Codes for languages and countries: the code, the language, the country. A dash stands for none. */
const codes = `es es es|esp es es|spa es -|sp es -|eng en -|en en -|ing en -|ptbr pt br|pt pt pt|por pt pt|fre fr -|fra fr fr|fr fr fr
  |ita it it|it it it|ger de -|deu de de|de de de|jap ja -|jpn ja jp|jp ja jp|ja ja -|kor ko kr|kr ko kr|ko ko -|cat ca -|eus eu -
  |eusk eu -|glg gl -|tur tr tr|tr tr tr|rus ru ru|ru ru ru|chi zh -|zh zh -|cn zh cn|hin hi -|pl pl pl|ro ro ro|nl nl nl
  |mx es-419 mx|mex es-419 mx|ar es-419 ar|arg es-419 ar|co es-419 co|col es-419 co|cl es-419 cl|chl es-419 cl|pe es-419 pe
  |per es-419 pe|ve es-419 ve|ven es-419 ve|ec es-419 ec|ecu es-419 ec|uy es-419 uy|uru es-419 uy|ury es-419 uy|py es-419 py
  |par es-419 py|bo es-419 bo|bol es-419 bo|cr es-419 cr|crc es-419 cr|pa es-419 pa|pan es-419 pa|do es-419 do|dom es-419 do
  |rd es-419 do|gt es-419 gt|hn es-419 hn|sv es-419 sv|ni es-419 ni|cu es-419 cu|cub es-419 cu|pr es-419 pr|us en us|usa en us
  |uk en gb|gb en gb|br pt br|bra pt br|au en au|ie en ie|ca - ca|can - ca|be - be|ch - ch|at de at|se sv se|no no no|dk da dk
  |fi fi fi|gr el gr|in hi in|ma ar ma|al sq al|hr hr hr|rs sr rs|bg bg bg|hu hu hu|cz cs cz|sk sk sk|il he il`;
for (const line of codes.split('|')) {
  const [code = '', spoken = '-', country = '-'] = line.trim().split(' ');
  tags.set(code, {
    strength: 'vague',
    isCode: true,
    ...(spoken === '-' ? {} : { languages: [spoken] }),
    ...(country === '-' ? {} : { country }),
  });
}

const editions = `version extendida, edicion extendida, extended, extended cut, extended edition, extended version, directors cut,
  director s cut, version del director, montaje del director, corte del director, edicion del director, final cut, remastered,
  remasterizada, remasterizado, restaurada, unrated, uncut, uncensored, sin censura, edicion especial, special edition,
  edicion coleccionista, edicion de coleccionista, collectors edition, theatrical cut, open matte, version teatral,
  edicion aniversario, anniversary edition, ultimate edition, ultimate cut, version remasterizada, edicion remasterizada,
  director cut, version completa, version sin cortes`;
add(editions, { strength: 'clear', isEdition: true });
add('imax, imax edition, extendida, 3d, 3d sbs, 3d hsbs, hsbs', { strength: 'vague', isEdition: true });

const networks: readonly (readonly [string, string])[] = [
  ['netflix, nf', 'Netflix'],
  ['prime video, amazon prime, amazon prime video, amazon, amzn, primevideo', 'Prime Video'],
  ['disney+, disney plus, dsnp, d+, disney', 'Disney+'],
  ['hbo max, hbomax, hmax, hbo', 'HBO Max'],
  ['apple tv+, apple tv, appletv, atvp, apple tv plus', 'Apple TV+'],
  ['paramount+, paramount plus, pmtp', 'Paramount+'],
  ['star+, star plus, starplus', 'Star+'],
  ['movistar+, movistar plus', 'Movistar Plus+'],
  ['hulu', 'Hulu'],
  ['peacock, pcok', 'Peacock'],
  ['vix, vix+', 'ViX'],
  ['filmin', 'Filmin'],
  ['atresplayer', 'Atresplayer'],
  ['skyshowtime', 'SkyShowtime'],
  ['crunchyroll', 'Crunchyroll'],
];
for (const [words, network] of networks) add(words, { strength: 'vague', network });

/** The most words that follow another one in a phrase, by the phrase's first word. */
const phraseLengths = new Map<string, number>();
for (const phrase of tags.keys()) {
  const blanks = phrase.split(' ').length - 1;
  if (blanks === 0) continue;
  const first = phrase.slice(0, phrase.indexOf(' '));
  phraseLengths.set(first, Math.max(blanks, phraseLengths.get(first) ?? 0));
}

/** How many words may follow a word in a phrase that is a tag; 0 for nearly all words. */
export function mostWordsAfter(firstWord: string): number {
  return phraseLengths.get(firstWord) ?? 0;
}

/** Finds a phrase or a plain word that is a tag, by its folded form: `version extendida`. */
export function findTag(folded: string): Tag | undefined {
  return tags.get(folded);
}

const valuesOf = (pick: (tag: Tag) => readonly (string | undefined)[]): readonly string[] =>
  [...new Set([...tags.values()].flatMap(pick))].filter((value) => value !== undefined).toSorted();

/** Every language that a tag of a name can tell, as `NameTags.languages` writes it. */
export const namedLanguages: readonly string[] = valuesOf(({ languages = [] }) => languages);

/** Every country that a tag of a name can tell, as `NameTags.country` writes it. */
export const namedCountries: readonly string[] = valuesOf(({ country }) => [country]);
