import type { CapacitorGlobals } from '../src/capacitor/capacitor-globals.ts';
import type { ShellWindow } from '../src/find-bridge.ts';
import type { TauriInternals } from '../src/tauri/tauri-transport.ts';
import { createFakeMpv, type FakeMpv } from './fake-mpv.ts';
import { playerMessages } from './tables.ts';

/** A call of the page to what is around it, as `plugin.method` or the name of a command, with its options. */
export type ShellCall = [name: string, options: unknown];

/** A window of a browser, with the parts of it that a bridge uses. */
export interface FakeWindow {
  page: ShellWindow;
  calls: ShellCall[];
  items: Map<string, string>;
  /** How many wake locks are held now. */
  heldLocks(): number;
  show(isVisible: boolean): void;
}

interface WindowOptions {
  /** A window inside the window of another page. */
  isFramed?: boolean;
  /** Whether the browser can lock the orientation and keep the screen on. */
  isCapable?: boolean;
  userAgent?: string;
  platform?: string;
  origin?: string;
}

export function createFakeWindow(options: WindowOptions = {}): FakeWindow {
  const {
    isFramed = false,
    isCapable = true,
    userAgent = 'Mozilla/5.0',
    platform = 'Linux x86_64',
  } = options;
  const { origin = playerMessages.mpv.origin } = options;
  const calls: ShellCall[] = [];
  const items = new Map<string, string>();
  const locks = new Set<object>();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const note = (name: string, given: unknown): Promise<void> => {
    calls.push([name, given]);
    return Promise.resolve();
  };
  const capable = {
    wakeLock: {
      request: (): Promise<object> => {
        const lock = { release: () => Promise.resolve(void locks.delete(lock)) };
        locks.add(lock);
        return Promise.resolve(lock);
      },
    },
  };
  const page = {
    location: { origin },
    document,
    localStorage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    },
    navigator: { userAgent, platform, ...(isCapable && capable) },
    screen: {
      orientation: isCapable
        ? {
            lock: (direction: string) => note('lock', direction),
            unlock: () => void note('unlock', undefined),
          }
        : {},
    },
    top: undefined as unknown,
  };
  page.top = isFramed ? {} : page;
  return {
    page: page as unknown as ShellWindow,
    calls,
    items,
    heldLocks: () => locks.size,
    show(isVisible) {
      document.visibilityState = isVisible ? 'visible' : 'hidden';
      // A browser takes the locks of a hidden page back.
      if (!isVisible) locks.clear();
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** A window with Capacitor's functions, and the shell behind them. */
export interface FakeCapacitor extends FakeWindow {
  /** Reports an event of a plugin to those that listen. */
  tell(plugin: string, event: string, data: unknown): void;
  listenerCount(): number;
  /** Rejections by method, instead of the results of the table. */
  failures: Map<string, unknown>;
  /** Results by method, instead of those of the table. */
  results: Map<string, unknown>;
}

/** Methods of Capacitor's own plugins. */
const officialMethods = new Set(['ScreenOrientation.lock', 'ScreenOrientation.unlock']);

export function createFakeCapacitor({
  platform = 'android',
  plugins = ['ButacaPlayer', 'ButacaShell', 'ScreenOrientation'],
  isNative = true,
  serverUrl = playerMessages.mpv.origin,
  isFramed = false,
} = {}): FakeCapacitor {
  const fake = createFakeWindow({ isFramed });
  const listeners = new Set<{ key: string; listener: (data: unknown) => void }>();
  const failures = new Map<string, unknown>();
  const results = new Map<string, unknown>();
  const stored = new Map<string, string>();
  const { ButacaPlayer: player, ButacaShell: shell } = playerMessages.capacitor;

  const capacitor: CapacitorGlobals = {
    getPlatform: () => platform,
    isNativePlatform: () => isNative,
    isPluginAvailable: (plugin) => plugins.includes(plugin),
    getServerUrl: () => serverUrl,
    nativePromise(plugin, method, options = {}) {
      const name = `${plugin}.${method}`;
      const example = { ButacaPlayer: player, ButacaShell: shell }[plugin]?.methods[method];
      if (example === undefined && !officialMethods.has(name))
        return Promise.reject(new Error(`${name} is not implemented`));
      fake.calls.push([name, options]);
      if (failures.has(name)) return Promise.reject(failures.get(name));
      const { key = '', value = '' } = options as { key?: string; value?: string };
      if (name === 'ButacaShell.setItem') stored.set(key, value);
      if (name === 'ButacaShell.removeItem') stored.delete(key);
      if (name === 'ButacaShell.getItem') return Promise.resolve({ value: stored.get(key) ?? null });
      return Promise.resolve(results.has(name) ? results.get(name) : example?.result);
    },
    addListener(plugin, event, listener) {
      const entry = { key: `${plugin}.${event}`, listener };
      listeners.add(entry);
      return { remove: () => Promise.resolve(void listeners.delete(entry)) };
    },
  };
  fake.page.Capacitor = capacitor;
  return {
    ...fake,
    failures,
    results,
    listenerCount: () => listeners.size,
    tell(plugin, event, data) {
      for (const { key, listener } of listeners) if (key === `${plugin}.${event}`) listener(data);
    },
  };
}

/** A window with Tauri's functions, and the desktop shell behind them with its mpv. */
export interface FakeTauri extends FakeWindow {
  mpv: FakeMpv;
  /** Sends an event to the page, as the shell does. */
  emit(event: string, payload: unknown): void;
  /** What the next `mpv_open` is refused with. */
  openError: unknown;
  /** Reports, before `mpv_open` answers, that the process has ended. */
  exitsEarly: boolean;
}

export function createFakeTauri(options: WindowOptions = {}): FakeTauri {
  const window = createFakeWindow(options);
  const callbacks = new Map<number, (message: unknown) => void>();
  const handlers: { event: string; handler: number }[] = [];
  let process = 0;
  const fake: FakeTauri = {
    ...window,
    mpv: createFakeMpv(),
    openError: undefined,
    exitsEarly: false,
    emit(event, payload) {
      for (const { event: name, handler } of handlers)
        if (name === event) callbacks.get(handler)?.({ event, id: handler, payload });
    },
  };
  const { origin } = window.page.location;
  fake.mpv.onLine((line) => fake.emit('mpv-line', { origin, process, line }));
  fake.mpv.onExit((exitCode) => fake.emit('mpv-exit', { origin, process, exitCode: exitCode ?? null }));

  const commands: Record<string, (given: Record<string, unknown>) => unknown> = {
    'plugin:event|listen': ({ event, handler }) =>
      handlers.push({ event: String(event), handler: Number(handler) }),
    change_server: () => null,
    async mpv_open() {
      // The shell reports errors as plain objects.
      // oxlint-disable-next-line typescript/only-throw-error
      if (fake.openError !== undefined) throw fake.openError;
      await fake.mpv.open();
      process += 1;
      if (fake.exitsEarly) fake.mpv.exit(1);
      return { process };
    },
    mpv_send: ({ line }) => fake.mpv.send(String(line)),
    mpv_close: () => fake.mpv.close(),
  };
  const tauri: TauriInternals = {
    async invoke(command, given = {}) {
      const run = commands[command];
      if (run === undefined) throw new Error(`Command ${command} not found`);
      fake.calls.push([command, given]);
      return run(given);
    },
    transformCallback(callback) {
      const number = callbacks.size + 1;
      callbacks.set(number, callback);
      return number;
    },
  };
  fake.page.__TAURI_INTERNALS__ = tauri;
  return fake;
}
