import { describe, expect, it, vi } from 'vitest';
import { findBridge, platforms, storageKeys, type Bridge, type Platform } from '../src/index.ts';
import { settle } from './fake-clock.ts';
import { createFakeCapacitor, createFakeTauri, createFakeWindow, type FakeWindow } from './fake-shells.ts';
import { playerMessages } from './tables.ts';

interface Shell {
  name: string;
  platform: Platform;
  open: () => FakeWindow;
  /** The capabilities that this shell has, of those that may be absent. */
  has: (keyof Bridge)[];
}

const shells: Shell[] = [
  {
    name: 'a browser that can do everything',
    platform: 'web',
    open: () => createFakeWindow(),
    has: ['orientation', 'keepAwake'],
  },
  { name: 'an old browser', platform: 'web', open: () => createFakeWindow({ isCapable: false }), has: [] },
  {
    name: 'the Android shell',
    platform: 'android',
    open: () => createFakeCapacitor(),
    has: ['nativePlayer', 'server', 'back', 'orientation', 'keepAwake'],
  },
  {
    name: 'the iOS shell',
    platform: 'ios',
    open: () => createFakeCapacitor({ platform: 'ios', plugins: ['ButacaPlayer', 'ButacaShell'] }),
    has: ['nativePlayer', 'server', 'keepAwake'],
  },
  {
    name: 'the desktop shell',
    platform: 'desktop',
    open: () => createFakeTauri({ isCapable: false }),
    has: ['externalPlayer', 'server'],
  },
];

const optional = ['nativePlayer', 'externalPlayer', 'server', 'back', 'orientation', 'keepAwake'] as const;

describe.each(shells)('the bridge of $name', ({ platform, open, has }) => {
  it('has the capabilities of the shell, and no others', () => {
    const bridge = findBridge(open().page);
    expect(optional.filter((name) => bridge[name] !== undefined)).toEqual(has);
  });

  it('names the platform and says whether it is a television', async () => {
    const device = await findBridge(open().page).device();
    expect(device).toEqual({ platform, model: expect.any(String), isTelevision: false });
    expect(platforms).toContain(device.platform);
  });

  it('stores, reads and removes each value of the session', async () => {
    const { storage } = findBridge(open().page);
    for (const key of storageKeys) {
      expect(await storage.get(key)).toBeUndefined();
      await storage.set(key, `valor de ${key}`);
    }
    await storage.remove('user');
    expect(await Promise.all(storageKeys.map((key) => storage.get(key)))).toEqual([
      'valor de token',
      'valor de deviceId',
      undefined,
    ]);
    await storage.remove('user');
  });

  it('says that its storage is native where the shell stores, and leaves the browser alone then', async () => {
    const shell = open();
    const { storage } = findBridge(shell.page);
    await storage.set('token', 'ficha');
    expect(storage.isNative).toBe(platform === 'android' || platform === 'ios');
    expect(shell.items.has('token')).toBe(!storage.isNative);
  });

  it('rejects when the storage refuses a value', async () => {
    const shell = open();
    const failure = new Error('full');
    shell.page.localStorage.setItem = () => {
      throw failure;
    };
    if ('failures' in shell) (shell.failures as Map<string, unknown>).set('ButacaShell.setItem', failure);
    await expect(findBridge(shell.page).storage.set('token', 'ficha')).rejects.toBe(failure);
  });

  it('locks and unlocks the orientation where it can', async () => {
    const shell = open();
    const { orientation } = findBridge(shell.page);
    if (orientation === undefined) return expect(has).not.toContain('orientation');
    await orientation.lock('landscape');
    await orientation.unlock();
    const directions = shell.calls.map(([name]) => name.replace('ScreenOrientation.', ''));
    expect(directions).toEqual(['lock', 'unlock']);
  });

  it('changes the server where a shell keeps its address', async () => {
    const shell = open();
    const { server } = findBridge(shell.page);
    if (server === undefined) return expect(platform).toBe('web');
    await server.change();
    expect(shell.calls).toHaveLength(1);
    expect(['ButacaShell.changeServer', 'change_server']).toContain(shell.calls[0]?.[0]);
  });

  it('ignores messages that other pages send to the window', async () => {
    const shell = open();
    const listen = vi.fn();
    shell.page.addEventListener = listen;
    const bridge = findBridge(shell.page);
    bridge.nativePlayer?.on(() => {});
    bridge.back?.onPress(() => {});
    await bridge.device();
    expect(listen).not.toHaveBeenCalled();
  });
});

describe('the bridge of a browser', () => {
  it.each([
    ['Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 Chrome/108 TV Safari/537.36', true],
    ['Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/108 Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 12; AFTKM) AppleWebKit/537.36 Chrome/120 Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 9; AFTEUFF014) AppleWebKit/537.36 Chrome/120 Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Android 9; BRAVIA_ATV2) AppleWebKit/537.36 Chrome/120 Safari/537.36', true],
    ['Mozilla/5.0 (Linux; Tizen 2.3; SAMSUNG SM-Z130H) AppleWebKit/537.3 Mobile Safari/537.3', false],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
  ])('takes %s for a television: %s', async (userAgent, isTelevision) => {
    const device = await findBridge(createFakeWindow({ userAgent }).page).device();
    expect(device.isTelevision).toBe(isTelevision);
  });

  it('keeps the screen on until that is taken back, also after the page was hidden', async () => {
    const shell = createFakeWindow();
    const undo = findBridge(shell.page).keepAwake?.hold();
    await settle();
    expect(shell.heldLocks()).toBe(1);
    shell.show(false);
    expect(shell.heldLocks()).toBe(0);
    shell.show(true);
    await settle();
    expect(shell.heldLocks()).toBe(1);
    undo?.();
    undo?.();
    shell.show(true);
    await settle();
    expect(shell.heldLocks()).toBe(0);
  });

  it('gives a wake lock back that was granted too late', async () => {
    const shell = createFakeWindow();
    findBridge(shell.page).keepAwake?.hold()();
    await settle();
    expect(shell.heldLocks()).toBe(0);
  });
});

