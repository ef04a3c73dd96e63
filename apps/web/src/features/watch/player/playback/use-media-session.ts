import { seekStepSeconds } from '@butaca/contract';
import { useEffect, useEffectEvent } from 'react';
import { canSeek, play, readLive, seekBy } from './player-actions.ts';
import { usePlaybackPart, type DrivenVideo } from './use-playback.ts';

export interface NowPlaying {
  title: string;
  artist: string;
  artworkUrl?: string | undefined;
}

/**
 * The functions that open the next and the previous chapter of a series, or channel; each is absent if there is no next
 * or previous one.
 */
export interface Skips {
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/**
 * Reports the title and playback position to the operating system, and handles its media keys: headphones, lock screen,
 * keyboard. Only media keys that have an effect are registered; a live stream of which nothing is kept gets no seek keys.
 *
 * @see https://www.w3.org/TR/mediasession/
 */
export function useMediaSession({ media, playback }: DrivenVideo, now: NowPlaying, skips: Skips): void {
  const { title, artist, artworkUrl } = now;
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const isSeekable = usePlaybackPart(playback, () => canSeek({ media, playback }));

  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    const artwork = artworkUrl === undefined ? [] : [{ src: new URL(artworkUrl, location.href).href }];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork });
    return () => {
      navigator.mediaSession.metadata = null;
      navigator.mediaSession.playbackState = 'none';
    };
  }, [title, artist, artworkUrl]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.playbackState =
      status === 'playing' || status === 'buffering' ? 'playing' : status === 'paused' ? 'paused' : 'none';
  }, [status]);

  useEffect(() => {
    if (!('mediaSession' in navigator) || !isSeekable) return undefined;
    const tell = (): void => tellPosition(media);
    tell();
    for (const type of positionEvents) media.addEventListener(type, tell);
    return () => {
      for (const type of positionEvents) media.removeEventListener(type, tell);
      navigator.mediaSession.setPositionState();
    };
  }, [media, isSeekable]);

  useEffect(
    () =>
      handle({
        play: () => play(media),
        pause: () => media.pause(),
        stop: () => media.pause(),
        ...(isSeekable && {
          seekbackward: ({ seekOffset }) => seekBy(media, -(seekOffset ?? seekStepSeconds)),
          seekforward: ({ seekOffset }) => seekBy(media, seekOffset ?? seekStepSeconds),
          seekto: ({ seekTime }) => {
            if (seekTime !== undefined) media.currentTime = (readLive(media)?.fromSeconds ?? 0) + seekTime;
          },
        }),
      }),
    [media, isSeekable],
  );

  const skip = useEffectEvent((key: keyof Skips) => skips[key]?.());
  const hasNext = skips.onNext !== undefined;
  const hasPrevious = skips.onPrevious !== undefined;
  useEffect(
    () =>
      handle({
        ...(hasNext && { nexttrack: () => skip('onNext') }),
        ...(hasPrevious && { previoustrack: () => skip('onPrevious') }),
      }),
    [hasNext, hasPrevious],
  );
}

/**
 * The media events after which the playback position is reported to the operating system, which extrapolates the
 * position between them.
 */
const positionEvents = ['playing', 'pause', 'seeked', 'ratechange', 'durationchange'] as const;

function tellPosition(media: DrivenVideo['media']): void {
  const { playbackRate } = media;
  const live = readLive(media);
  const duration = live === undefined ? media.duration : live.toSeconds - live.fromSeconds;
  if (!Number.isFinite(duration) || duration <= 0 || playbackRate <= 0) return;
  const position = Math.min(duration, Math.max(0, media.currentTime - (live?.fromSeconds ?? 0)));
  navigator.mediaSession.setPositionState({ duration, playbackRate, position });
}

/** Registers handlers for media keys. @returns a function that removes these handlers */
function handle(handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>>) {
  if (!('mediaSession' in navigator)) return undefined;
  const actions = Object.keys(handlers) as MediaSessionAction[];
  for (const action of actions) setHandler(action, handlers[action] ?? null);
  return () => actions.forEach((action) => setHandler(action, null));
}

/** Sets the handler for a media key; a browser that does not know the media key throws, which is ignored. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {}
}
