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
 * Whether the person can seek, which is possible neither in a live stream, nor in a film that its server sends only from
 * the beginning, nor before the duration is known.
 */
export const canSeek = ({ playback }: DrivenVideo): boolean => {
  const { isLive, isSequential, durationSeconds } = playback.getSnapshot();
  return !isLive && !isSequential && durationSeconds !== null;
};

/** Seeks by a number of seconds, within the start and end of the video. */
export function seekBy(media: PlayerMedia, seconds: number): void {
  const end = Number.isFinite(media.duration) ? media.duration : Number.POSITIVE_INFINITY;
  media.currentTime = Math.min(end, Math.max(0, media.currentTime + seconds));
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
