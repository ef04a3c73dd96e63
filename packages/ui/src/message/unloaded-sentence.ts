/** The message for a part of the page whose code could not be loaded. */
export const unloadedSentence = 'No se pudo abrir. Revisa tu conexión e inténtalo de nuevo.';
