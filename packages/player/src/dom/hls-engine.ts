import type HlsJs from 'hls.js';
import type { ErrorData, Fragment, LevelDetails } from 'hls.js';
import { failureFromHls, isOutage, type PlaybackFailure } from '../playback/playback-failure.ts';
import type { PreparedPlaylist } from '../playback/playback.ts';
import { nameTracks } from '../playback/track-names.ts';
import {
  onDemandFacts,
  type EngineHost,
  type EngineSource,
  type OpenEngine,
  type StreamFacts,
} from './engine.ts';
import { nothingLeftSeconds, playOut, secondsAhead } from './play-out.ts';
import { createHls, Hls, isSequential, mayHaveSound } from './hls-library.ts';
import { isMain, skipMissing } from './hls-missing.ts';
import { refusalOf } from './hls-refusal.ts';
import { correctTextTracks } from './text-tracks.ts';
import { after, steadyMs, type Cancel } from '../base/clock.ts';

/**
 * How far behind the newest media of a live HLS stream playback still counts as live, in target durations of the
 * playlist (about the length of a segment): hls.js keeps a distance of three, give or take one, and a slow refresh of
 * the playlist adds another one.
 */
const liveEdgeTargetDurations = 5;
/**
 * A live HLS stream offers seeking back only if its playlist is at least so many seconds and target durations long; a shorter one
 * is only a buffer. Our server's live buffer lengthens it while the channel is watched.
 */
const shortestLiveWindowSeconds = 30;
const shortestLiveWindowTargets = 8;
/**
 * Playback that has fallen out of a live playlist goes on this long after the playlist's beginning, because the next refresh
 * moves that beginning forward.
 */
const fallenBehindSeconds = 1;

/** Whether hls.js can play in this browser. */
export const isHlsSupported = (): boolean => Hls.isSupported();

/**
 * Creates the function that plays an HLS stream on a video element with hls.js.
 *
 * @param workerUrl - URL of hls.js's worker script
 */
export function createHlsEngine(workerUrl: string | undefined): OpenEngine {
  return async (host, source, signal) => {
    const prepared = takePrepared(source);
    const hls = prepared ?? createHls(source, workerUrl);
    signal.addEventListener('abort', () => hls.destroy(), { once: true });
    // Whether hls.js has stopped loading. An interruption that is reported meanwhile would replace the one that makes
    // hls.js load again.
    let isStopped = false;

    hls.on(Hls.Events.ERROR, (_event, data) => {
      const report = {
        type: data.type,
        details: data.details,
        refusal: refusalOf(data),
        isDry: secondsAhead(host.video) <= nothingLeftSeconds,
        hasOtherLevels: hls.levels.length > 1,
      };
      const isNetwork = data.type === Hls.ErrorTypes.NETWORK_ERROR;
      const failure = hasRestarted(hls, data) ? standing : failureFromHls({ ...report, fatal: data.fatal });
      if (signal.aborted) return;
      if (failure === undefined) {
        // hls.js repeats a failed request a few times by itself, before it reports a fatal error.
        const setback = failureFromHls({ ...report, fatal: true });
        const isReported = setback !== undefined && isNetwork && isOutage(setback);
        if (isReported && !isStopped) host.reportInterruption(setback);
        return;
      }
      if (isNetwork && isOutage(failure) && host.video.readyState > 0) {
        isStopped = true;
        return host.reportInterruption(failure, () => {
          isStopped = false;
          resume(hls, host.video);
        });
      }
      if (failure.code !== 'trial.spent') return host.reportFailure(failure);
      hls.stopLoad();
      playOut(host.video, signal, () => host.reportFailure(failure));
    });
    host.offerLiveEdge(() => {
      isStopped = false;
      goToLiveEdge(hls, host.video);
    });
    const report = (details: LevelDetails) => host.reportFacts(factsOf(details, isSequential(hls)));
    hls.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => report(details));
    // Loaded only for films with discontinuities, to keep the watch page small: there the codec may change.
    hls.once(Hls.Events.FRAG_CHANGED, () => {
      const details = hls.latestLevelDetails;
      if (details?.live === false && details.endCC)
        import('./lost-output.ts').then(
          (loaded) => loaded.watchOutput(host, hls, signal),
          () => undefined,
        );
    });
    hls.on(Hls.Events.LEVEL_UPDATED, (_event, { details }) => {
      report(details);
      followWindow(hls, details, host.video);
    });
    // A video codec that hls.js does not know, in a playlist that does not name it, would be taken for a radio: HLS allows
    // none of these.
    hls.on(Hls.Events.BUFFER_CODECS, (_event, tracks) =>
      host.reportTracks(
        'video' in tracks || 'audiovideo' in tracks || hls.levels.some(({ videoCodec }) => videoCodec),
        mayHaveSound(hls, tracks),
      ),
    );
    host.countBytes(countMedia(hls));
    skipMissing(Hls, hls, host, signal);
    watchStandstill(hls, { host, isStopped: () => isStopped });
    correctTextTracks(host.video, signal);
    offerRenditions(hls, host);
    offerAudioTracks(hls, host);

    if (prepared === undefined) hls.loadSource(source.url);
    else if (prepared.latestLevelDetails !== null) report(prepared.latestLevelDetails);
    hls.attachMedia(host.video);
  };
}

