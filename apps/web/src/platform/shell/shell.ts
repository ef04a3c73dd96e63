import type { Bridge } from '@butaca/bridge';
import type { MenuEntry } from '@butaca/ui';

/** The shell in which this page runs: an app for phones or the desktop, and not a browser. */
export interface Shell {
  bridge: Bridge;
  /** The formats that the shell's own player plays, by the names that the server knows; absent without a player. */
  playerAbilities: string | undefined;
  /** What the shell adds to the menus. */
  menuEntries: readonly MenuEntry[];
}

let shell: Shell | undefined;

/** The shell of this page; `undefined` in browsers, and in a shell until the session has been read. */
export const findShell = (): Shell | undefined => shell;

export function noteShell(found: Shell | undefined): void {
  shell = found;
}
