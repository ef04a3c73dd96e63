export const collectionsFailed = 'Error al cargar colecciones.';
export const collectionsWaiting = 'Cargando colecciones...';
export const nameMissing = 'Escribe un nombre para la colección.';
/**
 * The message for a collection type other than «Película» or «Serie» in the dialog «Crear colección».
 *
 * @see docs/requisitos.md, R5.18
 */
export const typeInvalid = "Tipo inválido. Por favor, introduce 'Película' o 'Serie'.";
export const missingSentence = (name: string): string => `No se pudo encontrar la colección "${name}"`;

/**
 * The message of a collection in which there are no titles to show, and what an administrator can do about it; `term` is
 * the search term.
 */
export function emptyWords(
  name: string,
  term: string,
  isEditable: boolean,
): { title: string; reason: string | undefined } {
  if (term !== '') {
    const title = `No se encontraron títulos para «${term}» en la colección «${name}».`;
    return { title, reason: undefined };
  }
  return {
    title: `No hay títulos en la colección «${name}».`,
    reason: isEditable ? 'Agrégalos desde su tarjeta, con «Agregar a colección».' : undefined,
  };
}

export const noCollections = {
  title: 'No hay colecciones disponibles.',
  reason: 'Aparecerán en cuanto un administrador cree la primera.',
  adminReason: 'Crea la primera y agrega títulos desde sus tarjetas.',
} as const;
