/**
 * The kinds of video on demand (`tipo` of a video): film, series, anime, dorama, …
 *
 * @see docs/requisitos.md, R3.8
 */
export const videoTypes = [
  'pelicula',
  'serie',
  'anime',
  'dorama',
  'novela',
  'documental',
  'zona kids',
] as const;
export type VideoType = (typeof videoTypes)[number];

/** The Spanish display name of each kind of video on demand, such as «Película». */
export const videoTypeNames: Readonly<Record<VideoType, string>> = {
  pelicula: 'Película',
  serie: 'Serie',
  anime: 'Anime',
  dorama: 'Dorama',
  novela: 'Novela',
  documental: 'Documental',
  'zona kids': 'Zona Kids',
};
