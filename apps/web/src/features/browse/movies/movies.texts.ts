import { allGenres } from './movies.queries.ts';

export const sectionsFailed = 'No se pudieron cargar las secciones.';
export const filmsFailed = 'No se pudieron cargar las películas.';
/** The reason shown when the server answers a call for films with an error that has no message. */
export const filmsUnexplained = 'Error al obtener películas.';

/** The message for a film section in which there is no film to show, with the chosen genre and the search term. */
export function noFilmsSentence(section: string, genre: string, term: string): string {
  const within = genre === allGenres ? section : `${section}, ${genre}`;
  return term === ''
    ? `No hay películas disponibles en «${within}».`
    : `No se encontraron películas para «${term}» en «${within}».`;
}

/** What a section without films says on its card, which only administrators see. */
export const emptySection = 'Sin películas: los usuarios no la ven';
