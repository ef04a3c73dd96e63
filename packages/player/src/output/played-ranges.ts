/** The longest step between two reported positions that counts as playing, in seconds, at normal speed. */
const longestStepSeconds = 2.5;
/** A position this little before the one reported last is rounding, in seconds. */
const roundingSeconds = 0.25;

/** What was played of one stream, found from the positions that its player reports about once a second. */
export interface PlayedRanges {
  /**
   * Notes the present position.
   *
   * @param rate - the speed of playback, 1 for normal
   * @returns whether playback has jumped there
   */
  note(seconds: number, rate: number): boolean;
  /** Notes that playback continues elsewhere: what lies between is not played. */
  breakOff(): void;
  readonly ranges: TimeRanges;
}

export function createPlayedRanges(): PlayedRanges {
  const parts: { start: number; end: number }[] = [];
  let last: { start: number; end: number } | undefined;
  let isBroken = true;
  return {
    note(seconds, rate) {
      const step = last === undefined ? 0 : seconds - last.end;
      const isJump =
        last !== undefined && (step < -roundingSeconds || step > longestStepSeconds * Math.max(1, rate));
      if (last === undefined || isBroken || isJump) {
        last = { start: seconds, end: seconds };
        parts.push(last);
      } else last.end = Math.max(last.end, seconds);
      const wasBroken = isBroken;
      isBroken = false;
      return isJump && !wasBroken;
    },
    breakOff() {
      isBroken = true;
    },
    get ranges() {
      return timeRanges(parts.filter(({ start, end }) => end > start));
    },
  };
}

/** `TimeRanges` of parts in seconds; the parts may overlap, as those of no media element do. */
export const timeRanges = (parts: readonly { start: number; end: number }[]): TimeRanges => ({
  length: parts.length,
  start: (index) => parts[index]?.start ?? 0,
  end: (index) => parts[index]?.end ?? 0,
});