/**
 * Counts the bytes of segments of the video that hls.js has received: of all that are complete, and of the one that is
 * arriving. Sounds and subtitles beside the video may arrive while it does not.
 */
function countMedia(hls: HlsJs): () => number {
  let completeBytes = 0;
  let arriving: Fragment | undefined;
  const arrivedBytes = (): number => arriving?.stats.loaded ?? 0;
  hls.on(Hls.Events.FRAG_LOADING, (_event, { frag }) => {
    if (isMain(frag)) arriving = frag;
  });
  hls.on(Hls.Events.FRAG_LOADED, (_event, { frag }) => {
    if (frag !== arriving) return;
    completeBytes += arrivedBytes();
    arriving = undefined;
  });
  return () => completeBytes + arrivedBytes();
}

/** A live playlist that brings nothing new: the connections work, but the provider's stream has stopped. */
const standing: PlaybackFailure = { source: 'upstream', code: 'upstream.ended', fatal: true };
/** After so many milliseconds for each second of its target duration, a live playlist without a new segment stands still. */
const stillMsPerTargetSecond = 1500;

/**
 * Reports an interruption each time when a live playlist is refreshed and has brought nothing new for one and a half target
 * durations. hls.js goes on refreshing it by itself, so nothing needs to be resumed.
 */
function watchStandstill(
  hls: HlsJs,
  { host, isStopped }: { host: EngineHost; isStopped: () => boolean },
): void {
  let newest = '';
  let newSinceMs = 0;
  hls.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
    const reached = `${details.startSN} ${details.endSN} ${details.lastPartIndex}`;
    const nowMs = steadyMs();
    if (reached !== newest) newSinceMs = nowMs;
    newest = reached;
    const isStill = details.live && nowMs - newSinceMs >= details.targetduration * stillMsPerTargetSecond;
    // A viewer who has sought back has enough media to watch.
    if (isStill && !isStopped() && host.video.readyState > 0 && isNearEdge(details, host.video)) {
      host.reportInterruption(standing, () => undefined);
    }
  });
}

/**
 * Whether hls.js gives up because a live playlist that it has played no longer continues what it was: the provider has
 * started its stream anew.
 */
const hasRestarted = (hls: HlsJs, { fatal, details }: ErrorData): boolean =>
  fatal && /^level(?:Parsing|Empty)Error$/.test(details) && hls.latestLevelDetails?.live === true;

/**
 * Requests a stream again after hls.js has stopped loading it. A live stream whose buffer has run out continues at its
 * newest media, unless the person had sought back in it.
 */
function resume(hls: HlsJs, video: HTMLVideoElement): void {
  const details = hls.latestLevelDetails;
  if (details?.live === true && isNearEdge(details, video)) {
    hls.once(Hls.Events.LEVEL_UPDATED, () => {
      if (secondsAhead(video) > nothingLeftSeconds || hls.liveSyncPosition === null) return;
      video.currentTime = Math.max(video.currentTime, hls.liveSyncPosition);
    });
  }
  hls.startLoad();
}

/**
 * Makes hls.js load a stalled live stream again from its newest media, or from the playback position if the person had
 * sought back. Requests in flight are given up.
 */
function goToLiveEdge(hls: HlsJs, video: HTMLVideoElement): void {
  const details = hls.latestLevelDetails;
  const edge = hls.liveSyncPosition;
  const isInPlaylist = details !== null && video.currentTime >= details.fragmentStart;
  const isSoughtBack = isInPlaylist && !isNearEdge(details, video);
  hls.stopLoad();
  if (edge !== null && !isSoughtBack) video.currentTime = edge;
  hls.startLoad(video.currentTime);
}

/** The qualities to which streams are held while a person has sought back. */
const heldLevels = new WeakMap<HlsJs, number>();

/**
 * Follows the window of a live stream that can be sought back in. Playback that has been paused for longer than the window goes on at its
 * oldest media: hls.js would go to the newest ones. While a person has sought back, the quality stays the same, because
 * what is kept of a stream is kept for each quality that is watched.
 */
