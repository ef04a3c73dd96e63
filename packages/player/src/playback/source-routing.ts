/**
 * How a stream is packed. The server sends this value along with the stream's sealed URL, which has no file extension
 * to tell it by.
 */
export type StreamKind = 'hls' | 'dash' | 'ts' | 'file';

/** The engines (player libraries, or the browser itself) that can play a stream. */
export type EngineName = 'native' | 'hls.js' | 'mpegts.js' | 'shaka';

/**
 * Functions that check which engines work in this browser. Each `is…Supported` loads the code of its player library
 * first, because only the library can tell.
 */
export interface PlaybackCapabilities {
  isHlsJsSupported(): Promise<boolean>;
  isMpegtsJsSupported(): Promise<boolean>;
  isShakaSupported(): Promise<boolean>;
  isHlsNative(): boolean;
}

/**
 * Chooses the player library for a stream. For HLS, hls.js is preferred: Chromium answers "maybe" for HLS without
 * playing live streams well, so the browser's own HLS player is used only where hls.js cannot run (iPhones).
 *
 * @returns `undefined` when no engine can play the stream kind in this browser
 */
export async function routeSource(
  kind: StreamKind,
  capabilities: PlaybackCapabilities,
): Promise<EngineName | undefined> {
  switch (kind) {
    case 'file':
      return 'native';
    case 'hls':
      if (await capabilities.isHlsJsSupported()) return 'hls.js';
      return capabilities.isHlsNative() ? 'native' : undefined;
    case 'ts':
      return (await capabilities.isMpegtsJsSupported()) ? 'mpegts.js' : undefined;
    case 'dash':
      return (await capabilities.isShakaSupported()) ? 'shaka' : undefined;
    default:
      return kind satisfies never;
  }
}
