import type HlsJs from 'hls.js';
import type { ErrorData, HlsConfig, LevelDetails } from 'hls.js';
import { failureFromHls, type HttpRefusal } from '../playback-failure.ts';
import { nameTracks } from '../track-names.ts';
import {
  onDemandFacts,
  type EngineHost,
  type EngineSource,
  type OpenEngine,
  type StreamFacts,
} from './engine.ts';
import { playOut } from './play-out.ts';
import { readRefusal } from './probe-address.ts';
import { tameTextTracks } from './text-tracks.ts';

/** hls.js plays three target durations behind the end and swings by one; one more for a slow refresh. */
const liveEdgeTargetDurations = 5;
/** A live playlist shorter than this is a buffer, not an offer to go back. */
const shortestLiveWindowSeconds = 60;

export type HlsConstructor = typeof HlsJs;

/** Once it is here, whoever needs it at once has it at once. */
let loadedHls: HlsConstructor | undefined;

/** Loads hls.js, whole: the light build drops audio and subtitle tracks. */
export async function loadHls(): Promise<HlsConstructor> {
  loadedHls ??= (await import('hls.js')).default;
  return loadedHls;
}

/** Fetches hls.js ahead of the first stream that asks for it. */
export async function preloadHls(): Promise<void> {
  await loadHls();
}

/**
 * Makes an engine of hls.js.
 *
 * @param workerUrl - address of its worker script on our own origin; without it everything runs in the page, because the
 *   worker that hls.js builds by itself is a `blob:`, which the content security policy refuses
 */
export function createHlsEngine(Hls: HlsConstructor, workerUrl: string | undefined): OpenEngine {
  return async (host, source, signal) => {
    const prepared = takePrepared(source);
    const hls = prepared ?? new Hls(configOf(source, workerUrl));
    signal.addEventListener('abort', () => hls.destroy(), { once: true });

    hls.on(Hls.Events.ERROR, (_event, data) => {
      const failure = failureFromHls({
        type: data.type,
        details: data.details,
        fatal: data.fatal,
        refusal: refusalOf(data),
      });
      if (failure === undefined || signal.aborted) return;
      if (failure.code !== 'trial.spent') return host.reportFailure(failure);
      hls.stopLoad();
      playOut(host.video, signal, () => host.reportFailure(failure));
    });
    hls.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => host.reportFacts(factsOf(details)));
    hls.on(Hls.Events.LEVEL_UPDATED, (_event, { details }) => host.reportFacts(factsOf(details)));
    tameTextTracks(host.video, signal);
    offerRenditions(Hls, hls, host);
    offerAudioTracks(Hls, hls, host);

    if (prepared === undefined) hls.loadSource(source.url);
    else if (prepared.latestLevelDetails !== null) host.reportFacts(factsOf(prepared.latestLevelDetails));
    hls.attachMedia(host.video);
  };
}

const configOf = (
  { startSeconds }: Pick<EngineSource, 'startSeconds'>,
  workerUrl: string | undefined,
): Partial<HlsConfig> => ({
  enableWorker: workerUrl !== undefined,
  workerPath: workerUrl ?? null,
  liveDurationInfinity: true,
  startPosition: startSeconds ?? -1,
  // The first segment does not wait for the element: it may be on the way before there is one.
  startFragPrefetch: true,
  // Seconds kept behind the position: a phone plays live for hours.
  backBufferLength: 90,
});

/** A stream that was begun ahead of its element; one at most. */
let ready: { url: string; startSeconds: number | undefined; hls: HlsJs; timer: number } | undefined;
const preparedMs = 10_000;

/**
 * Begins to load a stream that is about to be opened: its playlists and its first segment come while the page is drawn. The
 * engine that opens the same address at the same second goes on with it; without one it ends after a few seconds, as it does
 * where it fails, which whoever opens it finds out for themselves.
 */
