import type { VirtualClock } from './virtual-clock.ts';

/** Says when a fake provider sends what it sends bit by bit: the clock of the machine, or that of a test. */
export type FrameClock = Pick<VirtualClock, 'every'>;

export const machineClock: FrameClock = {
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};
