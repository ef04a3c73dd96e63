import type Mpegts from 'mpegts.js';
import { failureFromHttp, failureFromMpegts } from '../playback/playback-failure.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { probeAddress } from './probe-address.ts';

/** A live stream that falls further behind its newest data jumps forward; in seconds. */
const maxLatencySeconds = 8;
/** The distance behind the newest data after such a jump: enough to survive a short pause of the provider. */
const keptLatencySeconds = 3;

export type MpegtsModule = typeof Mpegts;

/** Loads mpegts.js. */
export async function loadMpegts(): Promise<MpegtsModule> {
  const { default: mpegts } = await import('mpegts.js');
  return mpegts;
}

/** Creates an engine that plays raw MPEG-TS over HTTP with mpegts.js, in the page, because its worker would have a `blob:` address. */
export function createMpegtsEngine(mpegts: MpegtsModule): OpenEngine {
  return async (host, source, signal) => {
    // A raw stream does not tell whether it ends; unless the page says otherwise it is treated as a channel.
    const isLive = source.expectedStreamType !== 'on-demand';
    mpegts.LoggingControl.applyConfig({ enableAll: false });
    const player = mpegts.createPlayer(
      // An absolute address: inside the library there is no base URL to resolve a relative one against.
      { type: 'mpegts', isLive, url: new URL(source.url, document.baseURI).href },
      {
        enableWorker: false,
        // Reading a channel never pauses: the provider would drop the connection.
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
      // mpegts.js reports the status but not the body, so the probe requests the refusal's body again.
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
