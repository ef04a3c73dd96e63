import { readCount, readText } from './loose-values.ts';

const latestSeconds = 253_402_300_799;
const localTime = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * Reads an instant, which servers give in seconds since 1970, or as a local date and time without a zone
 * («2027-01-31 18:00:00»). 0 and nothing stand for "never".
 *
 * @param timeZone - the IANA name of the zone of local times; by default UTC
 */
export function readInstant(value: unknown, timeZone = 'UTC'): Date | undefined {
  const seconds = readCount(value);
  if (seconds !== undefined)
    return seconds === 0 || seconds > latestSeconds ? undefined : new Date(seconds * 1_000);
  const parts = localTime
    .exec(readText(value) ?? '')
    ?.slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  if (parts === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second);
  // Dates that no calendar has, such as «0000-00-00», stand for nothing.
  if (year < 1970 || new Date(localMs).getUTCMonth() !== month - 1) return undefined;
  // The offset of the zone depends on the instant, which is known only with it: the second estimate is right.
  const estimateMs = localMs - offsetMs(localMs, timeZone);
  return new Date(localMs - offsetMs(estimateMs, timeZone));
}

/** How far the local time of a zone is ahead of UTC at an instant, in ms. */
function offsetMs(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(atMs / 1_000) * 1_000;
}
