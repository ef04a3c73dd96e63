/*
 * Measures how much memory a task takes at its peak, also while it keeps the event loop busy. The operating system
 * knows the largest size that a process has had; on Linux a process may make it forget that size, so that what an
 * earlier task took does not hide what a later one takes. Elsewhere only growth beyond all earlier tasks is seen.
 */
import { writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Measures one task after another. */
export interface MemoryMeter {
  /**
   * Runs a task, twice when the memory seems to grow by more than a limit: garbage of earlier tasks may be part of the
   * growth, and is collected before the second time.
   *
   * @returns by how much the memory of the process grew at most, in MiB
   */
  measure(task: () => Promise<unknown>, limitMiB: number): Promise<number>;
}

/** Creates a measure of memory that counts from the present size of the process without its garbage. */
export async function createMemoryMeter(): Promise<MemoryMeter> {
  let baseMiB = await collectGarbage();

  async function growthOf(task: () => Promise<unknown>): Promise<number> {
    if (!forgetPeak()) baseMiB = Math.max(baseMiB, peakMiB());
    await task();
    return Math.max(0, Math.round(peakMiB() - baseMiB));
  }

  return {
    async measure(task, limitMiB) {
      const grownMiB = await growthOf(task);
      if (grownMiB <= limitMiB) return grownMiB;
      baseMiB = await collectGarbage();
      return growthOf(task);
    },
  };
}

const peakMiB = (): number => process.resourceUsage().maxRSS / 1_024;

/** Makes the system count the largest size of this process anew. @returns whether it does */
function forgetPeak(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    writeFileSync('/proc/self/clear_refs', '5');
    return true;
  } catch {
    // A container may forbid it.
    return false;
  }
}

/** Collects all garbage. @returns the size of the process afterwards, in MiB */
async function collectGarbage(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Large buffers are returned to the system in the background, after their collection.
  for (let round = 0; round < 2; round += 1) {
    collect();
    await nextTurn();
  }
  return process.memoryUsage.rss() / 1_048_576;
}
