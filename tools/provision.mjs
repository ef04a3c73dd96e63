// Finds the programs that the tests run, Chromium and ffmpeg, and installs missing ones: both from Debian's packages
// when run as root on Debian; otherwise only Chromium, as Playwright's download.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './bootstrap.mjs';
import { runChild } from './child.mjs';
import { inRoot } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';

/**
 * The paths of the programs that the tests run.
 *
 * @typedef {object} TestPrograms
 * @property {string} chromium - a browser that starts on this machine
 * @property {string} ffmpeg - an ffmpeg that can encode H.264
 * @property {string} ffprobe
 */

const environmentNames = { chromium: 'BUTACA_CHROMIUM', ffmpeg: 'BUTACA_FFMPEG', ffprobe: 'BUTACA_FFPROBE' };

const advice = {
  chromium: 'Instala Chromium o Chrome, o indica dónde está con BUTACA_CHROMIUM=/ruta/al/navegador.',
  ffmpeg:
    'Instala ffmpeg con libx264 («apt-get install ffmpeg» como root, «brew install ffmpeg» o «winget install ffmpeg»), o indica dónde está con BUTACA_FFMPEG=/ruta/a/ffmpeg.',
  ffprobe: 'Viene con ffmpeg; si está en otro sitio, indícalo con BUTACA_FFPROBE=/ruta/a/ffprobe.',
};

/**
 * Finds or installs every program that the tests run (Chromium, ffmpeg, ffprobe), and sets their paths in the
 * environment variables of this process, which its children inherit.
 *
 * @returns {Promise<TestPrograms>} absolute paths, or the values of the environment variables
 * @throws {Stop} a sentence in Spanish for each program that is missing and cannot be installed
 */
export async function provision() {
  let found = await findAll();
  if (!found.chromium || !found.ffmpeg || !found.ffprobe) {
    const complaints = [await installFromDebian(found)];
    found = await findAll();
    if (!found.chromium) complaints.push(await downloadChromium());
    found = { ...found, chromium: found.chromium ?? (await findChromium()) };
    refuseMissing(found, complaints);
  }
  const programs = /** @type {TestPrograms} */ (found);
  for (const name of namesOf(programs)) process.env[environmentNames[name]] = programs[name];
  return programs;
}

/** Lists the names of programs that were found, such as `ffmpeg`. @param {object} programs - their paths by name */
function namesOf(programs) {
  return /** @type {(keyof TestPrograms)[]} */ (Object.keys(programs));
}

async function findAll() {
  const [chromium, ffmpeg, ffprobe] = await Promise.all([
    findChromium(),
    findFirst('ffmpeg', ['ffmpeg'], encodesH264),
    findFirst('ffprobe', ['ffprobe'], answers('-version')),
  ]);
  return { chromium, ffmpeg, ffprobe };
}

async function findChromium() {
  const { chromium } = await import('playwright-core');
  const places = [...systemBrowsers(), chromium.executablePath()];
  // On Windows only the existence of the browser's file is checked: Chrome would open a window instead of printing its
  // version.
  return await findFirst(
    'chromium',
    places,
    process.platform === 'win32' ? existsSync : answers('--version'),
  );
}

/**
 * Finds the first path of a program at which the program runs. If an environment variable names a path for the program,
 * only that path is tried.
 *
 * @param {keyof TestPrograms} name
 * @param {string[]} places
 * @param {(place: string) => boolean | Promise<boolean>} runs
 */
async function findFirst(name, places, runs) {
  const given = process.env[environmentNames[name]];
  for (const place of given ? [given] : places.flatMap(inPath)) {
    if (await runs(place)) return place;
  }
  if (given)
    throw new Stop(`${environmentNames[name]} dice ${given}, pero ahí no hay ningún ${name} que funcione.`);
  return undefined;
}

/** Makes a check whether a program runs with the given option and succeeds. @param {string} flag */
function answers(flag) {
  return async (/** @type {string} */ program) => (await runChild(program, [flag])).code === 0;
}

