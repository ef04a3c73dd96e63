/** The error message for a dialog or menu whose code could not be loaded. */
export const unloadedSentence = 'No se pudo abrir. Revisa tu conexión e inténtalo de nuevo.';