describe('findBridge', () => {
  it.each([
    ['inside a page', { isFramed: true }],
    ['of another server', { serverUrl: 'https://otra.ejemplo.com' }],
    ['of the same host in clear text', { serverUrl: 'http://tv.ejemplo.com' }],
    ['with the package for browsers', { isNative: false }],
  ])('gives a page %s no function of Capacitor’s shell', async (_, options) => {
    const shell = createFakeCapacitor(options);
    const bridge = findBridge(shell.page);
    expect(await bridge.device()).toMatchObject({ platform: 'web' });
    expect(bridge.nativePlayer).toBeUndefined();
    expect(shell.calls).toEqual([]);
  });

  it('gives a page inside a page no function of the desktop shell', () => {
    const bridge = findBridge(createFakeTauri({ isFramed: true }).page);
    expect(bridge.externalPlayer).toBeUndefined();
    expect(bridge.server).toBeUndefined();
  });
});

describe('the player of the Android and iOS shells', () => {
  const { methods, events } = playerMessages.capacitor.ButacaPlayer;
  const media = {
    url: `${playerMessages.mpv.origin}/api/stream/ficha/0`,
    title: 'Capítulo 2',
    startTime: 12.5,
    isLive: false,
    hasNext: true,
  };

  it('gets each request with the name and the options of the table, and answers with its result', async () => {
    const shell = createFakeCapacitor();
    const player = findBridge(shell.page).nativePlayer!;
    const answers = {
      abilities: { abilities: await player.abilities() },
      play: await player.play(media),
      stop: await player.stop(),
      pause: await player.pause(),
      resume: await player.resume(),
      seek: await player.seek(30),
    };
    expect(Object.fromEntries(shell.calls)).toEqual(
      Object.fromEntries(
        Object.entries(methods).map(([name, { options }]) => [`ButacaPlayer.${name}`, options]),
      ),
    );
    expect(answers).toEqual(
      Object.fromEntries(Object.entries(methods).map(([name, { result }]) => [name, result])),
    );
  });

  it.each([
    ['a failure with a sentence', new Error('No hay red.'), 'No hay red.'],
    ['a failure without one', 'boom', 'El reproductor no respondió.'],
  ])('answers %s as a request that failed', async (_, failure, message) => {
    const shell = createFakeCapacitor();
    shell.failures.set('ButacaPlayer.play', failure);
    const player = findBridge(shell.page).nativePlayer!;
    expect(await player.play(media)).toEqual({ success: false, message });
  });

  it.each([undefined, null, {}, { success: 'yes' }, { success: false }])(
    'takes the answer %j for a failure',
    async (answer) => {
      const shell = createFakeCapacitor();
      shell.results.set('ButacaPlayer.stop', answer);
      const player = findBridge(shell.page).nativePlayer!;
      expect(await player.stop()).toEqual({ success: false, message: 'El reproductor no respondió.' });
    },
  );

  it('tells each event of the table, and ignores those that lack what they have to say', () => {
    const shell = createFakeCapacitor();
    const heard: unknown[] = [];
    const undo = findBridge(shell.page).nativePlayer!.on((event) => heard.push(event));
    for (const { name, data } of events) shell.tell('ButacaPlayer', name, data);
    expect(heard).toEqual(events.map(({ event }) => event).filter((event) => event !== null));
    undo();
    undo();
    shell.tell('ButacaPlayer', 'play', {});
    expect(heard).toHaveLength(events.filter(({ event }) => event !== null).length);
    expect(shell.listenerCount()).toBe(0);
  });
});

describe('the Android shell', () => {
  it('tells the key «back» until that is taken back, and closes the app', async () => {
    const shell = createFakeCapacitor();
    const { back } = findBridge(shell.page);
    const pressed = vi.fn();
    const undo = back!.onPress(pressed);
    shell.tell('ButacaShell', 'back', {});
    undo();
    shell.tell('ButacaShell', 'back', {});
    expect(pressed).toHaveBeenCalledTimes(1);
    await back!.exit();
    expect(shell.calls).toEqual([['ButacaShell.exit', {}]]);
  });

  it('keeps the screen on, and lets it go once', async () => {
    const shell = createFakeCapacitor();
    const undo = findBridge(shell.page).keepAwake!.hold();
    undo();
    undo();
    await settle();
    expect(shell.calls).toEqual([
      ['ButacaShell.keepAwake', { isOn: true }],
      ['ButacaShell.keepAwake', { isOn: false }],
    ]);
  });

  it('says that it is a television, and the model', async () => {
    const shell = createFakeCapacitor();
    shell.results.set('ButacaShell.getDevice', { model: 'BRAVIA', isTelevision: true });
    expect(await findBridge(shell.page).device()).toEqual({
      platform: 'android',
      model: 'BRAVIA',
      isTelevision: true,
    });
  });
});
