// A setup file of all Vitest projects: `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` does (`patiently` in
// `vitest.config.ts`) where a test names no time. Vitest's own second is too short on a machine whose cores are shared.
import { vi } from 'vitest';

const limitMs = 30_000;

declare global {
  /** The `vi` whose waits are patient already: the test files of a worker share it, and this file runs before each. */
  var patientVi: typeof vi | undefined;
}

/** Adds the time limit to the options of a wait; a number is the limit itself, in ms. */
const patient = (options: number | { timeout?: number; interval?: number } = {}) =>
  typeof options === 'number' ? { timeout: options } : { timeout: limitMs, ...options };

if (globalThis.patientVi !== vi) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
  globalThis.patientVi = vi;
}
