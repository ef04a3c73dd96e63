/**
 * Reads the kind, section and genres of videos from the name of their group (`group-title`) in an M3U file.
 *
 * The group's name is lower-cased, stripped of accents and cut into words. Words decide the kind first, the most
 * specific word before the others (`NOVELAS TURCAS` is novelas, `SERIES ANIME` is anime); then the platform or category
 * of a series, the section of a film, and its genres. What the group's name does not tell stays undefined: `NETFLIX`
 * alone names no kind, so the entry itself decides.
 */
import { foldTitle } from './read-title.ts';

/** What the name of a group in an M3U file tells of its films and series. */
export interface GroupMeaning {
  tipo: 'pelicula' | 'serie' | 'anime' | 'dorama' | 'novela' | 'documental' | undefined;
  /** The section of the film catalogue that the group's name tells, such as `CINE_4K`. */
  mainSection: string | undefined;
  /** The category of series that the group's name tells, such as `Netflix`. */
  subcategoria: string | undefined;
  genres: readonly string[];
}

/** Makes a regular expression that finds one of the words in a lower-case text that begins and ends with a space. */
const words = (...alternatives: string[]): RegExp => new RegExp(` (?:${alternatives.join('|')}) `, 'u');

const kinds: readonly (readonly [NonNullable<GroupMeaning['tipo']>, RegExp])[] = [
  ['anime', words('animes?', 'manga')],
  ['dorama', words('doramas?', 'k ?dramas?', 'coreanas?', 'coreanos?', 'asiaticas?')],
  ['novela', words('novelas?', 'telenovelas?', 'tele novelas?')],
  ['documental', words('documental', 'documentales', 'docus?', 'docuseries?')],
  ['serie', words('series?', 'temporadas?', 'miniseries?', 'tv shows?')],
  [
    'pelicula',
    words(
      'cine',
      'cinema',
      'peliculas?',
      'pelis?',
      'films?',
      'movies?',
      'estrenos?',
      '4k',
      'uhd',
      '2160p',
      '60 ?fps',
    ),
  ],
];

const kids = words('kids', 'infantil', 'infantiles', 'ninos', 'ninas', 'junior');

const sections: readonly (readonly [string, RegExp])[] = [
  ['CINE_60FPS', words('60 ?fps')],
  ['CINE_4K', words('4k', 'uhd', 'ultra hd', 'ultrahd', '2160p')],
  ['ZONA_KIDS', kids],
  ['CINE_2025', words('estrenos?', 'novedades', 'recien agregad[oa]s', 'cartelera', '202[4-9]')],
  [
    'ESPECIALES',
    words(
      'navidad',
      'navidenas?',
      'halloween',
      'semana santa',
      'festivos?',
      'festividades',
      'especial',
      'especiales',
    ),
  ],
];

const categories: readonly (readonly [string, RegExp])[] = [
  ['ZONA KIDS', kids],
  ['Netflix', words('netflix')],
  ['Prime Video', words('amazon', 'prime', 'prime video', 'primevideo')],
  ['Disney', words('disney', 'disney plus')],
  ['Apple TV', words('apple', 'apple tv', 'appletv')],
  ['HBO MAX', words('hbo', 'hbo max', 'hbomax', 'max')],
  ['Retro', words('retro', 'clasic[ao]s?', 'antiguas?', '[789]0s')],
  ['Animadas', words('animad[ao]s?', 'animacion', 'dibujos', 'caricaturas', 'cartoons?')],
  [
    'Hulu y Otros',
    words(
      'hulu',
      'paramount',
      'peacock',
      'vix',
      'movistar',
      'star',
      'starz',
      'universal',
      'lionsgate',
      'otr[ao]s',
    ),
  ],
];

const genreWords: readonly (readonly [string, RegExp])[] = [
  ['Acción', words('accion', 'action')],
  ['Animación', words('animacion', 'animad[ao]s?')],
  ['Aventura', words('aventuras?')],
  ['Bélica', words('belic[ao]s?', 'guerra')],
  ['Biografía', words('biografias?', 'biografic[ao]s?')],
  ['Ciencia ficción', words('ciencia ficcion', 'sci ?fi', 'ficcion')],
  ['Clásicos', words('clasic[ao]s?')],
  ['Comedia', words('comedias?', 'humor')],
  ['Crimen', words('crimen', 'policiac[ao]s?', 'policial')],
  ['Culto', words('culto')],
  ['Deporte', words('deportes?')],
  ['Drama', words('dramas?')],
  ['Familia', words('familia', 'familiar', 'familiares')],
  ['Fantasía', words('fantasia')],
  ['Historia', words('historia', 'historic[ao]s?')],
  ['Misterio', words('misterio')],
  ['Musical', words('musica', 'musical', 'musicales')],
  ['Romance', words('romance', 'romantic[ao]s?')],
  ['Suspenso', words('suspenso', 'suspense', 'thrillers?')],
  ['Terror', words('terror', 'horror', 'miedo')],
  ['Western', words('western', 'oeste')],
];

/**
 * Reads the kind, section and genres of a video from its group (`group-title`) in an M3U file. The groups of channels
 * are not passed to this function: they become the channels' sections unchanged.
 *
 * @param group - the group exactly as the M3U file has it; several groups, separated by `;`, are read together
 */
export function mapGroup(group: string): GroupMeaning {
  const text = ` ${foldTitle(group)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
  const first = <T>(table: readonly (readonly [T, RegExp])[]): T | undefined =>
    table.find(([, pattern]) => pattern.test(text))?.[0];
  // The word «drama» in `K-DRAMA` does not mean the genre «drama»: it names the kind dorama.
  const plain = text.replace(/ k ?dramas? /u, ' ');
  return {
    tipo: first(kinds),
    mainSection: first(sections),
    subcategoria: first(categories),
    genres: genreWords.filter(([, pattern]) => pattern.test(plain)).map(([genre]) => genre),
  };
}
