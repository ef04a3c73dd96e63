/** No chapter (episode) is said to be longer than 100 hours. */
const maxSeconds = 360_000;

/**
 * Formats the duration of a chapter (episode) as the table `chapter` stores it, in minutes and seconds: `23:45`.
 *
 * @param seconds - is rounded to whole seconds
 */
export function chapterClock(seconds: number): string {
  const whole = Math.round(Math.min(seconds, maxSeconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
