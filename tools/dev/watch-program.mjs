// Bundles a program from its sources and runs it; after each saved change, again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'rolldown';
import { inSeconds } from '../terminal.mjs';

const pollMs = 30;
/** How long the program may take to end after SIGTERM. */
const stopMs = 10_000;

/** The processes that this one has asked to end. @type {WeakSet<import('node:child_process').ChildProcess>} */
const ending = new WeakSet();

/**
 * @typedef {object} WatchedProgram
 * @property {import('rolldown').InputOptions} bundle - with an input named `main`
 * @property {string} folder - where the bundle is written; emptied first
 * @property {Readonly<Record<string, string>>} env
 * @property {number} port - on which the program answers `/api/health`
 */

/**
 * Starts a program and follows its sources. Where they cannot be bundled, the running program goes on.
 *
 * @param {WatchedProgram} program
 */
export async function watchProgram({ bundle, folder, env, port }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** Whether the program answers, once the last start has ended. @type {Promise<boolean>} */
  let ready = Promise.resolve(false);
  let isStopping = false;
  const restart = async () => {
    await end(child);
    if (isStopping) return false;
    const started = start(path.join(folder, 'main.js'), env);
    child = started;
    const answers = await awaitAnswer(started, port);
    if (answers) {
      started.once('exit', (code) => {
        if (ending.has(started)) return;
        ready = Promise.resolve(false);
        console.error(`El servidor ha terminado (código ${code}). Guarda un cambio y arrancará de nuevo.`);
      });
    }
    return answers;
  };
  /** Starts the program after the last start has ended, and says so unless it is the first start. */
  const follow = async (/** @type {number} */ savedAt, /** @type {boolean} */ isFirst) => {
    const before = ready;
    ready = before.then(restart);
    const isReady = await ready;
    if (isStopping || isFirst) return;
    const time = inSeconds(performance.now() - savedAt);
    console.log(isReady ? `Servidor arrancado de nuevo (${time}).` : 'El servidor no ha arrancado.');
  };
  const watcher = watch({
    ...bundle,
    output: { dir: folder, format: 'esm', sourcemap: true, chunkFileNames: '[name].js' },
    watch: { exclude: ['**/node_modules/**'] },
  });
  await /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      let isFirst = true;
      watcher.on('event', (event) => {
        if (event.code === 'ERROR') console.error(`\n${event.error.message}`);
        if (event.code === 'BUNDLE_END') {
          void follow(performance.now() - event.duration, isFirst);
          isFirst = false;
        }
        if (event.code === 'ERROR' || event.code === 'BUNDLE_END') {
          void event.result.close();
          resolve();
        }
      });
    })
  );
  return {
    whenReady: () => ready,
    async stop() {
      isStopping = true;
      await watcher.close();
      await ready;
      await end(child);
    },
  };
}

/** @param {string} entry @param {Readonly<Record<string, string>>} env */
function start(entry, env) {
  return spawn(process.execPath, ['--enable-source-maps', entry], {
    // With the name of npm's script the program ends by itself when this process is killed.
    env: { ...process.env, npm_lifecycle_event: 'dev', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/**
 * Waits until a program answers, or has ended.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} port
 */
async function awaitAnswer(child, port) {
  while (isRunning(child)) {
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/api/health`);
      if (ok) return true;
    } catch {
      // Nothing listens on the port yet.
    }
    await delay(pollMs);
  }
  return false;
}

/** @param {import('node:child_process').ChildProcess | undefined} child */
async function end(child) {
  if (child === undefined || !isRunning(child)) return;
  ending.add(child);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
  await exit;
  clearTimeout(timer);
}

/** @param {import('node:child_process').ChildProcess} child */
function isRunning({ exitCode, signalCode }) {
  return exitCode === null && signalCode === null;
}
