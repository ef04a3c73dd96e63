import { createListeners } from '../src/base/listeners.ts';
import type { MpvFailure } from '../src/mpv/mpv-failure.ts';
import type { MpvTransport } from '../src/mpv/mpv-transport.ts';

/** A process of mpv that answers as the real one does, as far as `loadfile`, `stop` and properties go. */
export interface FakeMpv extends MpvTransport {
  /** What `mpv-version` says. */
  version: string;
  /** Failures of the next starts, in order; `undefined` starts. */
  openFailures: (MpvFailure | undefined)[];
  /** Whether an address is opened at once; otherwise the test tells with `tellOpened` and `tellEnd`. */
  opensAtOnce: boolean;
  /** Whether mpv begins with an address at once, or is still busy when the next command comes. */
  beginsAtOnce: boolean;
  /** Whether commands are left without an answer. */
  hangs: boolean;
  /** The commands so far, without those of the start. */
  readonly commands: unknown[][];
  /** How many processes were started, and whether one runs now. */
  readonly startCount: number;
  readonly isRunning: boolean;
  /** Writes a line, as mpv does. */
  write(message: Record<string, unknown> | string): void;
  tellOpened(): void;
  tellEnd(reason: string, fileError?: string): void;
  tellProperty(name: string, data?: unknown): void;
  exit(code: number | undefined): void;
}

const startCommands = new Set(['get_property', 'observe_property']);

export function createFakeMpv(): FakeMpv {
  const lines = createListeners<string>();
  const exits = createListeners<number | undefined>();
  let entry = 0;
  let isPlaying = false;
  const state = { startCount: 0, isRunning: false };

  const end = (reason: string, fileError?: string): void => {
    isPlaying = false;
    fake.write({
      event: 'end-file',
      reason,
      playlist_entry_id: entry,
      ...(fileError !== undefined && { file_error: fileError }),
    });
  };
  const run = ([name]: unknown[], answer: (data?: unknown) => void): void => {
    if (name === 'get_property') answer(fake.version);
    else if (name === 'loadfile') {
      const wasPlaying = isPlaying;
      answer({ playlist_entry_id: entry + 1 });
      if (wasPlaying) end('stop');
      entry += 1;
      if (!fake.beginsAtOnce) return;
      isPlaying = true;
      fake.write({ event: 'start-file', playlist_entry_id: entry });
      if (fake.opensAtOnce) fake.tellOpened();
    } else {
      answer();
      if (name === 'stop' && isPlaying) end('stop');
    }
  };

  const fake: FakeMpv = {
    version: 'mpv 0.35.1',
    openFailures: [],
    opensAtOnce: true,
    beginsAtOnce: true,
    hangs: false,
    commands: [],
    get startCount() {
      return state.startCount;
    },
    get isRunning() {
      return state.isRunning;
    },
    // The functions of a transport answer later, as those of a process do.
    async open() {
      await Promise.resolve();
      state.startCount += 1;
      const failure = fake.openFailures.shift();
      if (failure !== undefined) throw failure;
      state.isRunning = true;
      entry = 0;
    },
    async send(line) {
      await Promise.resolve();
      const { command, request_id: requestId } = JSON.parse(line) as {
        command: unknown[];
        request_id: number;
      };
      if (!startCommands.has(String(command[0]))) fake.commands.push(command);
      if (fake.hangs) return;
      run(command, (data = null) => fake.write({ data, request_id: requestId, error: 'success' }));
    },
    async close() {
      await Promise.resolve();
      state.isRunning = false;
      isPlaying = false;
    },
    onLine: lines.add,
    onExit: exits.add,
    write: (message) => lines.tell(typeof message === 'string' ? message : JSON.stringify(message)),
    tellOpened: () => fake.write({ event: 'file-loaded' }),
    tellEnd: end,
    tellProperty: (name, data) =>
      fake.write({ event: 'property-change', id: 1, name, ...(data !== undefined && { data }) }),
    exit(code) {
      state.isRunning = false;
      isPlaying = false;
      exits.tell(code);
    },
  };
  return fake;
}
