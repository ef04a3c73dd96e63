import { counted } from '../../../../platform/counted.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const plural = (count: number, noun: string): string => counted(count, noun, `${noun}s`);

/** The Spanish sentence that says when a person can try again, after the wait that a busy provider asks for. */
export const adviseWait = (waitMs: number): string => `Vuelve a intentarlo dentro de ${nameWait(waitMs)}.`;

function nameWait(waitMs: number): string {
  if (waitMs <= minuteMs) return plural(Math.max(1, Math.ceil(waitMs / 1_000)), 'segundo');
  return waitMs <= hourMs
    ? plural(Math.ceil(waitMs / minuteMs), 'minuto')
    : plural(Math.ceil(waitMs / hourMs), 'hora');
}
