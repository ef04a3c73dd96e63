/* An account expires at the end of a day in the administrator's time zone. The form's date field holds that day as
   `2026-03-12`; the server stores the instant. */
import { now } from '../../../platform/base/clock.ts';

/** The last instant of the day on which an account expires, as an ISO string; `null` for an empty date field. */
export function endOfDay(day: string): string | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date, 23, 59, 59, 999).toISOString();
}

/** Converts an instant to a local day in the format of a date field: `2026-03-12`. */
export function dayOf(instant: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** Today in the format of a date field, `2026-03-12`: the earliest day on which an account may be set to expire. */
export const today = (): string => dayOf(now());
