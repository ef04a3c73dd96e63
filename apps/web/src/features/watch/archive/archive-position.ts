import type { ArchivedProgramme } from '@butaca/contract';

/** Where in a programme its player is, in seconds from the programme's start. */
export interface ArchivePosition {
  positionSeconds: number;
  /** How much of the programme has been shown by now. */
  shownSeconds: number;
  durationSeconds: number;
}

/**
 * Says where in a programme a player is whose media have played for some seconds from their beginning.
 *
 * @param nowMs - the server's time
 */
export function readPosition(
  { programme, beginsAt }: Pick<ArchivedProgramme, 'programme' | 'beginsAt'>,
  playedSeconds: number,
  nowMs: number,
): ArchivePosition {
  const startMs = Date.parse(programme.startsAt);
  const durationSeconds = (Date.parse(programme.endsAt) - startMs) / 1_000;
  const within = (seconds: number): number => Math.min(Math.max(0, seconds), durationSeconds);
  return {
    positionSeconds: within((Date.parse(beginsAt) - startMs) / 1_000 + playedSeconds),
    shownSeconds: within((nowMs - startMs) / 1_000),
    durationSeconds,
  };
}

/** The instant of a programme that is so many seconds after its start, in ISO 8601. */
export const instantAt = (startsAt: string, seconds: number): string =>
  new Date(Date.parse(startsAt) + Math.round(seconds) * 1_000).toISOString();

/** Writes seconds as hours, minutes and seconds. */
export function writeSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3_600);
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

/**
 * What follows when the media of a programme end. Archives end what they send of a running programme where it was when it was
 * asked for, so the rest is asked for where some more has been shown and the last request has brought something.
 *
 * @returns `live`: the programme is still shown, and nothing is left to play of it now; `over`: it has ended
 */
export function followsEnd(
  { positionSeconds, shownSeconds, durationSeconds }: ArchivePosition,
  playedSeconds: number,
): 'rest' | 'live' | 'over' {
  if (positionSeconds >= durationSeconds - 5) return 'over';
  if (shownSeconds - positionSeconds > 60 && playedSeconds > 30) return 'rest';
  return shownSeconds < durationSeconds ? 'live' : 'over';
}
