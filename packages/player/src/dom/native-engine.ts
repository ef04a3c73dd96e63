import { failureFromMediaError } from '../playback/playback-failure.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { probeAddress, readMediaType } from './probe-address.ts';

/**
 * How many seconds behind the newest media of a live stream playback still counts as live in the browser's own HLS
 * player: by default three segments of six seconds, and some slack.
 */
const nativeLiveEdgeOffsetSeconds = 24;

/** Whether the browser can seek only to the beginning of a file, because its server supports no byte ranges. */
const isWithoutSeeking = ({ seekable }: HTMLVideoElement): boolean =>
  seekable.length > 0 && seekable.end(seekable.length - 1) === 0;

/** Plays media files with the browser's own player, and also HLS streams where hls.js cannot run (iPhones). */
export const openNative: OpenEngine = async (host, source, signal) => {
  const { video, reportFailure, reportFacts } = host;
  const explain = async (mediaErrorCode: number) => {
    const fraction = video.duration > 0 ? video.currentTime / video.duration : 0;
    const probe = await probeAddress(source.url, signal, Number.isFinite(fraction) ? fraction : 0);
    if (!signal.aborted) reportFailure(failureFromMediaError(mediaErrorCode, probe));
  };
  video.addEventListener(
    'error',
    () => {
      // Removing the source of a <video> fires `error` too, but only after the stream was aborted, which removes this
      // `error` listener.
      const mediaErrorCode = video.error?.code;
      if (mediaErrorCode === undefined) return;
      void explain(mediaErrorCode);
    },
    { signal },
  );
  video.addEventListener(
    'loadedmetadata',
    () => {
      const isLive = video.duration === Infinity;
      const isSequential = !isLive && isWithoutSeeking(video);
      reportFacts(
        isLive
          ? {
              ...onDemandFacts,
              streamType: 'live',
              targetLiveWindowSeconds: 0,
              liveEdgeOffsetSeconds: nativeLiveEdgeOffsetSeconds,
            }
          : { ...onDemandFacts, isSequential },
      );
      if (source.startSeconds !== undefined && !isLive && !isSequential) {
        video.currentTime = source.startSeconds;
      }
      if (video.videoWidth === 0) void isSound(source.url, signal).then((is) => host.reportPicture(!is));
    },
    { signal, once: true },
  );
  // WebKitGTK may stand still at the beginning of a file that was told to play before its metadata were read.
  const ready = untilMetadata(video, signal);
  video.src = source.url;
  await ready;
};

/**
 * Waits until a file's metadata have been read, or will not be: the file fails, another stream is opened, or the browser
 * requests nothing before it is told to play (`suspend`), as iPhones do to save data.
 */
function untilMetadata(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['loadedmetadata', 'suspend', 'error']) {
      video.addEventListener(type, () => resolve(), { signal, once: true });
    }
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Whether the server calls a stream audio. A media element does not tell audio from video that it cannot show. */
const isSound = (url: string, signal: AbortSignal): Promise<boolean> =>
  readMediaType(url, signal).then(
    (type) => /^audio\//i.test(type),
    () => false,
  );
