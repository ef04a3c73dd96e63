/*
 * What the player sets up of hls.js: how it requests playlists and segments, and what is known of their contents.
 */
import HlsJs, {
  type FragmentLoaderContext,
  type HlsConfig,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type PlaylistLoaderContext,
  type RetryConfig,
} from 'hls.js';
import type { PreparedPlaylist } from '../playback/playback.ts';
import { createTrackFinder } from '../playback/ts-programme.ts';
import { steadyMs } from '../base/clock.ts';
import type { EngineSource } from './engine.ts';
import { isMain } from './hls-missing.ts';

export { HlsJs as Hls };

/**
 * The way hls.js retries the first playlist: as by default, except that a refusal of the server is left to
 * `retry-policy.ts`, because its body says whether a retry can help.
 */
function manifestLoadPolicy(): HlsConfig['manifestLoadPolicy'] {
  const usual = HlsJs.DefaultConfig.manifestLoadPolicy.default;
  if (usual.errorRetry === null) return { default: usual };
  const shouldRetry: RetryConfig['shouldRetry'] = (_config, _count, _isTimeout, response, isUsual) =>
    isUsual && (response?.code ?? 0) < 400;
  return { default: { ...usual, errorRetry: { ...usual.errorRetry, shouldRetry } } };
}

type PlaylistLoader = NonNullable<HlsConfig['pLoader']>;

/** Whether a playlist is one of a live stream that has named further segments since it was received. */
function isOutdated(text: string, ageMs: number): boolean {
  const [, targetSeconds] = /^#EXT-X-TARGETDURATION:\s*(\d{1,5})/m.exec(text) ?? [];
  return (
    targetSeconds !== undefined && !text.includes('#EXT-X-ENDLIST') && ageMs > Number(targetSeconds) * 1_000
  );
}

/**
 * Creates the class with which hls.js loads playlists. The first request for each of the given playlists is answered with its
 * text, unless that is outdated; later ones, which refresh it, go to the server.
 */
function loadGiven(given: readonly PreparedPlaylist[], receivedAtMs: number): PlaylistLoader {
  const absolute = (url: string): string => new URL(url, document.baseURI).href;
  const texts = new Map(given.map(({ url, text }) => [absolute(url), text]));
  return class extends HlsJs.DefaultConfig.loader {
    override load(
      context: PlaylistLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<PlaylistLoaderContext>,
    ): void {
      // hls.js asks for the first playlist at the URL that it was given, and for others at absolute ones.
      const url = absolute(context.url);
      const text = texts.get(url);
      texts.delete(url);
      const nowMs = steadyMs();
      if (text === undefined || isOutdated(text, nowMs - receivedAtMs))
        return super.load(context, config, callbacks as never);
      this.stats.loading = { start: nowMs, first: nowMs, end: nowMs };
      this.stats.loaded = this.stats.total = text.length;
      this.context = context;
      // hls.js is still beginning to load when it calls this method.
      queueMicrotask(() => {
        if (this.context !== null)
          callbacks.onSuccess({ url: context.url, data: text }, this.stats, context, null);
      });
    }
  } as PlaylistLoader;
}

/**
 * The name under which our server's master playlist says that the stream can be received only from its beginning. The
 * same name is in `apps/server/src/shared/stream/sequential-mark.ts`.
 */
const sequentialName = 'butaca.sequential';

/** The instances of hls.js that play a stream in which nobody can seek. */
const sequentialStreams = new WeakSet<HlsJs>();
export const isSequential = (hls: HlsJs): boolean => sequentialStreams.has(hls);

/** Whether the newest segment of a stream lists sound. */
const listedSound = new WeakMap<HlsJs, boolean | undefined>();
/** How many bytes of a segment are searched for its tables. */
const searchedBytes = 100_000;

/**
 * Creates the class with which hls.js loads segments. It looks at each before hls.js gets it, because hls.js then gives the
 * bytes to its worker.
 */
