/**
 * Creates a function that returns the day to which a trial is charged, in the operator's time zone.
 *
 * @returns for example `2026-11-21`
 */
export function createTrialDay(timeZone: string): (at: Date) => string {
  // `sv-SE` is used because it formats dates like ISO 8601; most other locales do not.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return (at) => format.format(at);
}
