import { now } from '../base/clock.ts';

/**
 * A difference below this between the server's clock and this device's counts as zero: the `date` header has whole
 * seconds and is delayed by the network.
 */
const toleratedMs = 5_000;

let aheadMs = 0;

/** Measures how far the server's clock is ahead of this device's from the `date` header of an answer. */
export function noteServerDate(date: string | null): void {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - now().getTime();
  if (!Number.isNaN(differenceMs)) aheadMs = Math.abs(differenceMs) < toleratedMs ? 0 : differenceMs;
}

/** The estimated time of the server's clock, in milliseconds since 1970. */
export const serverNowMs = (): number => now().getTime() + aheadMs;
