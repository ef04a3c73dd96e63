import { allSeries } from './series.queries.ts';

export const seriesFailed = 'Error al obtener series.';

/** The message for a series category in which there are no series to show; `term` is the search term. */
export function noSeriesSentence(category: string, term: string): string {
  if (term !== '') return `No se encontraron series para «${term}» en la categoría «${category}».`;
  if (category === allSeries) return 'No hay series disponibles.';
  return `No hay series disponibles en la categoría «${category}».`;
}
