/** A day in the browser's time zone, or in another one (an IANA name): «22 nov 2026». */
export const dayInWords = (at: string, timeZone?: string): string =>
  new Date(at).toLocaleDateString('es', { dateStyle: 'medium', ...(timeZone && { timeZone }) });

/** A day and a time of day in the browser's time zone: «22 nov 2026, 14:05». */
export const momentInWords = (at: string): string =>
  new Date(at).toLocaleString('es', { dateStyle: 'medium', timeStyle: 'short' });

/** A day and a time of day with seconds, in the browser's time zone: «22 nov 2026, 14:05:09». */
export const secondInWords = (at: string): string =>
  new Date(at).toLocaleString('es', { dateStyle: 'medium', timeStyle: 'medium' });
