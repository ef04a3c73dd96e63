import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';

export type Shaka = typeof shaka;

/** Loads the code of shaka-player, in the build that supports only DASH. */
export async function loadShaka(): Promise<Shaka> {
  const { default: loaded } = await import('shaka-player/dist/shaka-player.dash-es2021.js');
  return loaded;
}
