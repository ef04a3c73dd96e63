import {
  failureFromHttp,
  failureFromMpegts,
  isOutage,
  type PlaybackFailure,
} from '../playback/playback-failure.ts';
import { createVideoFinder } from '../playback/ts-programme.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { createLiveLoader } from './live-ts.ts';
import type { MpegtsModule } from './load-mpegts.ts';
import { probeAddress } from './probe-address.ts';

/** The largest latency of a live MPEG-TS stream, in seconds; beyond it, mpegts.js jumps forward. */
const maxLatencySeconds = 8;
/**
 * The latency of a live MPEG-TS stream, in seconds, after mpegts.js has jumped forward: enough buffer for a short
 * interruption.
 */
const keptLatencySeconds = 3;

/**
 * Creates the function that plays a raw MPEG-TS stream on a video element with mpegts.js. It runs on the main thread,
 * because the worker of mpegts.js has a `blob:` URL, which the content security policy refuses.
 */
export function createMpegtsEngine(mpegts: MpegtsModule): OpenEngine {
  return async (host, source, signal) => {
    // A raw MPEG-TS stream does not say whether it ends, so it is treated as live unless the page expects an on-demand
    // stream.
    const isLive = source.expectedStreamType !== 'on-demand';
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
    const onLost = (failure: PlaybackFailure, reconnect?: () => void) => {
      if (reconnect !== undefined && isOutage(failure)) host.reportInterruption(failure, reconnect);
      else report(failure);
    };
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    const player = mpegts.createPlayer(
      { type: 'mpegts', isLive, url },
      {
        enableWorker: false,
        // mpegts.js downloads a live stream without pauses: during a pause the provider would drop the connection.
        lazyLoad: !isLive,
        liveBufferLatencyChasing: isLive,
        liveBufferLatencyMaxLatency: maxLatencySeconds,
        liveBufferLatencyMinRemain: keptLatencySeconds,
        autoCleanupSourceBuffer: true,
        stashInitialSize: 128 * 1024,
        ...(isLive && {
          customLoader: createLiveLoader(mpegts, url, onLost, createVideoFinder(host.reportPicture)),
        }),
      },
    );
    signal.addEventListener('abort', () => player.destroy(), { once: true });

    const explain = async (detail: string, status: number | undefined) => {
      // mpegts.js reports the HTTP status of a failed stream but not the body, so the stream's URL is requested again
      // to read the error code in the body.
      const probe = status === undefined ? undefined : await probeAddress(source.url, signal);
      const failure = typeof probe === 'object' ? failureFromHttp(probe) : failureFromMpegts(detail, status);
      report(failure);
    };
    player.on(mpegts.Events.ERROR, (_type: string, detail: string, info?: { code?: number }) => {
      const isAnswer = detail === 'HttpStatusCodeInvalid';
      if (!signal.aborted) void explain(detail, isAnswer ? info?.code : undefined);
    });
    host.reportFacts(
      isLive
        ? {
            ...onDemandFacts,
            streamType: 'live',
            targetLiveWindowSeconds: 0,
            liveEdgeOffsetSeconds: maxLatencySeconds + 2,
          }
        : onDemandFacts,
    );

    if (!isLive) host.reportPicture(true);

    player.attachMediaElement(host.video);
    player.load();
    if (source.startSeconds !== undefined && !isLive) player.currentTime = source.startSeconds;
  };
}
