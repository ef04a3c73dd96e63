import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Whether mpv is installed, without which the journeys of the desktop shell cannot run. */
export const hasMpv = spawnSync('mpv', ['--version']).status === 0;

/** The options with which the desktop shell starts mpv, without picture and sound. */
const options = [
  ...(JSON.parse(
    readFileSync(new URL('../../desktop/src-tauri/mpv-options.json', import.meta.url), 'utf8'),
  ) as string[]),
  '--vo=null',
  '--ao=null',
];

/** A real mpv that pages control as they do in the desktop shell. */
export interface MpvShell {
  /** The commands that mpv was given so far, such as `loadfile`. */
  commands(): unknown[][];
  /** The position that mpv has told last, in seconds. */
  positionSeconds(): number;
  isIdle(): boolean;
  [Symbol.asyncDispose](): Promise<void>;
}

declare global {
  interface Window {
    callShell: (command: string, given: Record<string, unknown>) => Promise<unknown>;
    emitFromShell: (event: string, payload: object) => void;
  }
}

/** Makes a page find the functions of the desktop shell in its window, with a real mpv behind them. */
export async function openMpvShell(page: Page): Promise<MpvShell> {
  const commands: unknown[][] = [];
  let child: ChildProcess | undefined;
  let socket: Socket | undefined;
  let started = 0;
  let positionSeconds = -1;
  let isIdle = true;
  const emit = (event: string, payload: object): void =>
    void page
      .evaluate(([name, told]) => window.emitFromShell(name, { ...told, origin: location.origin }), [
        event,
        payload,
      ] as const)
      .catch(() => {});

  function take(line: string): void {
    const message = JSON.parse(line) as { event?: string; name?: string; data?: unknown };
    if (message.event === 'file-loaded') isIdle = false;
    if (message.event === 'end-file') isIdle = true;
    if (message.name === 'time-pos' && typeof message.data === 'number') positionSeconds = message.data;
    emit('mpv-line', { process: started, line });
  }

  async function open(): Promise<{ process: number }> {
    const folder = mkdtempSync(join(tmpdir(), 'butaca-mpv-'));
    const path = join(folder, 'ipc');
    const own = spawn('mpv', [...options, `--input-ipc-server=${path}`], { stdio: 'ignore' });
    started += 1;
    const number = started;
    child = own;
    own.on('exit', (exitCode) => {
      rmSync(folder, { recursive: true, force: true });
      isIdle = true;
      if (child === own) emit('mpv-exit', { process: number, exitCode });
    });
    socket = await reach(path);
    socket.on('error', () => {});
    let rest = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    return { process: number };
  }

  async function close(): Promise<void> {
    const ended = child;
    child = undefined;
    if (ended === undefined || ended.exitCode !== null) return;
    const gone = once(ended, 'exit');
    ended.kill('SIGKILL');
    await gone;
  }

  await page.exposeFunction('callShell', async (command: string, given: { line?: string }) => {
    if (command === 'mpv_open') return open();
    if (command === 'mpv_close') return close();
    if (command !== 'mpv_send' || given.line === undefined) throw new Error(`${command} is no command`);
    commands.push((JSON.parse(given.line) as { command: unknown[] }).command);
    socket?.write(`${given.line}\n`);
    return undefined;
  });
  await page.addInitScript(() => {
    const callbacks: ((message: unknown) => void)[] = [];
    const listeners: { event: unknown; handler: unknown }[] = [];
    window.emitFromShell = (event, payload) => {
      for (const listener of listeners)
        if (listener.event === event) callbacks[Number(listener.handler)]?.({ payload });
    };
    Object.assign(window, {
      __TAURI_INTERNALS__: {
        transformCallback: (callback: (message: unknown) => void) => callbacks.push(callback) - 1,
        async invoke(command: string, given: { event?: unknown; handler?: unknown } = {}) {
          if (command !== 'plugin:event|listen') return window.callShell(command, given);
          listeners.push({ event: given.event, handler: given.handler });
          return undefined;
        },
      },
    });
  });
  return {
    commands: () => commands,
    positionSeconds: () => positionSeconds,
    isIdle: () => isIdle,
    [Symbol.asyncDispose]: close,
  };
}

/** Connects to a socket as soon as mpv has made it. */
async function reach(path: string): Promise<Socket> {
  for (;;) {
    const socket = connect(path);
    const isConnected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isConnected) return socket;
    await sleep(2);
  }
}
