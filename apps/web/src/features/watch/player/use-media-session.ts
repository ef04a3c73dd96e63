import { seekStepSeconds } from '@butaca/contract';
import { useEffect } from 'react';
import { usePlaybackPart, type DrivenVideo } from './use-playback.ts';

export interface NowPlaying {
  title: string;
  artist: string;
  artworkUrl?: string | undefined;
}

/**
 * Tells the system what is playing, and obeys its keys: headphones, lock screen, keyboard.
 *
 * @see https://www.w3.org/TR/mediasession/
 */
export function useMediaSession({ media, playback }: DrivenVideo, now: NowPlaying): void {
  const { title, artist, artworkUrl } = now;
  const status = usePlaybackPart(playback, (snapshot) => snapshot.status);
  const isLive = usePlaybackPart(playback, (snapshot) => snapshot.isLive);

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
    if (!('mediaSession' in navigator)) return undefined;
    const seekBy = (seconds: number): void => {
      media.currentTime = Math.max(0, media.currentTime + seconds);
    };
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => void media.play().catch(() => undefined),
      pause: () => media.pause(),
      stop: () => media.pause(),
      // A live stream has no past to go to.
      ...(!isLive && {
        seekbackward: ({ seekOffset }) => seekBy(-(seekOffset ?? seekStepSeconds)),
        seekforward: ({ seekOffset }) => seekBy(seekOffset ?? seekStepSeconds),
        seekto: ({ seekTime }) => {
          if (seekTime !== undefined) media.currentTime = seekTime;
        },
      }),
    };
    const actions = Object.keys(handlers) as MediaSessionAction[];
    for (const action of actions) setHandler(action, handlers[action] ?? null);
    return () => actions.forEach((action) => setHandler(action, null));
  }, [media, isLive]);
}

/** Browsers throw at the actions they do not know. */
function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // This browser has no such key.
  }
}
