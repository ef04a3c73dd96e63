/**
 * Creates a function that returns the day to which a free trial is charged, in the time zone of the operator (who runs
 * the server).
 *
 * @returns for example `2026-11-21`
 */
export function createTrialDay(timeZone: string): (at: Date) => string {
  // The locale `sv-SE` is used because it formats dates like ISO 8601; most other locales do not.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return (at) => format.format(at);
}
