// Builds the web client (Vite) and the server (rolldown) into new folders beside those of the last build, and swaps
// both in at the end, so that a failed build leaves the old build in place. A stamp file holds a hash of all inputs of
// the build, so that unchanged sources are not rebuilt.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './bootstrap.mjs';
import { withFileLock } from './file-lock.mjs';
import { fingerprint, listFiles } from './fingerprint.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { inSeconds, runCommand } from './terminal.mjs';
import { emitWorkers } from './worker-entries.mjs';

const stampFile = inRoot('.cache', 'build.stamp');
const apps = ['apps/server', 'apps/web'];

/**
 * Builds the web client and the server if the sources have changed since the last build.
 *
 * @returns {Promise<boolean>} whether a build was made
 * @throws {Error} the bundler's error; the last build stays in place
 */
export async function buildWhenStale() {
  return await withFileLock(
    inRoot('.cache', 'build.lock'),
    async () => {
      const wanted = fingerprint(rootFolder, sourceFiles());
      if (isBuilt(wanted)) return false;
      console.log('Compilando…');
      const startedAt = performance.now();
      rmSync(stampFile, { force: true });
      for (const app of apps) rmSync(inRoot(app, 'dist-next'), { recursive: true, force: true });
      await buildServer(inRoot('apps/server/dist-next'));
      await buildWeb(inRoot('apps/web/dist-next'));
      for (const app of apps) swapIn(inRoot(app));
      mkdirSync(path.dirname(stampFile), { recursive: true });
      writeFileSync(stampFile, wanted);
      console.log(`Compilado en ${inSeconds(performance.now() - startedAt)}.`);
      return true;
    },
    (pid) => console.log(`Otra compilación está en marcha (pid ${pid}); esperando a que termine…`),
  );
}

/** Whether the last build of the web client and the server was made from the current sources. */
export function isBuildFresh() {
  return isBuilt(fingerprint(rootFolder, sourceFiles()));
}

/**
 * Lists every input file of a build: sources, HTML pages, configuration, the installed versions, and the build tools
 * themselves.
 */
function sourceFiles() {
  const folders = ['apps/server', 'apps/web', 'packages'].flatMap((folder) => listFiles(inRoot(folder)));
  const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|[\\/]test[\\/]/.test(file);
  return [
    ...folders.filter((file) => !isTest(file)),
    inRoot('package-lock.json'),
    inRoot('tsconfig.base.json'),
    inRoot('tools/build.mjs'),
    inRoot('tools/worker-entries.mjs'),
  ];
}

/** Whether the last build exists and has the given hash of inputs. @param {string} wanted */
function isBuilt(wanted) {
  if (!existsSync(inRoot('apps/server/dist/main.js')) || !existsSync(inRoot('apps/web/dist/index.html')))
    return false;
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted;
}

/**
 * Packages that load native code, files or threads of their own, which a bundle would not contain. All others are
 * bundled: loading them from a thousand files takes a third of the CPU time of a start.
 */
const unbundled = /^(?:sharp|@node-rs|pg-native|pino|piscina|thread-stream)(?:\/|$)/;

/** What the server's bundle is made from: `main`, and each command. @returns {import('rolldown').InputOptions} */
export function serverBundle() {
  const source = inRoot('apps/server/src');
  const commands = listFiles(path.join(source, 'cli')).filter((file) => /(?<!\.test)\.ts$/.test(file));
  return {
    input: {
      main: path.join(source, 'main.ts'),
      ...Object.fromEntries(commands.map((file) => [`cli/${path.basename(file, '.ts')}`, file])),
    },
    platform: 'node',
    external: unbundled,
    plugins: [emitWorkers()],
    transform: { target: 'node20' },
  };
}

/** Bundles the server and its commands into a new folder. @param {string} outFolder */
async function buildServer(outFolder) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown(serverBundle());
  try {
    await bundle.write({
      dir: outFolder,
      format: 'esm',
      sourcemap: true,
      chunkFileNames: '[name]-[hash].js',
    });
  } finally {
    await bundle.close();
  }
}

/** Builds the web client into a new folder. @param {string} outFolder */
async function buildWeb(outFolder) {
  const vite = await import('vite');
  await vite.build({
    root: inRoot('apps/web'),
    logLevel: 'warn',
    build: { outDir: outFolder, emptyOutDir: true },
  });
}

/** Puts the new build of an app in the place of the old one. @param {string} app */
function swapIn(app) {
  const [current, next, old] = ['dist', 'dist-next', 'dist-old'].map((name) => path.join(app, name));
  if (!current || !next || !old) return;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, old);
  renameSync(next, current);
  rmSync(old, { recursive: true, force: true });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => {
    await ensureDependencies();
    const isQuiet = process.argv.includes('--quiet');
    if (!(await buildWhenStale()) && !isQuiet) console.log('Nada ha cambiado desde la última compilación.');
  });
}
