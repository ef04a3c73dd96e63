// Reads the published advisories about the npm packages that the product runs with, by npm's own command.
import { runChild } from './child.mjs';
import { rootFolder } from './paths.mjs';

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
 * Asks the registry for advisories about the packages of package-lock.json that are not only for tests and builds.
 *
 * @param {{ registry?: string }} [options] - another registry than the one that npm is set to
 * @returns {Promise<{ faults: string[], unanswered?: string }>} a sentence for each severe advisory; or why the registry
 * gave none, for one that is out of reach or keeps no advisories
 */
export async function readAdvisories({ registry } = {}) {
  const args = ['audit', '--package-lock-only', '--omit=dev', '--json', '--loglevel', 'silent'];
  const patience = ['--fetch-retries=0', '--fetch-timeout=15000'];
  const where = registry === undefined ? [] : ['--registry', registry];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { output } = await runChild(npm, [...args, ...patience, ...where], { cwd: rootFolder });
  const { vulnerabilities, message } = parse(output);
  if (vulnerabilities === undefined)
    return { faults: [], unanswered: message ?? output.trim().slice(0, 200) };
  const faults = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((advisory) => typeof advisory === 'object')
      .filter(({ severity }) => severe.has(severity))
      .map(({ title, url, severity }) => `${name}: ${title} (${severity}, ${url})`),
  );
  return { faults };
}

/** @param {string} output @returns {Report} */
function parse(output) {
  try {
    return /** @type {Report} */ (JSON.parse(output.slice(output.indexOf('{'))));
  } catch {
    return {};
  }
}
