import { failureFromMediaError } from '../playback/playback-failure.ts';
import { onDemandFacts, type OpenEngine } from './engine.ts';
import { probeAddress, readMediaType } from './probe-address.ts';
import { after } from '../base/clock.ts';

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
      if (video.videoWidth === 0) void isSound(source.url, signal).then((is) => host.reportTracks(!is));
    },
    { signal, once: true },
  );
  // WebKitGTK may stand still at the beginning of a file that was told to play before its metadata were read.
  const ready = untilMetadata(video, signal).then(() => untilTracks(video, signal));
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

/** A list of the tracks of a media element. TypeScript does not know these lists, because only WebKit has them. */
type TrackList = EventTarget & { readonly length: number };

const isTrackList = (list: unknown): list is TrackList => list instanceof EventTarget;

/** How long a browser is waited for to name the tracks of a file, in milliseconds. */
const tracksWithinMs = 1000;

/**
 * Waits until a browser that names the tracks of a file has done so, at most a second. WebKitGTK does it some tenths of a second
 * after it has read the metadata, and does not know before whether the file has sound. If it is told to play then, it begins,
 * pauses as soon as it knows that sound is not allowed, and may stand still when it is told to play muted in that moment.
 */
function untilTracks(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const { audioTracks, videoTracks } = video as { audioTracks?: unknown; videoTracks?: unknown };
  const lists = [audioTracks, videoTracks].filter(isTrackList);
  const isNamed = lists.length === 0 || lists.some(({ length }) => length > 0);
  if (isNamed || video.readyState === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = after(tracksWithinMs, resolve);
    const end = (): void => {
      cancel();
      resolve();
    };
    for (const list of lists) list.addEventListener('addtrack', end, { signal, once: true });
    for (const type of ['error', 'emptied']) video.addEventListener(type, end, { signal, once: true });
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Whether the server calls a stream audio. A media element does not tell audio from video that it cannot show. */
const isSound = (url: string, signal: AbortSignal): Promise<boolean> =>
  readMediaType(url, signal).then(
    (type) => /^audio\//i.test(type),
    () => false,
  );
