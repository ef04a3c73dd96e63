/** The format of a stream; the server sends it beside the sealed address, which hides the extension. */
export type StreamKind = 'hls' | 'dash' | 'ts' | 'file';

/** The engines that can play a stream. */
export type EngineName = 'native' | 'hls.js' | 'mpegts.js' | 'shaka';

/** What this browser can play. The first three load their engine to find out. */
export interface PlaybackCapabilities {
  isHlsJsSupported(): Promise<boolean>;
  isMpegtsJsSupported(): Promise<boolean>;
  isShakaSupported(): Promise<boolean>;
  isHlsNative(): boolean;
}

/**
 * Chooses the engine of a stream. hls.js is preferred: Chromium answers "maybe" for HLS without playing live streams well, so the
 * browser's own HLS is used only where hls.js cannot run (iPhones).
 *
 * @returns `undefined` when no engine plays this kind
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
