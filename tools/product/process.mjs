import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot, rootFolder } from '../paths.mjs';

/** How long the product may take to start, in ms: the first start makes a database and the demo. It only ends one that hangs. */
const startMs = 170_000;
/** How long the product may take to end after SIGTERM, in ms. */
const endMs = 30_000;

/**
 * The size of the young heap in MB, which `npm start` sets too: the garbage of many short requests is collected less
 * often.
 */
const youngHeapMegabytes = 64;

/** How much of what the product prints is kept, in characters, for when it ends with an error. */
const keptCharacters = 16_384;

/** The variables of every process: a free port of this machine alone, and only what goes wrong in the log. */
const quiet = { NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' };

/** The variables of a product on which one machine plays many people. */
export const unlimited = {
  LOGIN_ATTEMPTS_PER_MINUTE: '0',
  REGISTRATIONS_PER_DAY: '0',
  REQUESTS_PER_MINUTE: '0',
};

/** @type {typeof import('./process.d.mts').startProcess} */
export async function startProcess({ script, env = {}, isOwnGroup = false, youngMegabytes, signal } = {}) {
  const heap = `--max-semi-space-size=${youngMegabytes ?? youngHeapMegabytes}`;
  const run = (port = env['PORT'] ?? quiet.PORT, runSignal = signal) =>
    runOnce(
      [heap, script ?? inRoot('apps/server/dist/main.js')],
      { ...env, PORT: port },
      isOwnGroup,
      runSignal,
    );
  let running = await run();
  const { port } = running;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pid: () => running.child.pid ?? 0,
    ended: () => running.ended,
    async kill() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async restart() {
      running = await run(String(port), undefined);
    },
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
    async stop() {
      const { child, ended } = running;
      child.kill('SIGTERM');
      const timer = setTimeout(() => {
        console.error(
          `The server (process ${child.pid}) has not ended ${endMs / 1_000} s after SIGTERM: killed.`,
        );
        child.kill('SIGKILL');
      }, endMs);
      try {
        return await ended;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Starts the product, and waits until it has told its address and all that it tells at a start.
 *
 * @param {readonly string[]} words - options of Node and the script
 * @param {Readonly<Record<string, string>>} env
 * @param {boolean} isOwnGroup
 * @param {AbortSignal | undefined} signal
 */
async function runOnce(words, env, isOwnGroup, signal) {
  const child = spawn(process.execPath, words, {
    cwd: rootFolder,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: isOwnGroup,
  });
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  const ended = once(child, 'exit').then(([code]) => /** @type {number | null} */ (code));
  let said = '';
  const port = await new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-keptCharacters);
      if (!said.includes('Ctrl+C')) return;
      const found = /http:\/\/localhost:(\d+)/u.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(Number(found));
    });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the product did not start within ${startMs / 1_000} s:\n${said}`));
    }, startMs);
    signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
    child.once('exit', (code) => {
      clearTimeout(timer);
      // After the start, nobody waits for this promise any more.
      if (code) process.stderr.write(`The product has ended with ${code}:\n${said}\n`);
      reject(new Error(`the product did not start, it ended with ${code}:\n${said}`));
    });
  });
  return { child, ended, port };
}
