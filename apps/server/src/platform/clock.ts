/** The source of the current time; tests provide their own. */
export interface Clock {
  /** The time of day, by which dates are shown and stored. It jumps when somebody sets the clock of the machine. */
  now(): Date;
  /**
   * A time in ms that only ever grows at the pace of real time, also while the clock of the machine is set: the time of
   * day at which this process started plus the time that has passed since. It measures how long something has lasted
   * and when it expires. Only times of the same process may be compared: a time of another process, such as one in a token
   * that was sealed before a restart, says nothing about how long ago it was.
   */
  steadyMs(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  steadyMs: () => performance.timeOrigin + performance.now(),
};
