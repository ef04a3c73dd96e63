/** Shown when the code of a part of the page could not be loaded. */
export const unloadedSentence = 'No se pudo abrir. Revisa tu conexión e inténtalo de nuevo.';
