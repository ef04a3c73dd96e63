import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The options with which the desktop shell starts mpv, without picture and sound. @type {string[]} */
const mpvOptions = [
  ...JSON.parse(readFileSync(new URL('../src-tauri/mpv-options.json', import.meta.url), 'utf8')),
  '--vo=null',
  '--ao=null',
];

/**
 * Connects to a real mpv over a Unix socket in a folder that only its owner may enter, as the desktop shell does.
 *
 * @param {typeof import('../../../packages/bridge/src/index.ts')} bridge
 * @param {{ program?: string, extraOptions?: () => string[] }} [options] - the options to add at each start
 */
export function createSocketTransport(bridge, { program = 'mpv', extraOptions = () => [] } = {}) {
  /** @type {Set<(line: string) => void>} */
  const lineListeners = new Set();
  /** @type {Set<(exitCode: number | undefined) => void>} */
  const exitListeners = new Set();
  /** Every line in both directions, with the time of each. @type {{ at: number, line: string }[]} */
  const log = [];
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {import('node:net').Socket | undefined} */
  let socket;
  let startCount = 0;

  return { open, send, close, onLine, onExit, log, pid: () => child?.pid, starts: () => startCount };

  async function open() {
    startCount += 1;
    // `mkdtemp` makes folders with mode 0700.
    const folder = mkdtempSync(path.join(tmpdir(), 'butaca-mpv-'));
    const address = path.join(folder, 'ipc');
    const started = spawn(program, [...mpvOptions, `--input-ipc-server=${address}`, ...extraOptions()], {
      stdio: 'ignore',
    });
    /** How mpv could not be started, or its exit code. @type {{ error?: Error, code?: number | undefined } | undefined} */
    let over;
    started.on('error', (error) => (over = { error }));
    started.on('exit', (code) => {
      over ??= { code: code ?? undefined };
      rmSync(folder, { recursive: true, force: true });
      if (child !== started) return;
      child = undefined;
      for (const listener of exitListeners) listener(code ?? undefined);
    });
    const connected = await reach(address, () => over !== undefined);
    if (connected === undefined) {
      rmSync(folder, { recursive: true, force: true });
      if (over?.error !== undefined) throw new bridge.MpvFailure('missing', over.error.message);
      throw new bridge.MpvFailure('start', `mpv no se pudo iniciar (code: ${over?.code}).`);
    }
    child = started;
    socket = connected;
    // A process that is killed resets its connection.
    socket.on('error', () => {});
    let rest = '';
    socket.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
  }

  /** @param {string} line */
  function take(line) {
    log.push({ at: performance.now(), line });
    for (const listener of lineListeners) listener(line);
  }

  /** @param {string} line */
  async function send(line) {
    log.push({ at: performance.now(), line });
    socket?.write(`${line}\n`);
  }

  async function close() {
    const ended = child;
    child = undefined;
    if (ended === undefined) return;
    const gone = once(ended, 'exit');
    ended.kill('SIGKILL');
    await gone;
  }

  /** @param {(line: string) => void} listener */
  function onLine(listener) {
    lineListeners.add(listener);
    return () => void lineListeners.delete(listener);
  }

  /** @param {(exitCode: number | undefined) => void} listener */
  function onExit(listener) {
    exitListeners.add(listener);
    return () => void exitListeners.delete(listener);
  }
}

/**
 * Connects to a socket as soon as it exists; `undefined` when the process that should make it is over.
 *
 * @param {string} address
 * @param {() => boolean} isOver
 */
async function reach(address, isOver) {
  while (!isOver()) {
    const socket = connect(address);
    const isConnected = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    if (isConnected) return socket;
    await sleep(2);
  }
  return undefined;
}
