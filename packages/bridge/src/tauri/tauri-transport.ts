import { isRecord } from '../base/is-record.ts';
import { createListeners } from '../base/listeners.ts';
import { died, missing, notStarted, refused, type MpvFailure } from '../mpv/mpv-failure.ts';
import type { MpvTransport } from '../mpv/mpv-transport.ts';

/** The functions that Tauri 2 puts into the window, as far as they are used here. */
export interface TauriInternals {
  invoke(command: string, options?: Record<string, unknown>): Promise<unknown>;
  /** Gives a number under which Rust can call a function of the page. */
  transformCallback(callback: (message: unknown) => void): number;
}

/*
 * Carries mpv's lines between the page and the desktop shell. The shell numbers the processes that it starts: what it
 * reports of a process that this page has ended is ignored. Its events reach every page of the window, so they name the
 * origin that they are for: what still comes for the page of another server is ignored.
 */

/**
 * Connects to mpv through the desktop shell.
 *
 * @param origin - the origin of this page
 */
export function createTauriTransport(tauri: TauriInternals, origin: string): MpvTransport {
  const lines = createListeners<string>();
  const exits = createListeners<number | undefined>();
  /** The number of the process in use. */
  let current: number | undefined;
  /** Exits of processes whose number was not known yet, with their exit codes. */
  const early = new Map<number, number | undefined>();
  let listening: Promise<void> | undefined;

  return {
    async open() {
      listening ??= listen();
      await listening;
      early.clear();
      const answer = await tauri.invoke('mpv_open').catch((error: unknown) => {
        throw readOpenFailure(error);
      });
      const number = isRecord(answer) ? answer['process'] : undefined;
      if (typeof number !== 'number') throw notStarted();
      if (early.has(number)) throw notStarted(early.get(number));
      current = number;
    },
    async send(line) {
      if (current === undefined) throw died();
      await tauri.invoke('mpv_send', { process: current, line }).catch(() => {
        throw refused();
      });
    },
    async close() {
      current = undefined;
      await tauri.invoke('mpv_close');
    },
    onLine: lines.add,
    onExit: exits.add,
  };

  async function listen(): Promise<void> {
    await listenTo('mpv-line', (message) => {
      if (message['process'] === current && typeof message['line'] === 'string') lines.tell(message['line']);
    });
    await listenTo('mpv-exit', ({ process: number, exitCode: code }) => {
      if (typeof number !== 'number') return;
      const exitCode = typeof code === 'number' ? code : undefined;
      if (number !== current) {
        early.set(number, exitCode);
        return;
      }
      current = undefined;
      exits.tell(exitCode);
    });
  }

  async function listenTo(event: string, take: (message: Record<string, unknown>) => void): Promise<void> {
    const handler = tauri.transformCallback((message) => {
      const payload = isRecord(message) ? message['payload'] : undefined;
      if (isRecord(payload) && payload['origin'] === origin) take(payload);
    });
    await tauri.invoke('plugin:event|listen', { event, target: { kind: 'Any' }, handler });
  }
}

function readOpenFailure(error: unknown): MpvFailure {
  if (!isRecord(error)) return notStarted();
  if (error['code'] === 'missing') return missing();
  return notStarted(typeof error['exitCode'] === 'number' ? error['exitCode'] : undefined);
}
