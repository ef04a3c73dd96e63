import type { HlsConfig } from 'hls.js';
import { afterEach, expect, it, vi } from 'vitest';
import type { EngineHost } from './engine.ts';
import { createHlsEngine, loadHls } from './hls-engine.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens a stream in hls.js, which gets no media element. @returns what hls.js was told */
async function openedConfig(): Promise<HlsConfig> {
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  let config: HlsConfig | undefined;
  const Hls = await loadHls();
  class OwnHls extends Hls {
    override loadSource(): void {
      config = this.config;
    }
    override attachMedia(): void {}
  }
  const renditions = { offer: () => undefined };
  const host = { video: new EventTarget(), videoRenditions: renditions, audioTracks: renditions };
  const functions = ['offerLiveEdge', 'reportFacts', 'reportPicture', 'countBytes', 'reportFailure'];
  for (const name of functions) Object.assign(host, { [name]: () => undefined });
  const abort = new AbortController();
  const source = { url: '/canal.m3u8', expectedStreamType: 'unknown', startSeconds: undefined } as const;
  await createHlsEngine(OwnHls, undefined)(host as unknown as EngineHost, source, abort.signal);
  abort.abort();
  if (config === undefined) throw new Error('hls.js was not told to load the stream');
  return config;
}

it('claims no language for captions inside of the video, and names them in Spanish', async () => {
  const config = await openedConfig();
  const tracks = ([1, 2, 3, 4] as const).map((number) => [
    config[`captionsTextTrack${number}Label`],
    config[`captionsTextTrack${number}LanguageCode`],
  ]);
  expect(tracks).toEqual([
    ['Subtítulos', ''],
    ['Subtítulos 2', ''],
    ['Subtítulos 3', ''],
    ['Subtítulos 4', ''],
  ]);
});
