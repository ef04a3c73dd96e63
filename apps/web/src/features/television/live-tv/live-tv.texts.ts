import { allChannelsCategory } from '@butaca/contract';

/**
 * The sentence of «TV en Vivo» when a category or search has no channels.
 *
 * @see the specification, section 2 (Live TV)
 */
export function emptySentence(term: string, category: string): string {
  if (term !== '') return `No se encontraron canales para "${term}" en la categoría "${category}".`;
  if (category === allChannelsCategory) return 'No hay canales disponibles.';
  return `No hay canales disponibles en la categoría "${category}".`;
}

export const categoriesFailed = 'No se pudieron cargar las categorías de TV.';
/** The message for an answer of the server that refuses the channels without a message of its own. */
export const channelsUnexplained = 'Error al cargar canales.';
export const channelsFailed = (category: string): string => `Error al cargar canales de ${category}.`;
