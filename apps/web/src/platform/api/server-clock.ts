/** Under this the two clocks count as one: an answer's date is of whole seconds, and it was on its way. */
const toleratedMs = 5_000;

let aheadMs = 0;

/** Reads the server's clock from an answer's `date` header. */
export function noteServerDate(date: string | null): void {
  const differenceMs = date === null ? Number.NaN : Date.parse(date) - Date.now();
  if (!Number.isNaN(differenceMs)) aheadMs = Math.abs(differenceMs) < toleratedMs ? 0 : differenceMs;
}

/** The time by the server's clock, as far as this device knows it, in milliseconds since 1970. */
export const serverNowMs = (): number => Date.now() + aheadMs;
