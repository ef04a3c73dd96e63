/** A film (a plain object for tests) in the shape in which the demo catalogue is written to the `video` table. */
export const demoFilm = (slug: string, more: object = {}) => ({
  slug,
  title: slug,
  description: '',
  tipo: 'pelicula' as const,
  mainSection: 'POR_GENERO',
  genres: ['Drama'],
  address: `http://cine.ejemplo/${slug}.mp4`,
  ...more,
});
