import type { Bridge, BridgeStorage, DeviceDescription } from '../interface/bridge.ts';
import { isRecord } from '../base/is-record.ts';
import type { CapacitorGlobals } from './capacitor-globals.ts';
import { createNativePlayer, playerPlugin } from './native-player.ts';

/** The shells' own plugin for the device, the session's storage, the key «back» and the change of the server. */
const shellPlugin = 'ButacaShell';

/** The bridge of the Android and iOS shells. A plugin that a shell lacks is a capability that is absent. */
export function createCapacitorBridge(capacitor: CapacitorGlobals): Bridge {
  const has = (plugin: string): boolean => capacitor.isPluginAvailable(plugin);
  const call = async (plugin: string, method: string, options?: Record<string, unknown>): Promise<void> =>
    void (await capacitor.nativePromise(plugin, method, options));
  return {
    device: () => describeDevice(capacitor),
    storage: createNativeStorage(capacitor),
    server: { change: () => call(shellPlugin, 'changeServer') },
    keepAwake: {
      hold() {
        let isHeld = true;
        const turn = (isOn: boolean): void => void call(shellPlugin, 'keepAwake', { isOn }).catch(() => {});
        turn(true);
        return () => {
          if (isHeld) turn(false);
          isHeld = false;
        };
      },
    },
    ...(has(playerPlugin) && { nativePlayer: createNativePlayer(capacitor) }),
    // The devices of iOS have no such key.
    ...(capacitor.getPlatform() === 'android' && {
      back: {
        onPress(listener) {
          const handle = capacitor.addListener(shellPlugin, 'back', () => listener());
          return () => void handle.remove().catch(() => {});
        },
        exit: () => call(shellPlugin, 'exit'),
      },
    }),
    ...(has('ScreenOrientation') && {
      orientation: {
        lock: (orientation) => call('ScreenOrientation', 'lock', { orientation }),
        unlock: () => call('ScreenOrientation', 'unlock'),
      },
    }),
  };
}

async function describeDevice(capacitor: CapacitorGlobals): Promise<DeviceDescription> {
  const platform = capacitor.getPlatform() === 'ios' ? 'ios' : 'android';
  const answer = await capacitor.nativePromise(shellPlugin, 'getDevice');
  const { model, isTelevision } = isRecord(answer) ? answer : {};
  return { platform, model: typeof model === 'string' ? model : '', isTelevision: isTelevision === true };
}

function createNativeStorage(capacitor: CapacitorGlobals): BridgeStorage {
  const call = (method: string, options: Record<string, unknown>): Promise<unknown> =>
    capacitor.nativePromise(shellPlugin, method, options);
  return {
    isNative: true,
    async get(key) {
      const answer = await call('getItem', { key });
      const value = isRecord(answer) ? answer['value'] : undefined;
      return typeof value === 'string' ? value : undefined;
    },
    set: async (key, value) => void (await call('setItem', { key, value })),
    remove: async (key) => void (await call('removeItem', { key })),
  };
}