/** @param {string} program */
async function encodesH264(program) {
  const { code, output } = await runChild(program, ['-hide_banner', '-encoders']);
  return code === 0 && output.includes('libx264');
}

/**
 * Lists every path at which a program lies in the folders of the PATH, because Playwright needs an absolute path.
 *
 * @param {string} program - a bare name, or a path, which is returned unchanged
 */
function inPath(program) {
  if (path.isAbsolute(program)) return [program];
  const fileName = process.platform === 'win32' ? `${program}.exe` : program;
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, fileName)).filter((place) => existsSync(place));
}

function systemBrowsers() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name]);
    return roots.flatMap((root) => (root ? [path.join(root, 'Google/Chrome/Application/chrome.exe')] : []));
  }
  // The headless shell is the same Chromium without windows; it takes a fifth less processor time for the same tests.
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
}

/**
 * Installs Chromium and ffmpeg from Debian's packages, as far as they are missing.
 *
 * @param {Partial<TestPrograms>} found
 * @returns {Promise<string>} the error; empty when there was none or nothing had to be installed
 */
async function installFromDebian({ chromium, ffmpeg, ffprobe }) {
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) return '';
  // Ubuntu's package «chromium» only installs the snap package, which runs neither in a container nor for root.
  const wantsBrowser = !chromium && !/^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  const wantsFfmpeg = !ffmpeg || !ffprobe;
  if (!wantsBrowser && !wantsFfmpeg) return '';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // apt-get is to wait while another apt-get holds the lock of the package system, and to retry failed downloads.
  const patient = ['-q', '-y', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  console.log('Instalando lo que piden las pruebas con apt-get (solo la primera vez)…');
  const update = await runChild('apt-get', ['update', ...patient], { env });
  const shell = 'chromium-headless-shell';
  // Older releases of Debian have no package with the headless shell alone.
  const hasShell = wantsBrowser && (await runChild('apt-cache', ['show', shell])).code === 0;
  const packages = [
    ...(wantsBrowser ? [hasShell ? shell : 'chromium'] : []),
    ...(wantsFfmpeg ? ['ffmpeg'] : []),
  ];
  console.log(`Paquetes: ${packages.join(', ')}`);
  const install = await runChild('apt-get', ['install', '--no-install-recommends', ...patient, ...packages], {
    env,
  });
  return install.code === 0
    ? ''
    : `apt-get: ${lastLines(update.code === 0 ? '' : update.output)}${lastLines(install.output)}`;
}

/** Installs Playwright's Chromium. @returns {Promise<string>} the error, or an empty text */
async function downloadChromium() {
  console.log('Descargando el Chromium de Playwright (solo la primera vez)…');
  const args = [
    inRoot('node_modules/playwright-core/cli.js'),
    'install',
    ...(isRoot() ? ['--with-deps'] : []),
  ];
  const { code, output } = await runChild(process.execPath, [...args, 'chromium']);
  return code === 0 ? '' : `Playwright: ${lastLines(output)}`;
}

const isRoot = () => process.getuid?.() === 0;

/** The last four lines of a program's output. @param {string} text */
function lastLines(text) {
  return text.trim().split('\n').slice(-4).join('\n');
}

/**
 * Throws when a program that the tests run is still missing.
 *
 * @param {Partial<TestPrograms>} found
 * @param {string[]} complaints - what went wrong while the programs were installed
 */
function refuseMissing(found, complaints) {
  const missing = namesOf(advice).filter((name) => !found[name]);
  if (missing.length === 0) return;
  const sentences = missing.map((name) => `Falta ${name} para las pruebas. ${advice[name]}`);
  throw new Stop([...sentences, ...complaints.filter(Boolean)].join('\n'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => {
    await ensureDependencies();
    const programs = await provision();
    for (const name of namesOf(programs)) console.log(`${name}: ${programs[name]}`);
  });
}
