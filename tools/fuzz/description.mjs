// Fuzzes the API by an independent tool, Schemathesis, which knows nothing of the product but its OpenAPI description.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from '../child.mjs';
import { openSession, readDemoAccount, sessionHeaders } from '../product/people.mjs';
import { startProcess, unlimited } from '../product/process.mjs';
import { inRoot } from '../paths.mjs';
import { isInstalled } from '../shells.mjs';

/**
 * A session with which the tool calls the API.
 *
 * @typedef {{ token: string, deviceId: string }} Session
 */

/**
 * One run of the tool: who calls, for which share of the time, and which calls.
 *
 * @typedef {object} Run
 * @property {string} name
 * @property {'admin' | 'viewer'} caller
 * @property {number} share - of the whole time, 0 to 1
 * @property {boolean} [isEnding] - tries the calls which end the session of their caller or delete what others need,
 * which other runs leave out
 * @property {boolean} [hasIds] - gives paths the ids of items that exist
 */

/** @type {readonly Run[]} */
const runs = [
  { name: 'an administrator', caller: 'admin', share: 0.3 },
  { name: 'an administrator who names items that exist', caller: 'admin', share: 0.3, hasIds: true },
  { name: 'a viewer', caller: 'viewer', share: 0.25 },
  { name: 'calls that end sessions or delete much', caller: 'admin', share: 0.15, isEnding: true },
];

/** The calls that end the session of their caller, or delete what the other runs need. */
const endingCalls =
  '^(logout|endSession|changePassword|deactivateDevice|deactivateAllDevices|resetAccountPassword|setAccountStatus|setAccountRole|restoreBackup|removeDemo)$';

/**
 * What an answer is checked for. A method that the description does not name is answered 404 and not 405, and input
 * that the description allows may still be refused for a rule that it cannot express (a name that is taken).
 */
const excludedChecks = 'positive_data_acceptance,unsupported_method';

const adminPassword = 'clave-de-pruebas-2031';

/**
 * Starts the built product with its demo catalogue, which connects to this machine only, and lets Schemathesis call every
 * endpoint of its OpenAPI description for so long: an answer must never be a 5xx, must be one that the description
 * declares, and input that the description forbids must be refused, as must calls without a session.
 *
 * @param {{ seconds: number, print: (text: string) => void }} options
 * @returns {Promise<import('../counted-run.mjs').Counts>} one test for each run; none where Python is missing
 */
