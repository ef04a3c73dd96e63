import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createFakeBridge,
  createFakeExternal,
  createFakeNative,
  enterShell,
  type FakeStored,
} from '../test/fake-bridge.ts';
import { chooseExternal, outputAbilities } from './shared/output/output.ts';
import { deviceId, forgetDeviceId } from './platform/session/device-id.ts';
import {
  clearStorage,
  readItem,
  removeSession,
  storeSession,
  writeItem,
} from './platform/session/session-storage.ts';
import { isTelevision as isOnTelevision } from './platform/television.ts';
import { sessionStore } from './platform/session/session-store.ts';

const user = { username: 'valentina', role: 'user', plan: 'premium' } as const;
const storedSession = (): FakeStored =>
  new Map([
    ['token', 'secreto'],
    ['user', JSON.stringify(user)],
    ['deviceId', 'DispositivoDePrueba0000000000000'],
  ]);

afterEach(() => {
  localStorage.clear();
  sessionStore.restore();
});

describe('the session of a shell that keeps it', () => {
  it('is loading until the shell has given it, and is then that of the person', async () => {
    const stored = storedSession();
    const { storage } = createFakeBridge({}, stored);
    let give = (): void => {};
    const given = new Promise<void>((resolve) => {
      give = resolve;
    });
    const slow = { ...storage, get: (key: 'token') => given.then(() => storage.get(key)) };
    const states: string[] = [];
    const stop = sessionStore.subscribe(() => states.push(sessionStore.read().status));
    const opened = enterShell(createFakeBridge({ storage: slow }, stored));
    await Promise.resolve();
    expect(states).toEqual([]);
    give();
    await opened;
    stop();
    expect(states).toEqual(['authenticated']);
    expect(sessionStore.read()).toMatchObject({ user, token: 'secreto' });
    expect(deviceId()).toBe('DispositivoDePrueba0000000000000');
  });

  it('is stored and removed in the shell, and never in the browser', async () => {
    const stored: FakeStored = new Map();
    localStorage.setItem('token', 'de antes');
    await enterShell(createFakeBridge({}, stored));
    expect(sessionStore.read().status).toBe('unauthenticated');
    storeSession({ user, token: 'nuevo' });
    const id = deviceId();
    await vi.waitFor(() => expect([...stored.keys()].toSorted()).toEqual(['deviceId', 'token', 'user']));
    expect([stored.get('token'), stored.get('deviceId')]).toEqual(['nuevo', id]);
    removeSession();
    forgetDeviceId();
    await vi.waitFor(() => expect(stored.size).toBe(0));
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('leaves everything else in the browser, and is cleared with it', async () => {
    const stored = storedSession();
    await enterShell(createFakeBridge({}, stored));
    writeItem('autoplayNext', 'false');
    expect([localStorage.getItem('autoplayNext'), readItem('autoplayNext')]).toEqual(['false', 'false']);
    clearStorage();
    await vi.waitFor(() => expect(stored.size).toBe(0));
    expect([readItem('token'), readItem('autoplayNext')]).toEqual([undefined, undefined]);
  });

  it('writes in the order of the calls, also after one has failed', async () => {
    const stored: FakeStored = new Map();
    const bridge = createFakeBridge({}, stored);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const failures = [new Error('full')];
    const set = async (key: 'token', value: string): Promise<void> => {
      const failure = failures.pop();
      await new Promise((resolve) => setTimeout(resolve, failure === undefined ? 0 : 5));
      if (failure !== undefined) throw failure;
      await bridge.storage.set(key, value);
    };
    await enterShell({ ...bridge, storage: { ...bridge.storage, set } });
    writeItem('token', 'uno');
    writeItem('token', 'dos');
    await vi.waitFor(() => expect(stored.get('token')).toBe('dos'));
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});

describe('the player of a shell', () => {
  it('plays everything in mpv once the person has chosen it on this device', async () => {
    await enterShell(createFakeBridge({ externalPlayer: createFakeExternal() }));
    expect(outputAbilities()).toBeUndefined();
    chooseExternal(true);
    expect(outputAbilities()).toBe('any,tracks');
    chooseExternal(false);
    expect([outputAbilities(), Object.keys(localStorage)]).toEqual([undefined, []]);
  });

  it('plays what it says in the player of a phone, without a choice', async () => {
    await enterShell(createFakeBridge({ nativePlayer: createFakeNative(['mkv', 'hevc']) }, new Map()));
    expect(outputAbilities()).toBe('mkv,hevc');
  });

  it('is none in a browser, also where mpv was chosen once', async () => {
    localStorage.setItem('butaca_player', 'mpv');
    await enterShell(createFakeBridge());
    expect(outputAbilities()).toBeUndefined();
  });
});

describe('the device of a shell', () => {
  it.each([true, false])('is a television where the shell says so: %s', async (isTelevision) => {
    onTestFinished(() => void delete document.documentElement.dataset['television']);
    const device = async () => ({ platform: 'android' as const, model: 'Chromecast', isTelevision });
    await enterShell(createFakeBridge({ device }));
    expect('television' in document.documentElement.dataset).toBe(isTelevision);
    expect(isOnTelevision()).toBe(isTelevision);
  });

  it('is none that is known where the shell fails, and the session is read all the same', async () => {
    const device = () => Promise.reject(new Error('no device'));
    await enterShell(createFakeBridge({ device }, storedSession()));
    expect([isOnTelevision(), sessionStore.read().status]).toEqual([false, 'authenticated']);
  });

  it('goes back in the history, and leaves the app at its beginning', async () => {
    let press = (): void => {};
    const exit = vi.fn(async () => {});
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    await enterShell(
      createFakeBridge({
        back: {
          onPress(listener) {
            press = listener;
            return () => undefined;
          },
          exit,
        },
      }),
    );
    history.replaceState({ idx: 2 }, '');
    press();
    expect([back.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0]);
    history.replaceState({ idx: 0 }, '');
    press();
    expect([back.mock.calls.length, exit.mock.calls.length]).toEqual([1, 1]);
    back.mockRestore();
  });

  it('turns to landscape in full screen, and back after it', async () => {
    const turns: string[] = [];
    const orientation = {
      lock: async (to: string) => void turns.push(to),
      // A desktop cannot turn.
      unlock: () => (turns.push('unlock'), Promise.reject(new Error('fixed'))),
    };
    await enterShell(createFakeBridge({ orientation }));
    for (const fullscreenElement of [document.body, null]) {
      // jsdom has no full screen.
      Object.defineProperty(document, 'fullscreenElement', { value: fullscreenElement, configurable: true });
      document.dispatchEvent(new Event('fullscreenchange'));
    }
    expect(turns).toEqual(['landscape', 'unlock']);
    Reflect.deleteProperty(document, 'fullscreenElement');
  });
});
