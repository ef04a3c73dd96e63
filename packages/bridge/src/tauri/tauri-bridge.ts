import type { Bridge } from '../interface/bridge.ts';
import { createBrowserBridge } from '../browser/browser-bridge.ts';
import type { Clock } from '../base/clock.ts';
import { MpvClient } from '../mpv/mpv-client.ts';
import { createMpvSession } from '../mpv/mpv-session.ts';
import { createTauriTransport, type TauriInternals } from './tauri-transport.ts';

/**
 * The bridge of the desktop shell: a browser that can also play in mpv and change the server. Its storage is the
 * browser's, which the shell keeps in its own folder.
 */
export function createTauriBridge(page: Window, tauri: TauriInternals, clock: Clock): Bridge {
  const { origin } = page.location;
  const client = new MpvClient({ transport: createTauriTransport(tauri, origin), origin, clock });
  return {
    ...createBrowserBridge(page),
    device: () =>
      Promise.resolve({ platform: 'desktop', model: page.navigator.platform, isTelevision: false }),
    externalPlayer: createMpvSession(client, clock),
    server: { change: async () => void (await tauri.invoke('change_server')) },
  };
}
