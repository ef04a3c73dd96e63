/**
 * The day on which a trial counts: that of the operator's own time zone.
 *
 * @returns `2026-11-21`
 */
export function createTrialDay(timeZone: string): (at: Date) => string {
  // Of the common locales only this one writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone });
  return (at) => format.format(at);
}
