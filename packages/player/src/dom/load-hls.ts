import type * as hlsEngine from './hls-engine.ts';

/** The code that plays HLS, with hls.js. */
export type HlsCode = typeof hlsEngine;

let loaded: HlsCode | undefined;

/**
 * Loads the code that plays HLS, with hls.js in its full build, because the light build supports neither audio tracks nor
 * subtitle tracks. Most pages load it while somebody chooses what to watch.
 */
export async function loadHls(): Promise<HlsCode> {
  loaded ??= await import('./hls-engine.ts');
  return loaded;
}

/** Returns the code that plays HLS if it was loaded already, so that a stream is requested before the page is rendered. */
export const findLoadedHls = (): HlsCode | undefined => loaded;

/** Loads the code that plays HLS early, before a person opens the first HLS stream. */
export async function preloadHls(): Promise<void> {
  await loadHls();
}
