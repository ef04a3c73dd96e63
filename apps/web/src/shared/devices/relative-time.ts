import { dayInWords } from '../../platform/moment.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * When a device was last seen, as a Spanish text such as «Hace 5 min»; from seven days on, the full date.
 *
 * @param nowMs - the current time by the clock that wrote `at`, in milliseconds; a later `at` counts as now
 * @see docs/requisitos.md, R2.65 and R9.20
 */
export function relativeTime(at: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(at);
  if (agoMs < minuteMs) return 'Ahora mismo';
  if (agoMs < hourMs) return `Hace ${Math.floor(agoMs / minuteMs)} min`;
  if (agoMs < dayMs) return `Hace ${Math.floor(agoMs / hourMs)}h`;
  const days = Math.floor(agoMs / dayMs);
  if (days < 7) return days === 1 ? 'Hace 1 día' : `Hace ${days} días`;
  return dayInWords(at);
}
