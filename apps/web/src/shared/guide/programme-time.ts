/* The times of programmes as people read them, in the time zone of the browser. */
import type { Programme } from '@butaca/contract';

const clock = new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = new Intl.DateTimeFormat('es', { weekday: 'short', day: 'numeric', month: 'short' });

/** A time of day: «20:30». */
export const clockText = (atMs: number): string => clock.format(atMs);

/** When a programme begins and ends: «20:30–21:15». */
export const spanText = ({ startsAt, endsAt }: Pick<Programme, 'startsAt' | 'endsAt'>): string =>
  `${clockText(Date.parse(startsAt))}–${clockText(Date.parse(endsAt))}`;

/** The first instant of the day that is `days` days after the day of an instant, also where clocks are put forward. */
export function startOfDay(atMs: number, days = 0): number {
  const day = new Date(atMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}

/** The instant of a time of day on the day of an instant, also where a day has one hour more or less. */
export function atTimeOfDay(dayMs: number, hour: number, minute = 0): number {
  const day = new Date(dayMs);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute).getTime();
}

/** The day of an instant beside today's: «Hoy», «Mañana», «Ayer», «vie, 4 dic». */
export function dayText(atMs: number, nowMs: number): string {
  const day = startOfDay(atMs);
  if (day === startOfDay(nowMs)) return 'Hoy';
  if (day === startOfDay(nowMs, 1)) return 'Mañana';
  return day === startOfDay(nowMs, -1) ? 'Ayer' : weekday.format(atMs);
}

/** How much of a programme is over at an instant, in percent. */
export function percentOver({ startsAt, endsAt }: Programme, atMs: number): number {
  const startMs = Date.parse(startsAt);
  const share = (atMs - startMs) / (Date.parse(endsAt) - startMs);
  return Math.min(Math.max(share, 0), 1) * 100;
}

/** Which episode of a series a programme is: «T2 · E5 · La llegada»; empty where the guide says nothing. */
export function episodeText({
  season,
  episode,
  subtitle,
}: Pick<Programme, 'season' | 'episode' | 'subtitle'>): string {
  return [season !== null && `T${season}`, episode !== null && `E${episode}`, subtitle]
    .filter(Boolean)
    .join(' · ');
}
