export const searchLabel = 'Buscar en Butaca';
export const searchFailed = 'No se pudo buscar.';
export const failedReason = 'Revisa tu conexión e inténtalo de nuevo.';
export const offlineTitle = 'No hay conexión.';
export const offlineReason = 'En cuanto vuelva, se repetirá la búsqueda.';
export const emptySentence = (term: string): string => `Sin resultados para «${term}»`;
export const emptyReason =
  'Revisa cómo está escrito, prueba con una sola palabra o con el nombre de un canal.';
export const searchHint = 'Escribe un título, un género, un capítulo o el nombre de un canal.';
export const countSentence = (count: number): string => (count === 1 ? '1 resultado' : `${count} resultados`);
export const correctedSentence = (typed: string, corrected: string): string =>
  `No hay nada con «${typed}». Esto es lo que hay con «${corrected}».`;
/** The headings of what is shown before anything is typed, by why these videos are shown. */
export const popularHeadings = { watched: 'Lo más visto', recent: 'Recién agregados' } as const;
