/** How a stream is packed, as the server tells beside its sealed address (which hides the extension). */
export type StreamKind = 'hls' | 'dash' | 'ts' | 'file';

/** The parts that can play a stream. */
export type EngineName = 'native' | 'hls.js' | 'mpegts.js' | 'shaka';

/** What this browser can do. The first three load their engine to ask it. */
export interface PlaybackCapabilities {
  isHlsJsSupported(): Promise<boolean>;
  isMpegtsJsSupported(): Promise<boolean>;
  isShakaSupported(): Promise<boolean>;
  isHlsNative(): boolean;
}

/**
 * Chooses the engine of a stream. hls.js is asked first: Chromium answers "maybe" to HLS without playing live well, so the
 * browser's own HLS is only for those where hls.js cannot run (iPhones).
 *
 * @returns `undefined` when nothing here plays this kind
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
