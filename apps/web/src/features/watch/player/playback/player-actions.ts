import type { PlayerMedia } from '@butaca/player';
import type { DrivenVideo } from './use-playback.ts';

const volumeStep = 0.05;

export function togglePlaying(media: PlayerMedia): void {
  if (media.paused) play(media);
  else media.pause();
}

/** Starts playback of the video. If the browser refuses, the person can press the play button. */
export function play(media: PlayerMedia): void {
  void media.play().catch(() => undefined);
}

/**
 * Whether the person can seek, which is possible neither in a live stream of which nothing is kept, nor in a film that its server
 * sends only from the beginning, nor before the duration is known.
 */
export const canSeek = ({ playback }: DrivenVideo): boolean => {
  const { isLive, canRewind, isSequential, durationSeconds } = playback.getSnapshot();
  return isLive ? canRewind : !isSequential && durationSeconds !== null;
};

/** Seeks by a number of seconds, within the start and end of the video, or within what is kept of a live stream. */
export function seekBy(media: PlayerMedia, seconds: number): void {
  const live = readLive(media);
  const from = live?.fromSeconds ?? 0;
  const end =
    live?.joinSeconds ?? (Number.isFinite(media.duration) ? media.duration : Number.POSITIVE_INFINITY);
  media.currentTime = Math.min(end, Math.max(from, media.currentTime + seconds));
}

/** The share of the live edge's length that players stay behind the newest media: three of its five target durations. */
const joinedShare = 0.6;

/** What is kept of a live stream, in seconds of its media. */
export interface LiveSpan {
  fromSeconds: number;
  toSeconds: number;
  /** Where playback is live. */
  joinSeconds: number;
  /** How far playback is behind the newest media; 0 where it counts as live. */
  behindSeconds: number;
}

/** Reads what is kept of a live stream; `undefined` for any other, and for one in which nobody can seek. */
export function readLive(media: PlayerMedia): LiveSpan | undefined {
  const { seekable, liveEdgeStart, currentTime } = media;
  if (!(media.targetLiveWindow > 0) || seekable.length === 0) return undefined;
  const toSeconds = seekable.end(seekable.length - 1);
  return {
    fromSeconds: seekable.start(0),
    toSeconds,
    joinSeconds: toSeconds - (toSeconds - liveEdgeStart) * joinedShare,
    behindSeconds: currentTime < liveEdgeStart ? Math.floor(toSeconds - currentTime) : 0,
  };
}

/** Continues a live stream at its newest media. */
export function returnToLive(media: PlayerMedia): void {
  const live = readLive(media);
  if (live !== undefined) media.currentTime = live.joinSeconds;
  play(media);
}

/**
 * Raises or lowers the volume of the video by one step of 5 %; a volume above 0 unmutes the video, 0 mutes it.
 *
 * @returns the new volume, 0–1
 */
export function turnVolume(media: PlayerMedia, direction: 1 | -1): number {
  const from = media.muted ? 0 : media.volume;
  const volume = Math.min(1, Math.max(0, Math.round((from + direction * volumeStep) * 100) / 100));
  media.volume = volume;
  media.muted = volume === 0;
  return volume;
}

/** The requests that the player sends as events to media-chrome, the library of its controls. */
export type ControlRequest = 'fullscreen' | 'pip' | 'captions';

/**
 * Asks media-chrome, the library of the player's controls, to toggle full screen, picture-in-picture or subtitles.
 *
 * @see https://www.media-chrome.org/docs/en/reference/mediacontroller for its events and state attributes
 */
export function requestControl(controller: Element, request: ControlRequest): void {
  const name = {
    fullscreen: controller.hasAttribute('mediaisfullscreen')
      ? 'mediaexitfullscreenrequest'
      : 'mediaenterfullscreenrequest',
    pip: controller.hasAttribute('mediaispip') ? 'mediaexitpiprequest' : 'mediaenterpiprequest',
    captions: 'mediatogglesubtitlesrequest',
  }[request];
  controller.dispatchEvent(new CustomEvent(name, { composed: true, bubbles: true }));
}

/** Whether the player element (`stage`: video, controls and overlays) is in full screen. */
export const isFullscreen = (stage: Element | null): boolean =>
  stage !== null && document.fullscreenElement === stage;

/** Focuses the video, so that it receives the player's keys. */
export function focusVideo(stage: Element | null): void {
  stage?.querySelector<HTMLElement>('media-controller')?.focus({ preventScroll: true });
}
