/** The format of a stream; the server sends it along with the sealed URL, which does not show a file extension. */
export type StreamKind = 'hls' | 'dash' | 'ts' | 'file';

/** The engines that can play a stream. */
export type EngineName = 'native' | 'hls.js' | 'mpegts.js' | 'shaka';

/** Functions that check what this browser can play; the first three load the code of their engine. */
export interface PlaybackCapabilities {
  isHlsJsSupported(): Promise<boolean>;
  isMpegtsJsSupported(): Promise<boolean>;
  isShakaSupported(): Promise<boolean>;
  isHlsNative(): boolean;
}

/**
 * Chooses the engine for a stream. hls.js is preferred: Chromium answers "maybe" for HLS without playing live streams well, so the
 * browser's own HLS is used only where hls.js cannot run (iPhones).
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
