/** The kinds of video on demand. @see the specification, section 3 (VOD) */
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

/** The Spanish name of each kind of video. */
export const videoTypeNames: Readonly<Record<VideoType, string>> = {
  pelicula: 'Película',
  serie: 'Serie',
  anime: 'Anime',
  dorama: 'Dorama',
  novela: 'Novela',
  documental: 'Documental',
  'zona kids': 'Zona Kids',
};
