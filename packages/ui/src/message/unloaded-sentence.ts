/** What is said where the code of a part did not come. */
export const unloadedSentence = 'No se pudo abrir. Revisa tu conexión e inténtalo de nuevo.';
