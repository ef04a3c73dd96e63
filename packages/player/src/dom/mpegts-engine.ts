import type Mpegts from 'mpegts.js';
import { failureFromHttp, failureFromMpegts } from '../playback-failure.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { probeAddress } from './probe-address.ts';

/** How far behind the newest byte a live stream may fall before it jumps forward, in seconds. */
const maxLatencySeconds = 8;
/** Where it jumps to: enough to ride over a provider's hiccup. */
const keptLatencySeconds = 3;

export type MpegtsModule = typeof Mpegts;

/** Loads mpegts.js. */
export async function loadMpegts(): Promise<MpegtsModule> {
  const { default: mpegts } = await import('mpegts.js');
  return mpegts;
}

/** Makes an engine of mpegts.js for raw MPEG-TS over HTTP. Its worker would be a `blob:`, so it runs in the page. */
export function createMpegtsEngine(mpegts: MpegtsModule): OpenEngine {
  return async (host, source, signal) => {
    // A raw stream does not say whether it ends; without a word from the page it is taken for a channel.
    const isLive = source.expectedStreamType !== 'on-demand';
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    const player = mpegts.createPlayer(
      // Not resolved by the library, which asks from nowhere.
      { type: 'mpegts', isLive, url: new URL(source.url, document.baseURI).href },
      {
        enableWorker: false,
        // A channel is never paused upstream: the provider would drop the connection.
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
      // The library keeps what was answered to itself.
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