function followWindow(hls: HlsJs, details: LevelDetails, video: HTMLVideoElement): void {
  if (!details.live || liveWindowOf(details) === 0) return;
  if (video.readyState > 0 && video.currentTime < details.fragmentStart)
    video.currentTime = details.fragmentStart + fallenBehindSeconds;
  const held = heldLevels.get(hls);
  if (isNearEdge(details, video)) {
    if (held !== undefined && hls.manualLevel === held) hls.loadLevel = -1;
    heldLevels.delete(hls);
  } else if (hls.autoLevelEnabled && hls.levels.length > 1) {
    // Setting the quality holds it.
    const { loadLevel } = hls;
    heldLevels.set(hls, loadLevel);
    hls.loadLevel = loadLevel;
  }
}

const isNearEdge = ({ edge, targetduration }: LevelDetails, { currentTime }: HTMLVideoElement): boolean =>
  edge - currentTime <= targetduration * liveEdgeTargetDurations;

/** The HLS stream that is being prefetched while the watch page is rendered; at most one at a time. */
let preparation:
  | { url: string; startSeconds: number | undefined; hls: HlsJs; cancelDrop: Cancel }
  | undefined;
const preparedMs = 10_000;

/**
 * Prefetches the playlists and the first segment of an HLS stream with an hls.js instance, while the watch page is
 * still being rendered. When the page then plays the same URL from the same start position, it takes that instance
 * over. If this does not happen within ten seconds, or prefetching fails, the instance is destroyed; the page then
 * loads the stream from scratch and shows any failure.
 *
 * @param given - playlists of the stream that have been received, which are not requested
 * @param receivedAtMs - when they were received, in steady ms
 */
export function prepareHls(
  source: Pick<EngineSource, 'url' | 'startSeconds'>,
  workerUrl: string | undefined,
  given?: readonly PreparedPlaylist[],
  receivedAtMs = steadyMs(),
): void {
  if (!isHlsSupported()) return;
  dropPrepared();
  const hls = createHls(source, workerUrl, given, receivedAtMs);
  const cancelDrop = after(preparedMs, dropPrepared);
  preparation = { url: source.url, startSeconds: source.startSeconds, hls, cancelDrop };
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (fatal && preparation?.hls === hls) dropPrepared();
  });
  // A stream with subtitles is not prefetched: hls.js adds subtitle tracks only to a media element that was attached
  // before the manifest was loaded.
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { subtitleTracks }) => {
    if (subtitleTracks.length > 0 && preparation?.hls === hls) dropPrepared();
  });
  hls.loadSource(source.url);
}

function dropPrepared(): void {
  preparation?.cancelDrop();
  preparation?.hls.destroy();
  preparation = undefined;
}

function takePrepared({ url, startSeconds }: EngineSource): HlsJs | undefined {
  const found =
    preparation?.url === url && preparation.startSeconds === startSeconds ? preparation : undefined;
  found?.cancelDrop();
  if (found !== undefined) preparation = undefined;
  return found?.hls;
}

function factsOf(details: LevelDetails, isSequential: boolean): StreamFacts {
  if (!details.live) return { ...onDemandFacts, isSequential };
  return {
    ...onDemandFacts,
    streamType: 'live',
    targetLiveWindowSeconds: liveWindowOf(details),
    liveEdgeOffsetSeconds: details.targetduration * liveEdgeTargetDurations,
  };
}

function liveWindowOf(details: LevelDetails): number {
  if (details.type === 'EVENT') return Infinity;
  const shortestSeconds = Math.max(
    shortestLiveWindowSeconds,
    details.targetduration * shortestLiveWindowTargets,
  );
  return details.totalduration >= shortestSeconds ? details.totalduration : 0;
}

function offerRenditions(hls: HlsJs, { videoRenditions }: EngineHost): void {
  const offer = () => {
    const levels = hls.levels.map(({ width, height, bitrate }, index) => ({
      id: String(index),
      width,
      height,
      bitrate,
    }));
    // The video qualities of a stream are offered only if each has a height, because the quality menu names them by it
    // (`1080p`).
    const isNameable = levels.length > 1 && levels.every(({ height }) => height > 0);
    videoRenditions.offer(isNameable ? levels : [], (index) => {
      hls.nextLevel = index;
    });
  };
  hls.on(Hls.Events.MANIFEST_PARSED, offer);
  hls.on(Hls.Events.LEVELS_UPDATED, offer);
  if (hls.levels.length > 0) offer();
}

function offerAudioTracks(hls: HlsJs, { audioTracks }: EngineHost): void {
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
