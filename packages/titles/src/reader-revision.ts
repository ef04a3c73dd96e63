/**
 * Counts the changes of this package after which names in lists that are already imported are worth reading again.
 * Administrators are then offered «Leer de nuevo».
 */
export const readerRevision = 2;
