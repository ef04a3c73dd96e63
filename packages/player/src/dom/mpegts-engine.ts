import type Mpegts from 'mpegts.js';
import { failureFromHttp, failureFromMpegts } from '../playback/playback-failure.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { probeAddress } from './probe-address.ts';

/** The largest latency of a live stream, in seconds; with more latency mpegts.js jumps forward. */
const maxLatencySeconds = 8;
/** The latency in seconds after mpegts.js has jumped forward: enough buffer for a short interruption of the live stream. */
const keptLatencySeconds = 3;

export type MpegtsModule = typeof Mpegts;

/** Loads the code of mpegts.js. */
export async function loadMpegts(): Promise<MpegtsModule> {
  const { default: mpegts } = await import('mpegts.js');
  return mpegts;
}

/** Creates an engine that plays raw MPEG-TS with mpegts.js, on the main thread, because its worker would have a `blob:` URL. */
export function createMpegtsEngine(mpegts: MpegtsModule): OpenEngine {
  return async (host, source, signal) => {
    // A raw MPEG-TS stream does not say whether it ends; it is treated as live unless the page expects an on-demand stream.
    const isLive = source.expectedStreamType !== 'on-demand';
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    const player = mpegts.createPlayer(
      // The URL must be absolute, because mpegts.js has no base URL to resolve a relative one against.
      { type: 'mpegts', isLive, url: new URL(source.url, document.baseURI).href },
      {
        enableWorker: false,
        // A live stream is read without pauses: otherwise the provider would drop the connection.
        lazyLoad: !isLive,
        liveBufferLatencyChasing: isLive,
        liveBufferLatencyMaxLatency: maxLatencySeconds,
        liveBufferLatencyMinRemain: keptLatencySeconds,
        autoCleanupSourceBuffer: true,
        stashInitialSize: 128 * 1024,
      },
    );
    signal.addEventListener('abort', () => player.destroy(), { once: true });

    const explain = async (detail: string, status: number | undefined) => {
      // mpegts.js reports the HTTP status but not the body, so the URL is requested again to read the error body.
      const probe = status === undefined ? undefined : await probeAddress(source.url, signal);
      const failure = typeof probe === 'object' ? failureFromHttp(probe) : failureFromMpegts(detail, status);
      if (!signal.aborted) host.reportFailure(failure);
    };
    player.on(mpegts.Events.ERROR, (_type: string, detail: string, info?: { code?: number }) => {
      const isAnswer = detail === 'HttpStatusCodeInvalid';
      if (!signal.aborted) void explain(detail, isAnswer ? info?.code : undefined);
    });
    player.on(mpegts.Events.LOADING_COMPLETE, () => {
      if (isLive && !signal.aborted) host.reportFailure(failureFromMpegts('EarlyEof'));
    });
    host.reportFacts(
      isLive
        ? { streamType: 'live', targetLiveWindowSeconds: 0, liveEdgeOffsetSeconds: maxLatencySeconds + 2 }
        : onDemandFacts,
    );

    player.attachMediaElement(host.video);
    player.load();
    if (source.startSeconds !== undefined && !isLive) player.currentTime = source.startSeconds;
  };
}
