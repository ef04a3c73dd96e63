import { requireTools } from './require-tools.mjs';
import { launchBrowser } from './browser.mjs';
import { clockFaults } from './faults/clock.mjs';
import { postgresFaults } from './faults/postgres.mjs';
import { processFaults } from './faults/process.mjs';
import { streamFaults } from './faults/streams.mjs';

/*
 * `npm run prove -- faults [E1 …]`: causes real faults under the built product, one after the other: a Postgres that is killed
 * or frozen, a full disk, a network that swallows packets, a provider that goes away, signals, a clock that is set back.
 * For each it prints how many seconds passed until the service was back, and what a person in Chromium saw. Everything is
 * on this machine. Names of faults select some. Exits with 1 when a goal is missed.
 */
requireTools('ffmpeg');

/**
 * A fault that this benchmark causes.
 *
 * @typedef {object} Fault
 * @property {string} name - such as `E3`
 * @property {string} what - what is broken, in Spanish
 * @property {number} goalSeconds - the highest accepted number of seconds until the service is back
 * @property {(browser: import('playwright-core').Browser) => Promise<Outcome | string>} cause - a text says why the fault
 * cannot be caused here
 *
 * @typedef {object} Outcome
 * @property {number} seconds - until the service was back
 * @property {string} seen - what a person saw, in Spanish
 * @property {boolean} [isLost] - whether something was lost that must not be
 */

/** The longest time that one fault may take, in ms. */
const limitMs = 150_000;
const wanted = process.argv.slice(2).map((name) => name.toUpperCase());
const faults = [...postgresFaults, ...streamFaults, ...clockFaults, ...processFaults].filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);
const browser = await launchBrowser();
for (const { name, what, goalSeconds, cause } of faults) {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no terminó a tiempo')), limitMs);
  });
  try {
    const outcome = await Promise.race([cause(browser), late]);
    if (typeof outcome === 'string') {
      console.log(`–  ${name}  ${what}\n       ${outcome}`);
      continue;
    }
    const { seconds, seen, isLost = false } = outcome;
    const isMet = seconds <= goalSeconds && !isLost;
    if (!isMet) process.exitCode = 1;
    console.log(`${isMet ? '✓' : '✗'}  ${name}  ${what}`);
    console.log(`       servicio de vuelta: ${seconds.toFixed(1)} s (objetivo ≤ ${goalSeconds} s)`);
    console.log(`       se vio: ${seen}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`✗  ${name}  ${what}\n       ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
await browser.close();