export async function prepareHls(
  source: Pick<EngineSource, 'url' | 'startSeconds'>,
  workerUrl: string | undefined,
): Promise<void> {
  // Before the page is drawn, where it can be.
  const Hls = loadedHls ?? (await loadHls());
  if (!Hls.isSupported()) return;
  dropPrepared();
  const hls = new Hls(configOf(source, workerUrl));
  const timer = window.setTimeout(dropPrepared, preparedMs);
  ready = { url: source.url, startSeconds: source.startSeconds, hls, timer };
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal && ready?.hls === hls) dropPrepared();
  });
  // It makes the subtitles of a manifest where there is an element, and not later.
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { subtitleTracks }) => {
    if (subtitleTracks.length > 0 && ready?.hls === hls) dropPrepared();
  });
  hls.loadSource(source.url);
}

function dropPrepared(): void {
  clearTimeout(ready?.timer);
  ready?.hls.destroy();
  ready = undefined;
}

function takePrepared({ url, startSeconds }: EngineSource): HlsJs | undefined {
  const found = ready?.url === url && ready.startSeconds === startSeconds ? ready : undefined;
  clearTimeout(found?.timer);
  if (found !== undefined) ready = undefined;
  return found?.hls;
}

function factsOf(details: LevelDetails): StreamFacts {
  if (!details.live) return onDemandFacts;
  return {
    streamType: 'live',
    targetLiveWindowSeconds: liveWindowOf(details),
    liveEdgeOffsetSeconds: details.targetduration * liveEdgeTargetDurations,
  };
}

function liveWindowOf(details: LevelDetails): number {
  if (details.type === 'EVENT') return Infinity;
  return details.totalduration >= shortestLiveWindowSeconds ? details.totalduration : 0;
}

function offerRenditions(Hls: HlsConstructor, hls: HlsJs, { videoRenditions }: EngineHost): void {
  const offer = () => {
    const levels = hls.levels.map(({ width, height, bitrate }, index) => ({
      id: String(index),
      width,
      height,
      bitrate,
    }));
    // Without sizes there is nothing to tell one from another by.
    const isNameable = levels.length > 1 && levels.every(({ height }) => height > 0);
    videoRenditions.offer(isNameable ? levels : [], (index) => {
      hls.nextLevel = index;
    });
  };
  hls.on(Hls.Events.MANIFEST_PARSED, offer);
  hls.on(Hls.Events.LEVELS_UPDATED, offer);
  if (hls.levels.length > 0) offer();
}

function offerAudioTracks(Hls: HlsConstructor, hls: HlsJs, { audioTracks }: EngineHost): void {
  const offer = () => {
    const described = hls.audioTracks.map(({ name, lang }) => ({ label: name, language: lang ?? '' }));
    const names = nameTracks(described, 'Audio');
    const tracks = hls.audioTracks.map((track, index) => ({
      label: names[index] ?? track.name,
      language: track.lang ?? '',
      kind: track.default ? 'main' : 'alternative',
    }));
    audioTracks.offer(tracks, hls.audioTrack, (index) => {
      hls.audioTrack = index;
    });
  };
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, offer);
  if (hls.audioTracks.length > 0) offer();
  hls.on(Hls.Events.AUDIO_TRACK_SWITCHED, () => audioTracks.noteEnabled(hls.audioTrack));
}

/** Reads the HTTP answer behind an error of hls.js, where there was one. */
function refusalOf({ response, networkDetails }: ErrorData): HttpRefusal | undefined {
  const status = response?.code;
  if (status === undefined || status < 400) return undefined;
  if (!(networkDetails instanceof XMLHttpRequest)) return { status };
  return readRefusal(status, (name) => networkDetails.getResponseHeader(name), textOf(networkDetails));
}

/** A segment is asked for as bytes, and so is what is answered in its place. */
function textOf(request: XMLHttpRequest): string {
  if (request.responseType === '' || request.responseType === 'text') return request.responseText;
  const body: unknown = request.response;
  return body instanceof ArrayBuffer ? new TextDecoder().decode(body) : '';
}
