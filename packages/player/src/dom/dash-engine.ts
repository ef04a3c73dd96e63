import type shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { failureFromDash, type DashErrorReport } from '../playback/dash-failure.ts';
import { isOutage, type HttpRefusal } from '../playback/playback-failure.ts';
import { nameTracks } from '../playback/track-names.ts';
import { onDemandFacts, type EngineHost, type OpenEngine, type StreamFacts } from './engine.ts';
import type { Shaka } from './load-shaka.ts';
import { playOut } from './play-out.ts';
import { readRefusal } from './probe-address.ts';
import { correctTextTracks } from './text-tracks.ts';

const manifestType = 'application/dash+xml';
/**
 * How many seconds behind the newest media of a live DASH stream still count as live: the delay that shaka-player
 * keeps, and as much again for an inaccurate clock.
 */
const liveEdgeOffsetSeconds = 20;
/**
 * A live DASH stream offers seeking back only if at least this many seconds of it are available; less is only a buffer.
 */
const shortestLiveWindowSeconds = 60;
const badHttpStatus = 1_001;
const criticalSeverity = 2;

/** Creates the function that plays a DASH stream on a video element with shaka-player. */
export function createDashEngine({ Player, text }: Shaka): OpenEngine {
  return async (host, source, signal) => {
    const player = new Player();
    signal.addEventListener('abort', () => host.holdUntil(player.destroy()), { once: true });
    const fail = (error: unknown, isFatal: boolean): void => {
      const failure = failureFromDash(readError(error, isFatal));
      if (failure === undefined || signal.aborted) return;
      if (failure.code === 'trial.spent') playOut(host.video, signal, () => host.reportFailure(failure));
      else if (isOutage(failure) && player.getBufferedInfo().total.length > 0) {
        host.reportInterruption(failure, () => {
          if (!player.retryStreaming()) host.reportFailure(failure);
        });
      } else host.reportFailure(failure);
    };
    player.addEventListener('error', (event) => fail('detail' in event ? event.detail : undefined, false));
    player.configure({
      textDisplayFactory: () => new text.NativeTextDisplayer(player),
      streaming: {
        bufferBehind: 90,
        infiniteLiveStreamDuration: true,
        retryParameters: { maxAttempts: 3, baseDelay: 500, timeout: 20_000 },
        // Disables the automatic retries of shaka-player: the table in `retry-policy.ts` decides on every retry.
        failureCallback: () => undefined,
      },
      manifest: { retryParameters: { maxAttempts: 2, baseDelay: 500, timeout: 20_000 } },
    });
    correctTextTracks(host.video, signal);
    offerRenditions(player, host);
    offerAudioTracks(player, host);
    try {
      await player.attach(host.video);
      if (!signal.aborted) await player.load(source.url, source.startSeconds ?? null, manifestType);
      if (signal.aborted) return;
      host.reportFacts(factsOf(player));
      if (player.isLive()) {
        host.offerLiveEdge(() => {
          const isSoughtBack = player.seekRange().end - host.video.currentTime > liveEdgeOffsetSeconds;
          if (!isSoughtBack) player.goToLive();
          player.retryStreaming();
        });
      }
      host.reportTracks(!player.isAudioOnly(), !player.isVideoOnly());
    } catch (error) {
      fail(error, true);
    }
  };
}

type DashPlayer = shaka.Player;

function factsOf(player: DashPlayer): StreamFacts {
  if (!player.isLive()) return onDemandFacts;
  const { start, end } = player.seekRange();
  const windowSeconds = end - start;
  return {
    ...onDemandFacts,
    streamType: 'live',
    targetLiveWindowSeconds: windowSeconds >= shortestLiveWindowSeconds ? windowSeconds : 0,
    liveEdgeOffsetSeconds,
  };
}

function offerRenditions(player: DashPlayer, { videoRenditions }: EngineHost): void {
  let offered = '';
  player.addEventListener('trackschanged', () => {
    const tracks = player.getVideoTracks().toSorted((a, b) => a.bandwidth - b.bandwidth);
    const levels = tracks.map(({ width, height, bandwidth }, index) => ({
      id: String(index),
      width: width ?? 0,
      height: height ?? 0,
      bitrate: bandwidth,
    }));
    // An unchanged list of video qualities is not offered again, because that would reset the person's choice in the
    // quality menu.
    const key = JSON.stringify(levels);
    if (key === offered) return;
    offered = key;
    const isNameable = levels.length > 1 && levels.every(({ height }) => height > 0);
    videoRenditions.offer(isNameable ? levels : [], (index) => {
      const track = tracks[index];
      player.configure({ abr: { enabled: track === undefined } });
      if (track !== undefined) player.selectVideoTrack(track);
    });
  });
}

function offerAudioTracks(player: DashPlayer, { audioTracks }: EngineHost): void {
  let offered = '';
  const activeIndex = (): number => player.getAudioTracks().findIndex(({ active }) => active);
  player.addEventListener('trackschanged', () => {
    const described = player.getAudioTracks().map(({ label, roles, originalLanguage, language }) => ({
      label: [label ?? '', ...roles].join(' ').trim(),
      language: originalLanguage ?? language,
    }));
    const key = JSON.stringify(described);
    if (key === offered) return;
    offered = key;
    const names = nameTracks(described, 'Audio');
    const tracks = described.map((track, index) => ({
      label: names[index] ?? track.label,
      language: track.language,
      kind: index === 0 ? 'main' : 'alternative',
    }));
    audioTracks.offer(tracks, activeIndex(), (index) => {
      const track = player.getAudioTracks()[index];
      if (track !== undefined) player.selectAudioTrack(track);
    });
  });
  for (const type of ['variantchanged', 'adaptation', 'audiotrackschanged']) {
    player.addEventListener(type, () => audioTracks.noteEnabled(activeIndex()));
  }
}

/**
 * Reduces an error of shaka-player to category, code and severity: an error that was thrown is fatal, one from an error
 * event states its severity itself.
 */
function readError(error: unknown, isThrown: boolean): DashErrorReport {
  if (typeof error !== 'object' || error === null || !('category' in error && 'code' in error)) {
    return { category: 7, code: 0, isFatal: true };
  }
  const data: unknown = 'data' in error ? error.data : undefined;
  return {
    category: Number(error.category),
    code: Number(error.code),
    isFatal: isThrown || ('severity' in error && error.severity === criticalSeverity),
    refusal: error.code === badHttpStatus && Array.isArray(data) ? refusalOf(data) : undefined,
  };
}

/** Reads the HTTP error response from the data of a shaka-player error: `[url, status, body, headers]`. */
function refusalOf([, status, body, headers]: unknown[]): HttpRefusal {
  const named = typeof headers === 'object' && headers !== null ? headers : {};
  return readRefusal(
    Number(status),
    (name) => {
      const value: unknown = Reflect.get(named, name);
      return typeof value === 'string' ? value : null;
    },
    typeof body === 'string' ? body : '',
  );
}
