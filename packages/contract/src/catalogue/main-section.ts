/** The sections into which the catalogue's films are sorted, in display order, with their Spanish names. */
export const mainSections = [
  { key: 'POR_GENERO', displayName: 'POR GÉNEROS' },
  { key: 'ESPECIALES', displayName: 'Festividades' },
  { key: 'CINE_2025', displayName: 'Estrenos' },
  { key: 'CINE_4K', displayName: 'CINE 4K UHD' },
  { key: 'CINE_60FPS', displayName: 'CINE 60FPS' },
  { key: 'ZONA_KIDS', displayName: 'ZONA KIDS' },
] as const;

/**
 * The categories of series, such as `Netflix`. The category «ZONA KIDS» is not among them: it has a screen of its own,
 * so the screen «Series» does not offer it.
 */
export const seriesCategories = [
  'Netflix',
  'Prime Video',
  'Disney',
  'Apple TV',
  'HBO MAX',
  'Hulu y Otros',
  'Retro',
  'Animadas',
] as const;

/**
 * The film sections that an administrator can choose on the upload screen «Carga Masiva VOD».
 *
 * @see docs/requisitos.md, R9.23
 */
export const filmUploadSections = ['CINE_2025', 'CINE_4K', 'CINE_60FPS', 'POR_GENERO'] as const;

/**
 * The choices of the administrators' «upload by sections», which imports an M3U file into one kind of titles.
 *
 * @see docs/requisitos.md, R9.24
 */
export const uploadSections = [
  { key: 'movies', displayName: 'Películas' },
  { key: 'series', displayName: 'Series' },
  { key: 'series_kids', displayName: 'Series - ZONA KIDS' },
  { key: 'animes', displayName: 'Animes' },
  { key: 'documentaries', displayName: 'Documentales' },
  { key: 'doramas', displayName: 'Doramas' },
] as const;
export type UploadSection = (typeof uploadSections)[number]['key'];

export const kidsCategory = 'ZONA KIDS';
export const kidsSection = 'ZONA_KIDS';
export const doramasSection = 'DORAMAS';

/**
 * The section whose access rule decides which plans open a video that names no plans itself: a film's main section, or
 * for every dorama the section `DORAMAS`.
 */
export function sectionOf(video: { tipo: string; mainSection: string | null }): string {
  return video.tipo === 'dorama' ? doramasSection : (video.mainSection ?? '');
}
