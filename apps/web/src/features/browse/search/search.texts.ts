export const searchLabel = 'Buscar en Butaca';
export const searchFailed = 'No se pudo buscar.';
export const failedReason = 'Revisa tu conexión e inténtalo de nuevo.';
export const offlineTitle = 'No hay conexión.';
export const offlineReason = 'En cuanto vuelva, la búsqueda seguirá por sí sola.';
export const emptySentence = (term: string): string => `Sin resultados para "${term}"`;
export const emptyReason =
  'Revisa cómo está escrito, prueba con una sola palabra o con el nombre de un canal.';
export const searchHint = 'Escribe el título de una película o una serie, o el nombre de un canal.';
export const countSentence = (count: number): string => (count === 1 ? '1 resultado' : `${count} resultados`);