export async function fuzzDescription({ seconds, print }) {
  const counts = { passed: 0, failed: 0 };
  const tool = await installTool();
  if (typeof tool !== 'string') {
    print(`Descripción de la API: se omite, porque ${tool.missing}.\n`);
    return counts;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'butaca-fuzz-'));
  const server = await startProcess({
    env: {
      DATA_DIR: path.join(folder, 'data'),
      DEMO: 'true',
      ADMIN_PASSWORD: adminPassword,
      ...unlimited,
      LOG_LEVEL: 'silent',
      NODE_OPTIONS: `--import=${pathToFileURL(inRoot('tools/fuzz/only-loopback.mjs')).href}`,
    },
  });
  try {
    for (const run of runs) {
      const session = await signIn(server.url, run.caller, path.join(folder, 'data'));
      const file = path.join(folder, 'schemathesis.toml');
      await writeFile(file, await settingsOf(server.url, session, run.hasIds === true));
      const { code, output } = await runChild(tool, argumentsOf(server.url, file, run, seconds), {
        cwd: folder,
      });
      const cases = /^\s*(\d+) generated.*$/mu.exec(output)?.[0].trim() ?? 'no test cases';
      const isHeld = run.isEnding === true || (await isSignedIn(server.url, session));
      if (code === 0 && isHeld) {
        counts.passed += 1;
        print(`✓ the API as described, called by ${run.name}: ${cases}\n`);
      } else {
        counts.failed += 1;
        print(
          `${output}\n✗ the API as described, called by ${run.name}: ${isHeld ? cases : 'the session ended'}\n`,
        );
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return counts;
}

/**
 * Installs the tool into a folder of its own, once for each list of requirements.
 *
 * @returns {Promise<string | { missing: string }>} the path of the program, or why there is none
 */
async function installTool() {
  if (!isInstalled('python3')) return { missing: 'falta python3 en esta máquina' };
  const requirements = inRoot('tools/fuzz/requirements.txt');
  const wanted = await readFile(requirements, 'utf8');
  const folder = inRoot('.cache', 'schemathesis');
  const program = path.join(folder, 'bin', 'st');
  const mark = path.join(folder, 'requirements.txt');
  if (existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return program;
  await rm(folder, { recursive: true, force: true });
  const made = await runChild('python3', ['-m', 'venv', folder]);
  if (made.code !== 0) return { missing: 'falta el módulo venv de Python (en Debian: python3-venv)' };
  const pip = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--timeout',
    '20',
    '--retries',
    '1',
    '-r',
    requirements,
  ];
  const installed = await runChild(path.join(folder, 'bin', 'python3'), pip);
  if (installed.code !== 0) {
    return { missing: `Schemathesis no se pudo instalar (${installed.output.trim().split('\n').at(-1)})` };
  }
  await writeFile(mark, wanted);
  return program;
}

/**
 * @param {string} url
 * @param {string} settings - the path of the settings file
 * @param {Run} run
 * @param {number} seconds - of all runs
 */
function argumentsOf(url, settings, run, seconds) {
  const checks = `--checks all --exclude-checks ${excludedChecks}`;
  const time = `--max-time ${Math.max(1, Math.round(seconds * run.share))} --request-timeout 30`;
  const which = run.isEnding === true ? '--include-operation-id-regex' : '--exclude-operation-id-regex';
  const options = `${checks} ${time} --continue-on-failure --warnings off`.split(' ');
  return ['--config-file', settings, 'run', `${url}/api/docs/openapi.json`, ...options, which, endingCalls];
}

/**
 * The settings of the tool: the session of its calls and, if wanted, the ids of items that exist. Ids are not given for
 * accounts, because the calls would change those that other runs sign in with.
 *
 * @param {string} url
 * @param {Session} session
 * @param {boolean} hasIds
 */
async function settingsOf(url, session, hasIds) {
  const lines = [
    '[auth.openapi.session]',
    `bearer = "${session.token}"`,
    '[parameters]',
    `"header.x-device-id" = "${session.deviceId}"`,
  ];
  if (!hasIds) return lines.join('\n');
  /** @param {string} address */
  const firstOf = async (address) => {
    const response = await fetch(`${url}${address}`, { headers: sessionHeaders(session) });
    const items = Object.values(/** @type {object} */ (await response.json())).find(Array.isArray);
    return items?.[0]?._id;
  };
  const ids = {
    '^/api/(videos|progress)': await firstOf('/api/videos'),
    '^/api/channels': await firstOf('/api/channels/list'),
    '^/api/collections': await firstOf('/api/collections'),
    '^/api/admin/providers': await firstOf('/api/admin/providers'),
  };
  for (const [pattern, id] of Object.entries(ids)) {
    if (id === undefined) continue;
    lines.push('[[operations]]', `include-path-regex = '${pattern}'`, `parameters = { "path.id" = "${id}" }`);
  }
  return lines.join('\n');
}

/** @param {string} url @param {Session} session */
async function isSignedIn(url, session) {
  const { ok } = await fetch(`${url}/api/auth/me`, { headers: sessionHeaders(session) });
  return ok;
}

/**
 * Signs in on a new device: the administrator, or a viewer of the demo.
 *
 * @param {string} url
 * @param {'admin' | 'viewer'} caller
 * @param {string} dataFolder
 * @returns {Promise<Session>}
 */
async function signIn(url, caller, dataFolder) {
  const isAdmin = caller === 'admin';
  const account = isAdmin
    ? { username: 'admin', password: adminPassword }
    : await readDemoAccount(dataFolder, 'demo-premium');
  return openSession(url, account);
}