function loadSegments(note: (hasSound: boolean | undefined) => void): NonNullable<HlsConfig['fLoader']> {
  return class extends HlsJs.DefaultConfig.loader {
    override load(
      context: FragmentLoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<FragmentLoaderContext>,
    ): void {
      const onSuccess: typeof callbacks.onSuccess = (response, ...further) => {
        const { data } = response;
        if (data instanceof ArrayBuffer && isMain(context.frag)) note(readSound(data));
        callbacks.onSuccess(response, ...further);
      };
      super.load(context, config, { ...callbacks, onSuccess } as never);
    }
  } as NonNullable<HlsConfig['fLoader']>;
}

/** Whether the tables of a segment in MPEG-TS list sound; `undefined` for other segments, and for encrypted ones. */
function readSound(segment: ArrayBuffer): boolean | undefined {
  let found: boolean | undefined;
  const find = createTrackFinder(({ hasSound }) => (found = hasSound));
  find(new Uint8Array(segment, 0, Math.min(searchedBytes, segment.byteLength)));
  return found;
}

/**
 * Whether a stream contains sound, or may. Sound in a codec that hls.js does not know is not among the tracks that it has
 * found in MPEG-TS, so the tables of the newest segment are asked there. In fragmented MP4 it finds all.
 *
 * @param tracks - what hls.js has found in the newest segment
 */
export function mayHaveSound(hls: HlsJs, tracks: object): boolean {
  if ('audio' in tracks || 'audiovideo' in tracks || hls.audioTracks.some(({ url }) => url)) return true;
  const isMp4 = hls.latestLevelDetails?.fragments.some(({ initSegment }) => initSegment !== null) === true;
  return !isMp4 && listedSound.get(hls) !== false;
}

/**
 * Creates an instance of hls.js, which starts at the beginning of a stream in which nobody can seek.
 *
 * @param workerUrl - URL of hls.js's worker script on our own origin; without it hls.js runs on the main thread,
 * because the worker that it creates by default has a `blob:` URL, which the content security policy refuses
 * @param given - playlists of the stream that have been received already
 * @param receivedAtMs - when they were received, in steady ms
 */
export function createHls(
  { startSeconds }: Pick<EngineSource, 'startSeconds'>,
  workerUrl: string | undefined,
  given: readonly PreparedPlaylist[] = [],
  receivedAtMs = 0,
): HlsJs {
  const hls: HlsJs = new HlsJs({
    enableWorker: workerUrl !== undefined,
    workerPath: workerUrl ?? null,
    liveDurationInfinity: true,
    startPosition: startSeconds ?? -1,
    manifestLoadPolicy: manifestLoadPolicy(),
    pLoader: loadGiven(given, receivedAtMs),
    fLoader: loadSegments((hasSound) => listedSound.set(hls, hasSound)),
    // Lets hls.js load the first segment before it has a media element, because a stream is prefetched before the page
    // has rendered one.
    startFragPrefetch: true,
    // At most 90 seconds of already played media stay in memory, because a phone may play a channel for hours.
    backBufferLength: 90,
    // Captions inside of the video (EIA-608) of which the playlist says nothing: hls.js would call the first ones English.
    captionsTextTrack1Label: 'Subtítulos',
    captionsTextTrack1LanguageCode: '',
    captionsTextTrack2Label: 'Subtítulos 2',
    captionsTextTrack2LanguageCode: '',
    captionsTextTrack3Label: 'Subtítulos 3',
    captionsTextTrack4Label: 'Subtítulos 4',
  });
  // hls.js reads the start position right after this event.
  hls.on(HlsJs.Events.MANIFEST_PARSED, (_event, { sessionData }) => {
    if (sessionData?.[sequentialName] === undefined) return;
    sequentialStreams.add(hls);
    hls.config.startPosition = 0;
  });
  return hls;
}
