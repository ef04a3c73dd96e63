/** Describes a film as the demo adds it to the catalogue. */
export const demoFilm = (slug: string, more: object = {}) => ({
  slug,
  title: slug,
  description: '',
  tipo: 'pelicula',
  mainSection: 'POR_GENERO',
  genres: ['Drama'],
  address: `http://cine.ejemplo/${slug}.mp4`,
  ...more,
});
