import { cpus, loadavg } from 'node:os';

/** Prints when and on what machine is measured, and how busy the machine is. */
export function printMachine() {
  const [busy = 0] = loadavg();
  console.log(
    `${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, load ${busy.toFixed(1)}, Node ${process.version}`,
  );
}

/**
 * Prints a measured value beside its goal, the highest value that is accepted.
 *
 * @param {string} what
 * @param {number} value
 * @param {string} unit
 * @param {number} most - the goal: the highest accepted value
 * @returns {boolean} whether the goal is met
 */
export function reportMost(what, value, unit, most) {
  const isMet = value <= most;
  const digits = most < 10 ? 2 : 0;
  console.log(`${what}: ${value.toFixed(digits)}${unit} (goal ≤ ${most}${unit}) ${isMet ? 'ok' : 'MISSED'}`);
  return isMet;
}

/**
 * Prints a measured value beside its goal, the lowest value that is accepted. @param {string} what @param {number} value
 * @param {string} unit @param {number} least @returns {boolean} whether the goal is met
 */
export function reportLeast(what, value, unit, least) {
  const isMet = value >= least;
  console.log(`${what}: ${value.toFixed(0)}${unit} (goal ≥ ${least}${unit}) ${isMet ? 'ok' : 'MISSED'}`);
  return isMet;
}

/**
 * The percentile of measured values: the value below which the given share of the values lies.
 *
 * @param {number[]} values @param {number} share - from 0 to 1
 */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
