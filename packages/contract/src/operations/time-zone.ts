import { text } from '../shared/text.ts';

/** The schema of a time zone in a request: an IANA name such as `America/Mexico_City`. */
export const timeZone = text(1, 64).refine(isTimeZone, {
  error: 'Debe ser una zona horaria, por ejemplo America/Mexico_City.',
});

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('es', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
