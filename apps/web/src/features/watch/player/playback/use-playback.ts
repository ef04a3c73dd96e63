import {
  createPlayback,
  type Playback,
  type PlaybackSnapshot,
  type PlaybackSource,
  type PlayerMedia,
} from '@butaca/player';
import { isServerAway } from '../../../../platform/api/server-away.ts';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * The element in which media play (`<stream-video>` for HLS, DASH, MPEG-TS and files in the page, `<output-video>` for a
 * player outside of it), and the playback object that controls it.
 */
export interface DrivenVideo {
  media: PlayerMedia;
  playback: Playback;
}

/**
 * Controls the player's media element while it is mounted, and opens each source that the hook is given.
 * Without a source nothing plays.
 *
 * @param renewSource - requests a new stream URL for the same content when the present URL has expired
 * @returns `attach`, the element's `ref`, and `video`, which is set once the element is mounted
 */
export function usePlayback(source: PlaybackSource | undefined, renewSource: () => Promise<PlaybackSource>) {
  const [video, setVideo] = useState<DrivenVideo>();
  const playing = useRef<Playback>(undefined);
  const renew = useRef(renewSource);
  useEffect(() => {
    renew.current = renewSource;
  }, [renewSource]);
  const attach = useCallback((media: PlayerMedia | null) => {
    if (media === null) return undefined;
    const playback = createPlayback(media, {
      renewSource: () => renew.current(),
      isServerAway,
    });
    playing.current = playback;
    setVideo({ media, playback });
    return () => playback.dispose();
  }, []);
  useEffect(() => {
    if (source === undefined) playing.current?.close();
    else playing.current?.open(source);
  }, [source]);
  return { attach, video };
}

/**
 * Reads a part of the playback snapshot (status, position, failure, …); the component renders again only when that part
 * changes.
 */
export function usePlaybackPart<T extends string | number | boolean | null | object | undefined>(
  playback: Playback,
  read: (snapshot: PlaybackSnapshot) => T,
): T {
  return useSyncExternalStore(playback.subscribe, () => read(playback.getSnapshot()));
}
