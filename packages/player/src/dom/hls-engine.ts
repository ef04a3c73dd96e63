import type HlsJs from 'hls.js';
import type { ErrorData, LevelDetails } from 'hls.js';
import { failureFromHls, type HttpRefusal } from '../playback-failure.ts';
import { nameTracks } from '../track-names.ts';
import { onDemandFacts, type EngineHost, type OpenEngine, type StreamFacts } from './engine.ts';
import { playOut } from './play-out.ts';
import { readRefusal } from './probe-address.ts';
import { tameTextTracks } from './text-tracks.ts';

/** hls.js plays three target durations behind the end and swings by one; one more for a slow refresh. */
const liveEdgeTargetDurations = 5;
/** A live playlist shorter than this is a buffer, not an offer to go back. */
const shortestLiveWindowSeconds = 60;

export type HlsConstructor = typeof HlsJs;

/** Loads hls.js, whole: the light build drops audio and subtitle tracks. */
export async function loadHls(): Promise<HlsConstructor> {
  const { default: Hls } = await import('hls.js');
  return Hls;
}

/**
 * Makes an engine of hls.js.
 *
 * @param workerUrl - address of its worker script on our own origin; without it everything runs in the page, because the
 *   worker that hls.js builds by itself is a `blob:`, which the content security policy refuses
 */
export function createHlsEngine(Hls: HlsConstructor, workerUrl: string | undefined): OpenEngine {
  return async (host, source, signal) => {
    const hls = new Hls({
      enableWorker: workerUrl !== undefined,
      workerPath: workerUrl ?? null,
      liveDurationInfinity: true,
      startPosition: source.startSeconds ?? -1,
      // Seconds kept behind the position: a phone plays live for hours.
      backBufferLength: 90,
    });
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

    hls.loadSource(source.url);
    hls.attachMedia(host.video);
  };
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
}

function offerAudioTracks(Hls: HlsConstructor, hls: HlsJs, { audioTracks }: EngineHost): void {
  hls.on(Hls.Events.AUDIO_TRACKS_UPDATED, () => {
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
  });
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
