/*
 * The values of tags that an administrator can choose. They stand apart from the schemas, because the page needs them and has no
 * reader of schemas.
 */
/**
 * The languages that a source, film, chapter or version may have: ISO 639-1, `es-419` and `es-ES` for Spanish of Latin
 * America and of Spain, `dual` and `multi` for two and several languages of sound, `vo` for the original sound, and
 * `sub-…` for subtitles.
 */
export const tagLanguages: readonly string[] = [
  'es-419',
  'es-ES',
  'es',
  'vo',
  'sub-es',
  'dual',
  'multi',
  'en',
  'sub-en',
  'pt',
  'sub-pt',
  'fr',
  'it',
  'de',
  'ca',
  'eu',
  'gl',
  'ja',
  'ko',
  'zh',
  'hi',
  'ar',
  'tr',
  'ru',
  'pl',
  'ro',
  'nl',
  'sv',
  'no',
  'da',
  'fi',
  'el',
  'sq',
  'hr',
  'sr',
  'bg',
  'hu',
  'cs',
  'sk',
  'he',
];

/** The qualities of pictures, from the lowest to the highest. */
export const tagQualities = ['SD', 'HD', 'FHD', 'QHD', '4K', '8K'] as const;

/**
 * What lists say of the quality of a channel's source without saying how large its pictures are. It is kept and shown, but
 * not offered.
 */
export const tagEncodings: readonly string[] = [
  'HEVC',
  'H265',
  'H.265',
  'X265',
  'H264',
  'H.264',
  'X264',
  'AVC',
  '50FPS',
  '60FPS',
  'HDR',
];

/** The countries that a title or channel may have (ISO 3166-1 alpha-2, lower case). */
export const tagCountries: readonly string[] = (
  'ad al ar at au be bg bo br ca ch cl cn co cr cu cz de dk do ec es fi fr gb gq gr gt hn hr hu ie il in it jp kr ma ' +
  'mx ni nl no pa pe pl pr pt py ro rs ru se sk sv tr us uy ve'
).split(' ');

/** The most languages that one source, film, chapter or version may have. */
export const tagLanguagesMax = 10;

/** The most characters of an edition, such as «Versión extendida», that an administrator may write. */
export const editionMaxLength = 200;
