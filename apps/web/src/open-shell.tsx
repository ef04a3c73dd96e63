import { findBridge, type Bridge } from '@butaca/bridge';
import type { MenuEntry } from '@butaca/ui';
import { Server } from 'lucide-react';
import { createMpvOutput, createNativeOutput, defineOutputVideo } from '@butaca/player';
import { goBack } from './layout/remote.ts';
import { turnFullscreen } from './platform/shell/shell-device.ts';
import { readShellItems } from './platform/shell/shell-items.ts';
import { noteShell } from './platform/shell/shell.ts';
import { keepItemsIn } from './platform/session/session-storage.ts';
import { sessionStore } from './platform/session/session-store.ts';

/** What mpv plays: everything, and it lets the person choose among a file's tracks. */
const mpvAbilities = 'any,tracks';

/**
 * Connects the page with the shell around it, and reads the session that the shell keeps. Loaded only in shells.
 *
 * @param bridge - for tests; by default the bridge of this window
 */
export async function openShell(bridge: Bridge = findBridge(window)): Promise<void> {
  const [playerAbilities, items] = await Promise.all([
    preparePlayer(bridge),
    bridge.storage.isNative ? readShellItems(bridge.storage) : undefined,
    markTelevision(bridge),
  ]);
  keepItemsIn(items);
  noteShell({ bridge, playerAbilities, menuEntries: menuEntriesOf(bridge) });
  if (bridge.back !== undefined) followBackKey(bridge.back);
  if (bridge.orientation !== undefined) turnFullscreen(bridge.orientation);
  sessionStore.restore();
}

/**
 * Prepares the page for a remote control where the shell runs on a television. The app for Android TV says so itself; the
 * name of its browser is that of a phone's.
 */
async function markTelevision(bridge: Bridge): Promise<void> {
  try {
    const { isTelevision } = await bridge.device();
    if (!isTelevision) return;
    const { openTelevision } = await import('./layout/television.ts');
    await openTelevision();
  } catch {
    // A shell that does not know its device is used like that of a phone.
  }
}

/**
 * Handles the hardware key «back» as the key of a remote control: it closes what lies over the page, then goes back in the
 * history. Where there is nothing to go back from, it leaves the app.
 *
 * @see docs/requisitos.md, R2.16
 */
const followBackKey = (back: NonNullable<Bridge['back']>): (() => void) =>
  back.onPress(() => {
    if (!goBack()) void back.exit();
  });

/** «Cambiar de servidor», where the shell can leave the page for that. */
function menuEntriesOf({ server }: Bridge): MenuEntry[] {
  if (server === undefined) return [];
  return [
    {
      key: 'server',
      label: 'Cambiar de servidor',
      icon: <Server className="ico" aria-hidden="true" />,
      onSelect: () => void server.change(),
    },
  ];
}

/** Makes the shell's own player usable by the watch page. @returns what the player plays */
async function preparePlayer({ nativePlayer, externalPlayer }: Bridge): Promise<string | undefined> {
  if (nativePlayer !== undefined) {
    defineOutputVideo(createNativeOutput(nativePlayer));
    const abilities = await nativePlayer.abilities().catch(() => []);
    return abilities.join(',');
  }
  if (externalPlayer === undefined) return undefined;
  defineOutputVideo(createMpvOutput(externalPlayer));
  return mpvAbilities;
}
