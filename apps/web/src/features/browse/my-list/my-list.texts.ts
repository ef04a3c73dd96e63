export const listFailed = 'No se pudo cargar tu lista.';
export const listWaiting = 'Cargando tu lista...';
export const emptyTitle = 'Tu lista está vacía.';
export const emptyReason = 'Pulsa el corazón de un título o de un canal y lo encontrarás aquí.';
/** @param day - the day on which the list was seen last: `24 nov 2026` */
export const cutOff = (day: string): string => `No hay conexión. Así estaba tu lista el ${day}.`;
