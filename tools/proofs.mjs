// The tests that need the whole machine (tier 6 of the tests, decision 064). `.ci/run` runs them after `npm test`, one after the
// other with nothing beside them; `npm run prove -- NAME` runs one.
import { findMissingBrowsers } from './browsers/programs.mjs';
import { findMissingForAvailable, findMissingForSpeed, findMissingPrograms } from './cluster/programs.mjs';
import { countLines, runCounted } from './counted-run.mjs';
import { inRoot } from './paths.mjs';
import { findMissingToolchain, shells } from './shells.mjs';
import { inSeconds } from './terminal.mjs';

/**
 * A command that tests a part of the product and prints `N passed, N failed` as its last line.
 *
 * @typedef {object} Proof
 * @property {string} name - the argument of `npm run prove`
 * @property {string} title - in Spanish, for the terminal
 * @property {readonly string[]} command - a script of this repository, and its arguments
 * @property {number} timeoutMs - the longest time of the command
 * @property {() => readonly string[]} [findMissing] - the programs that it needs and this machine lacks
 */

const minuteMs = 60_000;
const vitestScript = 'tools/vitest-proof.mjs';

/** How long the description of the API is fuzzed in CI, in seconds. */
const descriptionSeconds = '40';

/** @type {readonly Proof[]} */
export const proofs = [
  {
    name: 'machine',
    title: 'Conversiones, procesos que mueren y crecimiento',
    command: [vitestScript, 'machine'],
    timeoutMs: 30 * minuteMs,
  },
  { name: 'journeys', title: 'Recorridos', command: [vitestScript, 'journeys'], timeoutMs: 40 * minuteMs },
  { name: 'player', title: 'Reproductor', command: [vitestScript, 'player'], timeoutMs: 20 * minuteMs },
  {
    name: 'browsers',
    title: 'Recorridos en WebKitGTK y en Firefox',
    command: ['tools/browsers-test.mjs'],
    timeoutMs: 15 * minuteMs,
    findMissing: findMissingBrowsers,
  },
  {
    name: 'cluster',
    title: 'Varios servidores',
    command: ['tools/cluster-test.mjs', '--quick'],
    timeoutMs: 15 * minuteMs,
    findMissing: findMissingPrograms,
  },
  {
    name: 'available',
    title: 'Una base de datos que muere',
    command: ['tools/available-test.mjs'],
    timeoutMs: 10 * minuteMs,
    findMissing: findMissingForAvailable,
  },
  {
    name: 'description',
    title: 'Descripción de la API',
    command: ['tools/fuzz-description.mjs', '--seconds', descriptionSeconds],
    timeoutMs: 10 * minuteMs,
  },
  {
    name: 'speed',
    title: 'Velocidad junto a la guardada',
    command: ['tools/speed.mjs'],
    timeoutMs: 15 * minuteMs,
    findMissing: findMissingForSpeed,
  },
  ...shells.map(({ name, timeoutMs, toolchain }) => ({
    name,
    title: `apps/${name}`,
    command: [`apps/${name}/test/run.mjs`],
    timeoutMs,
    findMissing: () => findMissingToolchain(toolchain),
  })),
];

/**
 * Proofs that take too long for CI, or that have no end of their own. Each prints what it has found in its own form, and ends with a
 * failure's exit code where something is not as it should be. What follows its name are arguments of its script.
 *
 * @type {readonly Pick<Proof, 'name' | 'title' | 'command'>[]}
 */
export const longProofs = [
  {
    name: 'zoo',
    title: 'Reproduce en Chromium un elemento de cada formato y de cada fallo de proveedor; NOMBRE…, algunos',
    command: ['bench/format-samples.mjs'],
  },
  {
    name: 'faults',
    title: 'Causa fallos reales y mide en cuántos segundos vuelve el servicio; E1 E5, algunos',
    command: ['bench/faults.mjs'],
  },
  {
    name: 'crash',
    title:
      'Mata el servidor y su PostgreSQL mientras se escribe: no falta nada; 50 10, cuántas veces cada uno',
    command: ['bench/crash.mjs'],
  },
  {
    name: 'fuzz',
    title: 'Valores hostiles en cada campo de cada ruta; --minutes N, durante N minutos',
    command: ['tools/fuzz.mjs', 'contract'],
  },
  {
    name: 'fuzz-parsers',
    title: 'Listas, manifiestos, subtítulos e imágenes alterados; --minutes N, durante N minutos',
    command: ['tools/fuzz.mjs', 'parser'],
  },
  {
    name: 'matrix',
    title: 'Cada ruta con cada clase de persona: quién no recibió lo debido',
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      'apps/server/test/matrix.api.test.ts',
      '--reporter=verbose',
    ],
  },
];

/**
 * Runs a proof and prints its count, or says in one line why it is left out.
 *
 * @param {Proof} proof
 * @param {(text: string) => void} [print] - takes what the proof prints
 * @returns {Promise<import('./counted-run.mjs').Counts>} no test when a program is missing
 */
export async function runProof({ title, command: [script = '', ...args], timeoutMs, findMissing }, print) {
  const missing = findMissing?.() ?? [];
  if (missing.length > 0) {
    console.log(`\n${title}: se omite, porque falta ${missing.join(' y ')} en esta máquina.`);
    return { passed: 0, failed: 0 };
  }
  const startedAt = performance.now();
  console.log(`\n${title}:`);
  const options = { timeoutMs, ...(print && { print }) };
  const counts = await runCounted(process.execPath, [inRoot(script), ...args], options);
  console.log(`${title}: ${countLines(counts)} (${inSeconds(performance.now() - startedAt)})`);
  return counts;
}
