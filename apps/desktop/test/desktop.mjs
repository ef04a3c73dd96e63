import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findFreePort } from '../../../tools/cluster/free-port.mjs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listDescendants, listProcesses, listProcessesWith } from './processes.mjs';
import { openSession, until } from './webdriver.mjs';

/** The shell and its driver, as `run.mjs` has built them. */
const application = needVariable('BUTACA_SHELL');
const driverProgram = needVariable('BUTACA_TAURI_DRIVER');

const displayWidth = 1440;
/** In pixels. */
export const displayHeight = 900;

/** Starts a display that nobody sees, with a window manager. */
export async function startDisplay() {
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', `${displayWidth}x${displayHeight}x24`, '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = String(await once(/** @type {any} */ (server.stdio[3]), 'data')).trim();
  const display = `:${number}`;
  const manager = spawn('openbox', [], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
  return {
    display,
    /** Sends keys or clicks as a person would. @param {...string} words */
    act(...words) {
      return execFileSync('xdotool', words, { env: { ...process.env, DISPLAY: display } }).toString();
    },
    /** Writes a picture of the display. @param {string} file */
    shoot(file) {
      const input = ['-f', 'x11grab', '-video_size', `${displayWidth}x${displayHeight}`, '-i', display];
      execFileSync('ffmpeg', ['-v', 'error', ...input, '-frames:v', '1', '-y', file]);
    },
    async stop() {
      const ended = [once(manager, 'exit'), once(server, 'exit')];
      manager.kill();
      server.kill();
      await Promise.all(ended);
    },
  };
}

/**
 * A computer with a person's folders of its own, on which the shell can be started several times.
 *
 * @param {string} display
 */
export async function startComputer(display) {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-shell-'));
  const programs = path.join(folder, 'programs');
  const opened = path.join(folder, 'opened');
  for (const name of ['programs', 'home', 'config', 'data', 'cache', 'tmp'])
    mkdirSync(path.join(folder, name));
  mkdirSync(path.join(folder, 'run'), { mode: 0o700 });
  installProgram('xdg-open', `echo "$1" >> '${opened}'`);
  installMpv();
  const bus = `unix:path=${path.join(folder, 'run', 'bus')}`;
  const messages = spawn('dbus-daemon', ['--session', '--nofork', '--print-address', `--address=${bus}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(messages.stdout, 'data');
  const port = await findFreePort();
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: bus,
    DISPLAY: display,
    HOME: path.join(folder, 'home'),
    // Only these programs can be started by the shell.
    PATH: programs,
    TMPDIR: path.join(folder, 'tmp'),
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    XDG_DATA_HOME: path.join(folder, 'data'),
    XDG_RUNTIME_DIR: path.join(folder, 'run'),
    // No service for people who read with their ears, which every start would have to wait for.
    NO_AT_BRIDGE: '1',
  };
  const nativePort = await findFreePort();
  const native = ['--native-driver', '/usr/bin/WebKitWebDriver', '--native-port', String(nativePort)];
  const server = spawn(driverProgram, ['--port', String(port), ...native], { env, stdio: 'ignore' });
  await until(() => isListening(port), 'driver');

  return {
    folder,
    installMpv,
    installProgram,
    removeProgram,
    open: () => openSession(`http://127.0.0.1:${port}`, application),
    /** Starts the shell beside one that may run already, and waits until it has ended. @param {...string} words */
    async startAgain(...words) {
      const second = spawn(application, words, { env, stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      return /** @type {number | null} */ (code);
    },
    /** What was opened in the system's browser, in order. */
    openedAddresses: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []),
    shellPid: () =>
      listDescendants(Number(server.pid)).find(({ command }) => command[0] === application)?.pid,
    /** The processes of mpv that the shell has started, also those that outlive it. */
    mpvPids: () => listMpv().map(({ pid }) => pid),
    mpvSocket: () => listMpv()[0]?.socket,
    async stop() {
      const ended = [once(server, 'exit'), once(messages, 'exit')];
      server.kill();
      messages.kill();
      await Promise.all(ended);
      // Until they are gone, they may write into the folder. Some have outlived the process that started them, so
      // they are known by their environment.
      await until(() => {
        const left = listProcessesWith(`XDG_CACHE_HOME=${env.XDG_CACHE_HOME}`);
        left.forEach(endProcess);
        return left.length === 0;
      }, 'end of what the shell has started');
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function listMpv() {
    const option = '--input-ipc-server=';
    return listProcesses().flatMap(({ pid, command }) => {
      const word = command.find((one) => one.startsWith(`${option}${folder}/tmp/butaca-mpv-`));
      return word === undefined ? [] : [{ pid, socket: word.slice(option.length) }];
    });
  }

  /** Makes a program of a shell script. @param {string} name @param {string} script */
  function installProgram(name, script) {
    removeProgram(name);
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(programs, name), 0o755);
  }

  /** The real mpv. This display has no graphics card and the machine no sound; looking for them takes mpv long. */
  function installMpv() {
    installProgram('mpv', 'exec /usr/bin/mpv --vo=x11 --ao=null "$@"');
  }

  /** @param {string} name */
  function removeProgram(name) {
    rmSync(path.join(programs, name), { force: true });
  }
}

/** Ends a process that may have ended already. @param {number} pid */
function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** @param {number} port */
async function isListening(port) {
  return await fetch(`http://127.0.0.1:${port}/status`).then(
    () => true,
    () => false,
  );
}

/** @param {string} name */
function needVariable(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start the tests with run.mjs`);
  return value;
}
