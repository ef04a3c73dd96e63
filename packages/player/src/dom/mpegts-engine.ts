import {
  failureFromHttp,
  failureFromMpegts,
  isOutage,
  type PlaybackFailure,
} from '../playback/playback-failure.ts';
import { createTrackFinder } from '../playback/ts-programme.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { createLiveTs, type LiveTs, type LiveTsListener } from './live-ts.ts';
import { linkAbort, type LinkedAbort } from './link-abort.ts';
import type { MpegtsModule } from './load-mpegts.ts';
import { playOut } from './play-out.ts';
import { probeAddress } from './probe-address.ts';
import { waitForRoom } from './wait-for-room.ts';

/** The largest latency of a live MPEG-TS stream, in seconds; beyond it, mpegts.js jumps forward. */
const maxLatencySeconds = 8;
/**
 * The latency of a live MPEG-TS stream, in seconds, after mpegts.js has jumped forward: enough buffer for a short
 * interruption.
 */
const keptLatencySeconds = 3;
/** How many bytes of a film mpegts.js collects before it converts them, until it has measured the rate of the stream. */
const firstStashBytes = 128 * 1024;
/** The `readyState` of a video that has media to play on. */
const haveFutureData = 3;

const liveFacts = {
  ...onDemandFacts,
  streamType: 'live',
  targetLiveWindowSeconds: 0,
  liveEdgeOffsetSeconds: maxLatencySeconds + 2,
} as const;

/**
 * The configuration of a player of mpegts.js.
 *
 * @param live - how it receives its stream if that is a channel or a recording
 * @param isChased - whether playback stays close to the newest media
 */
const configOf = (live: LiveTs | undefined, isChased: boolean) => ({
  enableWorker: false,
  // mpegts.js downloads a live stream without pauses: during a pause the provider would drop the connection.
  lazyLoad: live === undefined,
  liveBufferLatencyChasing: isChased,
  liveBufferLatencyMaxLatency: maxLatencySeconds,
  liveBufferLatencyMinRemain: keptLatencySeconds,
  autoCleanupSourceBuffer: true,
  stashInitialSize: firstStashBytes,
  ...(live !== undefined && { customLoader: live.loader }),
});

/**
 * Creates the function that plays a raw MPEG-TS stream on a video element with mpegts.js. It runs on the main thread,
 * because the worker of mpegts.js has a `blob:` URL, which the content security policy refuses.
 */
export function createMpegtsEngine(mpegts: MpegtsModule): OpenEngine {
  return async (host, source, signal) => {
    const { video } = host;
    // A raw MPEG-TS stream does not say whether it ends. A recording is received as a channel is, in one body.
    const isLive = source.expectedStreamType !== 'on-demand';
    const isRecording = source.expectedStreamType === 'recording';
    let isOver = false;
    // A failure is reported only after mpegts.js has finished emitting its event: the report makes `<stream-video>`
    // abort this engine, which destroys the inner objects that mpegts.js still uses at the end of the event.
    const report = (failure: PlaybackFailure) =>
      queueMicrotask(() => {
        if (signal.aborted || isOver) return;
        isOver = true;
        host.reportFailure(failure);
      });
    // mpegts.js needs an absolute stream URL, because it has no base URL to resolve a relative one against.
    const url = new URL(source.url, document.baseURI).href;
    let hasMedia = false;
    const onLost: LiveTsListener['onLost'] = (failure, { reconnect, isForeign = false }) => {
      if (reconnect !== undefined && isOutage(failure)) host.reportInterruption(failure, reconnect);
      // Among many bytes that are no MPEG-TS, mpegts.js finds three that look like the beginnings of packets; what it
      // does not find is media.
      else report(isForeign && !hasMedia ? failureFromMpegts('FormatUnsupported') : failure);
    };
    const explain = async (detail: string, status: number | undefined) => {
      // mpegts.js reports the HTTP status of a failed stream but not the body, so the stream's URL is requested again
      // to read the error code in the body.
      const probe = status === undefined ? undefined : await probeAddress(source.url, signal);
      const failure = typeof probe === 'object' ? failureFromHttp(probe) : failureFromMpegts(detail, status);
      report(failure);
    };

    function createPlayer() {
      const made = mpegts.createPlayer(
        { type: 'mpegts', isLive, url },
        configOf(live, isLive && !isRecording),
      );
      made.on(mpegts.Events.MEDIA_INFO, () => (hasMedia = true));
      made.on(mpegts.Events.ERROR, (_type: string, detail: string, info?: { code?: number }) => {
        const isAnswer = detail === 'HttpStatusCodeInvalid';
        if (!signal.aborted) void explain(detail, isAnswer ? info?.code : undefined);
      });
      return made;
    }

    // No player of mpegts.js changes the codecs of what it plays: the next one begins when this one's media are over.
    let waiting: LinkedAbort | undefined;
    function beginNext(): void {
      const isPlaying = !video.paused || video.ended;
      live?.detach();
      player.destroy();
      player = createPlayer();
      player.attachMediaElement(video);
      player.load();
      if (isPlaying) video.play().catch(() => undefined);
    }
    function onOtherCodecs(isUrgent: boolean): void {
      waiting?.abort();
      waiting = undefined;
      if (isUrgent) return beginNext();
      waiting = linkAbort([signal]);
      playOut(video, waiting.signal, beginNext);
    }

    mpegts.LoggingControl.applyConfig({ enableAll: false });
    const findTracks = createTrackFinder(({ hasVideo, hasSound }) => host.reportTracks(hasVideo, hasSound));
    let receivedBytes = 0;
    host.countBytes(() => receivedBytes);
    const onBytes: LiveTsListener['onBytes'] = (bytes) => {
      receivedBytes += bytes.length;
      findTracks(bytes);
    };
    const isAwaited = (): boolean => video.readyState < haveFutureData;
    const live = isLive
      ? createLiveTs(mpegts, url, {
          onLost,
          onBytes,
          onOtherCodecs,
          isAwaited,
          ...(isRecording && { whenWanted: () => waitForRoom(video, signal) }),
        })
      : undefined;
    let player = createPlayer();
    signal.addEventListener('abort', () => player.destroy(), { once: true });
    host.reportFacts(isLive && !isRecording ? liveFacts : onDemandFacts);
    if (!isLive) host.reportTracks(true);
    player.attachMediaElement(video);
    player.load();
    if (source.startSeconds !== undefined && !isLive) player.currentTime = source.startSeconds;
  };
}
