import { findShell } from '../../platform/shell/shell.ts';
import { readItem, removeItem, writeItem } from '../../platform/session/session-storage.ts';

/** The key under which this device keeps that the person prefers the external player. */
const choiceKey = 'butaca_player';
const external = 'mpv';

/** Whether this device has an external player, so that the person can choose between it and the page's own. */
export const canChooseOutput = (): boolean => findShell()?.bridge.externalPlayer !== undefined;

export const isExternalChosen = (): boolean => canChooseOutput() && readItem(choiceKey) === external;

/** Keeps on this device whether media play in the external player; it applies to what is opened from now on. */
export function chooseExternal(isChosen: boolean): void {
  if (isChosen) writeItem(choiceKey, external);
  else removeItem(choiceKey);
}

/**
 * The formats of the player outside of the page in which media play, by the names that the server knows; `undefined`
 * where they play in the page.
 */
export function outputAbilities(): string | undefined {
  const shell = findShell();
  return shell?.bridge.nativePlayer !== undefined || isExternalChosen() ? shell?.playerAbilities : undefined;
}
