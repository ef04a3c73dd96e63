import { describe, expect, it } from 'vitest';
import { routeSource, type StreamKind } from './source-routing.ts';

function browser(can: { hlsJs?: boolean; mpegtsJs?: boolean; shaka?: boolean; nativeHls?: boolean }) {
  return {
    isHlsJsSupported: async () => can.hlsJs ?? false,
    isMpegtsJsSupported: async () => can.mpegtsJs ?? false,
    isShakaSupported: async () => can.shaka ?? false,
    isHlsNative: () => can.nativeHls ?? false,
  };
}
const chromium = browser({ hlsJs: true, mpegtsJs: true, shaka: true, nativeHls: true });
const oldIphone = browser({ nativeHls: true });
const oldFirefox = browser({});

describe('routeSource', () => {
  it.each<[string, StreamKind, ReturnType<typeof browser>, string | undefined]>([
    ['a Chromium that claims native HLS', 'hls', chromium, 'hls.js'],
    ['an iPhone without media source', 'hls', oldIphone, 'native'],
    ['a browser with neither', 'hls', oldFirefox, undefined],
    ['a Chromium', 'ts', chromium, 'mpegts.js'],
    ['an iPhone without media source', 'ts', oldIphone, undefined],
    ['any browser', 'file', oldFirefox, 'native'],
    ['a Chromium', 'dash', chromium, 'shaka'],
    ['an iPhone without media source', 'dash', oldIphone, undefined],
  ])('chooses on %s for %s the right engine', async (_name, kind, capabilities, engine) => {
    expect(await routeSource(kind, capabilities)).toBe(engine);
  });

  it('loads no engine for files that the browser plays natively', async () => {
    const loadsNothing = {
      isHlsJsSupported: () => Promise.reject(new Error('hls.js was loaded')),
      isMpegtsJsSupported: () => Promise.reject(new Error('mpegts.js was loaded')),
      isShakaSupported: () => Promise.reject(new Error('shaka was loaded')),
      isHlsNative: () => true,
    };
    expect(await routeSource('file', loadsNothing)).toBe('native');
  });
});
