import { generate } from './generator.mjs';
import { startSampling } from './sampler.mjs';

export const metricsToken = 'medidas-de-carga-2031';
/** The viewers arrive over this time, in which each of them connects and caches are filled; figures are counted afterwards. */
export const arrivalSeconds = 60;

/**
 * What a part of the measurement showed.
 *
 * @typedef {object} Part
 * @property {string} title
 * @property {number} viewers
 * @property {import('./run-viewers.mjs').Summary & { startedAtMs: number }} run
 * @property {import('./sampler.mjs').Sample[]} samples
 * @property {{ second: number, text: string }[]} marks - moments that its plots show
 */

/**
 * Lets viewers use a server while its memory and the processors are sampled.
 *
 * @param {{ title: string, plan: import('./run-viewers.mjs').Plan, listServers: () => { url: string, pid: number }[], signal:
 * AbortSignal, during?: (marks: Part['marks']) => Promise<void> }} given - `during` runs from the first second on
 * @returns {Promise<Part>}
 */
export async function runPart({ title, plan, listServers, signal, during }) {
  console.log(`${new Date().toISOString()} ${title}: ${plan.seconds} s, ${plan.people.length} espectadores`);
  const marks = [];
  let generator = 0;
  const sampling = startSampling(listServers, metricsToken, () => ({ espectadores: generator }));
  /** @type {Promise<void> | undefined} */
  let happening;
  try {
    const onStart = (_startedAtMs, pid) => {
      generator = pid;
      happening = during?.(marks);
      // It is awaited below, where the viewers' own failure comes first.
      happening?.catch(() => undefined);
    };
    const run = await generate(plan, { signal, onStart });
    await happening;
    return { title, viewers: plan.people.length, run, samples: sampling.samples, marks };
  } finally {
    // What is being started meanwhile has to be there before it can be stopped.
    await happening?.catch(() => undefined);
    await sampling.stop();
  }
}
