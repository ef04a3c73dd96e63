// Reads the published advisories about the packages of all lockfiles, by npm's own command and, for the desktop's Rust
// packages, by cargo-audit.
import { runChild } from './child.mjs';
import { inRoot, rootFolder } from './paths.mjs';

/**
 * The lockfiles of npm besides the product's own, as folders. What builds the apps, their tests and the measurements runs on
 * engineers' machines, so packages for development count there.
 */
const otherFolders = ['apps/desktop', 'apps/mobile', 'bench/lighthouse'];

/**
 * What `npm audit --json` prints, as far as it is read here: a report, or an error of the registry.
 *
 * @typedef {object} Report
 * @property {Record<string, { severity: string, via: (string | { title: string, url: string, severity: string })[] }>} [vulnerabilities]
 * @property {string} [message]
 */

/** The severities for which a package has to be replaced. */
const severe = new Set(['high', 'critical']);

/**
 * Asks for advisories about the packages of every lockfile; of the product's own, those that it runs with.
 *
 * @param {{ registry?: string }} [options] - another registry than the one that npm is set to
 * @returns {Promise<{ faults: string[], unanswered: string[] }>} a sentence for each severe advisory, and one for each
 * lockfile about which nobody answered: its packages are unknown, and not without advisories
 */
export async function readAllAdvisories(options = {}) {
  const asked = await Promise.all([
    readAdvisories(options).then((found) => ({ name: 'package-lock.json', found })),
    ...otherFolders.map((folder) =>
      readAdvisories({ ...options, folder: inRoot(folder), hasDevelopment: true }).then((found) => ({
        name: `${folder}/package-lock.json`,
        found,
      })),
    ),
    readRustAdvisories().then((found) => ({ name: 'apps/desktop/src-tauri/Cargo.lock', found })),
  ]);
  return {
    faults: asked.flatMap(({ name, found }) => found.faults.map((fault) => `${name}: ${fault}`)),
    unanswered: asked.flatMap(({ name, found }) =>
      found.unanswered === undefined ? [] : [`${name}: ${found.unanswered}`],
    ),
  };
}

/** @returns {Promise<{ faults: string[], unanswered?: string }>} */
async function readRustAdvisories() {
  const { output } = await runChild('cargo', ['audit', '--json', '--quiet'], {
    cwd: inRoot('apps/desktop/src-tauri'),
  });
  /** @type {{ vulnerabilities?: { list: { advisory: { id: string, title: string, url: string | null }, package: { name: string } }[] } }} */
  const { vulnerabilities } = parse(output);
  if (vulnerabilities === undefined)
    return { faults: [], unanswered: output.trim().slice(0, 200) || 'cargo-audit is not installed' };
  return {
    faults: vulnerabilities.list.map(
      ({ advisory, package: { name } }) =>
        `${name}: ${advisory.title} (${advisory.id}, ${advisory.url ?? ''})`,
    ),
  };
}

/**
 * Asks the registry for advisories about the packages of one lockfile.
 *
 * @param {{ registry?: string, folder?: string, hasDevelopment?: boolean }} [options] - another registry than the one that
 * npm is set to; the folder of the lockfile, by default the project's; whether packages that are only for tests and builds
 * count too
 * @returns {Promise<{ faults: string[], unanswered?: string }>} a sentence for each severe advisory; or why the registry
 * gave none, for one that is out of reach or keeps no advisories
 */
export async function readAdvisories({ registry, folder = rootFolder, hasDevelopment = false } = {}) {
  const omitted = hasDevelopment ? [] : ['--omit=dev'];
  const args = ['audit', '--package-lock-only', ...omitted, '--json', '--loglevel', 'silent'];
  const patience = ['--fetch-retries=0', '--fetch-timeout=15000'];
  const where = registry === undefined ? [] : ['--registry', registry];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { output } = await runChild(npm, [...args, ...patience, ...where], { cwd: folder });
  /** @type {Report} */
  const { vulnerabilities, message } = parse(output);
  if (vulnerabilities === undefined)
    return { faults: [], unanswered: message ?? (output.trim().slice(0, 200) || 'npm said nothing') };
  const faults = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((advisory) => typeof advisory === 'object')
      .filter(({ severity }) => severe.has(severity))
      .map(({ title, url, severity }) => `${name}: ${title} (${severity}, ${url})`),
  );
  return { faults };
}

/** @param {string} output @returns {any} - the JSON that a command has printed, an empty object where it has printed none */
function parse(output) {
  try {
    return JSON.parse(output.slice(output.indexOf('{')));
  } catch {
    return {};
  }
}
