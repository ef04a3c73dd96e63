/*
 * Decides when the event loop of a process stands still, by the ticks of a thread of its own. Only a tick that came on time
 * counts as silence of the event loop: in a process that was stopped, or on a machine that slept, the watching thread stood
 * still as well, and its next tick comes late. Then the counting begins anew.
 */

/** What the watching thread sees of the event loop at one of its ticks. */
export interface SeenLoop {
  /** The time in ms by a clock that never goes back. */
  nowMs: number;
  /** How many beats the event loop has counted; it counts on while it runs. */
  beats: number;
  /** Whether a debugger is connected, which may stop the event loop for as long as a person likes. */
  isDebugged: boolean;
}

export interface LoopJudge {
  /** Looks at the event loop. @returns whether it has stood still for too long */
  tick(seen: SeenLoop): boolean;
}

/** A tick that comes so many times later than it should was held up itself. */
const lateFactor = 2;

/**
 * @param tickMs - how often `tick` is called
 * @param limitMs - for how long the event loop may stand still
 */
export function createLoopJudge(tickMs: number, limitMs: number): LoopJudge {
  let lastMs: number | undefined;
  let lastBeats: number | undefined;
  let silentMs = 0;
  return {
    tick({ nowMs, beats, isDebugged }) {
      const stepMs = lastMs === undefined ? 0 : nowMs - lastMs;
      const isHeldUp = stepMs > lateFactor * tickMs;
      silentMs = beats !== lastBeats || isHeldUp || isDebugged ? 0 : silentMs + stepMs;
      lastMs = nowMs;
      lastBeats = beats;
      return silentMs >= limitMs;
    },
  };
}
