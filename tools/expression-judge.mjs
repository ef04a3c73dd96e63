// Judges regular expressions in a worker thread: each message is an expression, the answer is its verdict. The version of
// recheck is 4.5.0; verdicts in the cache belong to this file's text, so another version is named here too.
import { parentPort } from 'node:worker_threads';

// recheck's build in JavaScript, instead of its programs for single systems, so that every machine computes the same.
process.env['RECHECK_BACKEND'] = 'pure';
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** Limits that count, and no time limits: these would make the verdict depend on the machine and on what else it does. */
const limits = /** @type {const} */ ({
  checker: 'auto',
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  recallTimeout: -1,
  randomSeed: 0,
  maxNFASize: 1_000,
  maxIteration: 5,
  maxAttackStringSize: 30_000,
  attackLimit: 20_000_000,
});

parentPort?.on('message', (/** @type {{ source: string, flags: string }} */ { source, flags }) => {
  // A sticky expression is tried at one place only, as one is that begins with ^.
  const isSticky = flags.includes('y') && !flags.includes('m');
  const found = isSticky
    ? checkSync(`^(?:${source})`, flags.replace('y', ''), limits)
    : checkSync(source, flags, limits);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, which has no origin
  parentPort?.postMessage(verdictOf(found));
});

/** @param {import('recheck').Diagnostics} found */
function verdictOf(found) {
  if (found.status === 'safe') return 'safe';
  return found.status === 'vulnerable'
    ? `not linear (${found.complexity.summary})`
    : `unknown (${found.error.kind})`;
}
