import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoaderConfiguration, PlaylistLoaderContext } from 'hls.js';
import { createHls, Hls } from './hls-library.ts';

it('claims no language for captions inside of the video, and names them in Spanish', () => {
  const hls = createHls({ startSeconds: undefined }, undefined);
  const { config } = hls;
  hls.destroy();
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

describe('a playlist that came with the address of its stream', () => {
  const url = 'https://butaca.test/api/stream/x/index.m3u8';
  const live = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n1.ts\n';
  const receivedAtMs = 1_000;

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    vi.stubGlobal('document', { baseURI: 'https://butaca.test/' });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  /** Lets hls.js load a given playlist that is so many ms old. @returns what it got without a request */
  async function load(text: string, ageMs: number): Promise<string | undefined> {
    const requested = vi.spyOn(Hls.DefaultConfig.loader.prototype, 'load').mockReturnValue(undefined);
    const hls = createHls({ startSeconds: undefined }, undefined, [{ url, text }], receivedAtMs);
    const { pLoader: PlaylistLoader } = hls.config;
    if (PlaylistLoader === undefined) throw new Error('no loader of playlists');
    vi.advanceTimersByTime(receivedAtMs + ageMs - performance.now());
    const loader = new PlaylistLoader(hls.config);
    let got: string | undefined;
    const callbacks = {
      onSuccess: ({ data }: { data?: unknown }) => (got = String(data)),
      onError: () => undefined,
      onTimeout: () => undefined,
    };
    loader.load({ url } as PlaylistLoaderContext, {} as LoaderConfiguration, callbacks);
    await Promise.resolve();
    hls.destroy();
    expect(requested.mock.calls).toHaveLength(got === undefined ? 1 : 0);
    return got;
  }

  it('is used for as long as its target duration, when it is one of a live stream', async () => {
    expect(await load(live, 4_000)).toBe(live);
    expect(await load(live, 4_001)).toBeUndefined();
  });

  it('is used however old it is, when its stream has an end or it names other playlists', async () => {
    const film = `${live}#EXT-X-ENDLIST\n`;
    expect(await load(film, 3_600_000)).toBe(film);
    const master = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n1.m3u8\n';
    expect(await load(master, 3_600_000)).toBe(master);
  });
});
